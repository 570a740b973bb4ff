import { answer } from './example.ts';
import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';

const CAREFUL =
  'Callers cache tokens and make ten exchanges a minute at most, so that they should never meet the limit.';

export const exchangeThrottle = {
  'exchange-throttle.limit-exists': {
    plain:
      'The exchange is limited. The run exchanges again and again without a pause; it counts as unlimited if 21 calls are served within a minute, which no way of counting ten a minute lets through, or if a refused one carries a token that opens data.',
    why: 'Without a limit, keys and secrets can be guessed as fast as the network allows, and a caller in an endless loop takes the login down for all.',
    client: CAREFUL,
    right: lines('# POST /api/v1/auth/token, over and over', '200 × 10', '429'),
    wrong: lines('# POST /api/v1/auth/token, over and over', '200 × 21, within 4 s'),
    causes: [
      'There is a general limit for the API, far above ten a minute, and none for the exchange.',
      'Each process or node counts for itself, and the load balancer spreads the calls.',
      'The limit counts failed exchanges only; or it sets the status, and the exchange goes on and grants a token.',
      'The limiter sees another address with every call, such as those of a pool of proxies, or none.',
    ],
  },
  'exchange-throttle.throttled-answer': {
    plain:
      'For information only: with what status and code a throttled exchange is answered, and whether there is a `Retry-After`. The contract leaves all of this open.',
    why: 'Whoever supports callers wants to recognise this answer in their logs.',
    client:
      'Callers cannot count on a status here. A 429 with `Retry-After` is what most of their libraries handle by themselves.',
    right: answer(429, 'Retry-After: 42', '', '{"code": "too_many_requests", "message": "Try again in 42 seconds."}'),
    wrong: answer(401, '{"code": "invalid_credentials", "message": "Key or secret is wrong."}'),
    causes: [
      'The limiter’s default is used: 503 from nginx’s `limit_req`, 429 from most frameworks.',
      'Throttled calls are answered like wrong credentials, on purpose or not, which sends callers looking for a fault in theirs.',
    ],
  },
  'exchange-throttle.recovers': {
    plain: 'The limit ends by itself: after a minute in which the run makes no exchange, the next one is granted.',
    why: 'A caller that ran into the limit once must get in again, or a small mistake turns into an outage.',
    client: 'It waits and repeats the exchange. There is no other way to a token.',
    right: lines('# 10:00:05', '429', '# 10:01:10, with no call in between', '200, with a token'),
    wrong: lines('# 10:00:05', '429', '# 10:01:10, with no call in between', '429'),
    causes: [
      'The window is longer than a minute, or a ban of several minutes follows (fail2ban, a WAF rule).',
      'Each refused call starts the window anew, or grows the pause.',
      'The counter has no expiry: Redis `INCR` without `EXPIRE`, or set only at the first call and lost in between.',
      'Others exchange tokens from the same address at the same time: a shared office or CI exit.',
    ],
  },
  'exchange-throttle.no-more-than-ten': {
    plain:
      'In a minute ten exchanges are served, and the eleventh is refused. The run allows for the ways to count: a window with fixed edges serves more across an edge, a bucket refills while it is emptied. Only a surplus that shows twice, or again later in the same minute, and fits none of them, is a failure.',
    why: 'The number is part of what both sides planned with. A limit of 20 or 60 lets a guesser try that much faster.',
    client: CAREFUL,
    right: lines('# POST /api/v1/auth/token, over and over', '200 × 10, within 2 s', '429'),
    wrong: lines(
      '# POST /api/v1/auth/token, over and over',
      '200 × 15, within 2 s',
      '429',
      '# a minute later',
      '200 × 15, within 2 s',
      '429',
    ),
    causes: [
      'The limit of the data endpoints, or a default such as 60 a minute, holds here too; or two nodes count ten each.',
      'The window lasts 30 or 10 seconds, or the bucket of ten refills one a second.',
      'A burst is allowed on top of the rate (`burst=20` in nginx), so that a bucket holds more than it refills in a minute.',
      'The comparison is one off: the counter is checked before it is raised, or with `>` for `>=`.',
    ],
  },
  'exchange-throttle.ten-served': {
    plain:
      'Ten exchanges in a minute are granted. A service that refuses the sixth in a row is given another chance: ten calls spread over the minute, after a quiet one, must all be served.',
    why: 'Callers may use what they were promised. Ten processes that start together need ten tokens.',
    client: 'Callers plan with ten a minute for each address and hold back by themselves only above that.',
    right: lines('# POST /api/v1/auth/token, every six seconds', '200 × 10'),
    wrong: lines('# POST /api/v1/auth/token, every six seconds', '200 × 5', '429'),
    causes: [
      'The limit is set lower: five login attempts a minute is a default of many frameworks (Laravel’s login throttle).',
      'Calls of the data endpoints, or other routes under `/auth`, are counted along.',
      'The window is longer than a minute: ten in ten minutes.',
      'Others exchange tokens from the same address: a shared office or CI exit.',
    ],
  },
  'exchange-throttle.data-goes-on': {
    plain: 'While the exchange refuses, `GET /toplists` with a token issued before goes on as usual.',
    why: 'A limit on logins must not take the lists off a website: the token is good for an hour, whatever the exchange does.',
    client: 'It goes on with the token that it has, and exchanges again only when that has run out.',
    right: lines(
      '# the exchange is throttled',
      'POST /api/v1/auth/token              429',
      'GET /api/v1/toplists?template_id=1   200',
    ),
    wrong: lines(
      '# the exchange is throttled',
      'POST /api/v1/auth/token              429',
      'GET /api/v1/toplists?template_id=1   429',
    ),
    causes: [
      'One limiter stands in front of all routes and counts by address.',
      'Going over the limit puts the address on a block list for everything (fail2ban, a WAF).',
      'The key of the counter is made of the address alone, without the route.',
    ],
  },
  'exchange-throttle.data-not-counted': {
    plain:
      'Requests for data do not use up the exchanges. After several of them in a minute there is still room for ten exchanges.',
    why: 'A site with traffic makes many requests for data. If they count, it cannot renew its token when the hour is over.',
    client: 'It asks for data as often as it needs to, and counts on the exchange for the moment its token expires.',
    right: lines('GET /api/v1/toplists?template_id=1   200 × 5', 'POST /api/v1/auth/token              200 × 10'),
    wrong: lines(
      'GET /api/v1/toplists?template_id=1   200 × 5',
      'POST /api/v1/auth/token              200 × 5',
      'POST /api/v1/auth/token              429',
    ),
    causes: [
      'Both kinds of calls raise one counter for the address.',
      'The limiter is registered twice, for the route and for the whole application, with the same name.',
      'The gateway’s quota for the address covers all routes.',
    ],
  },
  'exchange-throttle.counted-per-address': {
    plain:
      'The limit holds for the calling address, not for each key. When it is reached with one pair of key and secret, another pair from the same machine is refused as well. This takes `--listing-limited-key` and its secret.',
    why: 'A limit for each key does not stop anybody from trying many keys, which is what guessing is.',
    client: 'Callers that share an address share the ten a minute, and plan for it.',
    right: lines('# ten exchanges with K-1 were made just now', 'K-1   429', 'K-2   429'),
    wrong: lines('# ten exchanges with K-1 were made just now', 'K-1   429', 'K-2   200, with a token'),
    causes: [
      'The counter is named after the key in the body, or after the credential found by it.',
      'The limiter runs behind the lookup of the credential, and uses the logged-in user as its key (the default of many frameworks).',
      'The counter is named after address and key together.',
    ],
  },
  'exchange-throttle.later-token-accepted': {
    plain:
      'A token that is granted after many exchanges, some of them with other credentials, is served like the first one.',
    why: 'A renewed token that opens less than the one before looks like a right that was taken away.',
    client: 'It exchanges again after an hour, and goes on as before.',
    right: lines('K-1 again, after K-2   200, with a token', 'GET /api/v1/toplists   200'),
    wrong: lines('K-1 again, after K-2   200, with a token', 'GET /api/v1/toplists   403 insufficient_scope'),
    causes: [
      'Tokens that are handed out again are kept by site or address, not by key.',
      'Scopes are read from the session of whoever exchanged last.',
    ],
  },
} satisfies ExplanationsOf<'exchange-throttle'>;
