import { answer, messages } from './example.ts';
import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';

const ADDRESS = 'GET /api/v1/toplists?template_id=1';

/** A request for data with this line as its credential. */
const asking = (credential: string) => lines(ADDRESS, credential);

const LISTS = answer(200, '{"toplists": [{"id": 1, "name": "Best of the month"}]}');
const REFUSED = answer(401, '{"message": "The token is missing or not valid."}');
const INSUFFICIENT = answer(403, '{"code": "insufficient_scope", "message": "toplist:read is needed."}');
const NOT_ALLOWED = answer(403, '{"code": "ip_not_allowed", "message": "This address is not on the allowlist."}');
const TOKEN = answer(
  200,
  '{"token": "T-1", "type": "bearer", "expires_in": 3600,',
  ' "site": {"id": 7, "name": "City Guide", "code": "cg", "domain": "guide.example"},',
  ' "scopes": ["toplist:read", "brand:read"]}',
);

const exchanged = lines(ADDRESS, 'Authorization: Bearer T-2', '# T-2 was granted ["brand:read"] only');
const fixed = lines(ADDRESS, 'Authorization: Bearer static-2', '# static-2 was issued for brand:read only');
const fromOutside = lines('POST /api/v1/auth/token', '# right key and secret, from an address that is not on the list');

const WITHOUT_TOKEN = 'A caller without a valid token counts on a refusal, and a 401 makes it get a new token.';
const ASKS_FOR_SCOPE =
  'A caller that meets 403 `insufficient_scope` asks for a credential with more scopes. It does not exchange again.';

/** What happens to services that tell more than they should, by mode. */
function withoutData(mode: string, request: string) {
  return {
    plain: `The refusal of ${mode} without the scope holds nothing of the list, not even a part. The run compares it with what a full credential is served.`,
    why: 'A list with a few members left out looks complete to whoever gets it. And what is in the body has been handed out, whatever the status says.',
    client: 'A caller takes what it is served as the full list; partial data would end up on a website as such.',
    right: messages(request, INSUFFICIENT),
    wrong: messages(
      request,
      answer(
        403,
        '{"code": "insufficient_scope", "message": "toplist:read is needed.",',
        ' "preview": [{"id": 1, "name": "Best of the month"}]}',
      ),
    ),
    causes: [
      'The list is loaded first, and the error is merged into the answer.',
      'Members are filtered by scope one by one in the serialiser, instead of refusing the request.',
      'A cache in front answers with a body that was made for another credential.',
    ],
  };
}

export const listingAccess = {
  'listing-access.https-only': {
    plain: 'The base URL of the listing API begins with `https://`.',
    why: 'Key, secret and tokens travel in every request. Without TLS, anyone on the way can read them.',
    client:
      'Callers are handed an address of the form `https://{tenant}/api/v1`. `--local` sets the rule aside for a service under development; such a run earns no certificate.',
    right: 'https://tenant.example/api/v1',
    wrong: 'http://tenant.example/api/v1',
    causes: [
      'TLS ends at the load balancer, and the application prints its own address with the inner scheme.',
      'The address of a development machine was copied into the settings.',
    ],
  },
  'listing-access.exchanged-token-accepted': {
    plain:
      '`GET /toplists` with a token from the exchange answers 200. The run asks with the first token, and with a second one after another exchange.',
    why: 'A token that was granted and opens nothing leaves the site without its lists, although every login works.',
    client: 'Callers send the token as `Authorization: Bearer <token>` with every request for data.',
    right: messages(asking('Authorization: Bearer T-1'), LISTS),
    wrong: messages(asking('Authorization: Bearer T-1'), REFUSED),
    causes: [
      'The token is signed with one key and checked with another: two environments, or a rotation that reached one of two services.',
      'The clocks of the two machines differ, so that a new token is not valid yet (`nbf`, `iat`).',
      'The data endpoint knows static tokens only, and looks this one up in their table.',
      'The proxy consumes or strips the `Authorization` header (Apache with CGI, Basic auth in front).',
    ],
  },
  'listing-access.static-token-accepted': {
    plain: '`GET /toplists` with the static token answers 200, without any exchange before.',
    why: 'The static token is the whole of mode A: whoever has one was told that nothing else is needed.',
    client: 'In mode A callers send the issued token as it is with every request, and never call the exchange.',
    right: messages(asking('Authorization: Bearer static-1'), LISTS),
    wrong: messages(asking('Authorization: Bearer static-1'), REFUSED),
    causes: [
      'Every bearer token is parsed as a JWT, and a static one is none.',
      'The static token has passed its own `expires_at`, was revoked, or belongs to another tenant.',
      'Static tokens were meant for another header (`X-Api-Key`).',
    ],
  },
  'listing-access.exchanged-token-lasts': {
    plain:
      'A token that was served once goes on being served. The run uses its first token again after other credentials were exchanged, after wrong tokens, and at the end. Where it is refused, other tokens tell whether the whole address is: that is not blamed.',
    why: 'Callers keep a token for its full hour. One that ends before leaves them without lists until somebody looks.',
    client: 'It asks for a token once an hour, and has no reason to ask earlier.',
    right: messages(lines('# T-1 was issued 90 s ago', asking('Authorization: Bearer T-1')), LISTS),
    wrong: messages(lines('# T-1 was issued 90 s ago', asking('Authorization: Bearer T-1')), REFUSED),
    causes: [
      'A site has one session: every exchange replaces the one before, or only the newest few are kept.',
      'Tokens are kept in a cache that is emptied, or that forgets them before the hour is over.',
      'A wrong token, or an exchange that is throttled, ends the sessions of the address.',
      'Scopes are kept by site or by address, so that the last exchange decides for all tokens.',
    ],
  },
  'listing-access.static-token-lasts': {
    plain:
      'A static token goes on being served. The run uses it again after exchanges, after requests with tokens that were never issued, after tokens that are nearly right, and at its end. A refusal that began behind the nearly right ones may be a lockout and is not blamed.',
    why: 'In mode A there is nothing to renew: a token that is good once leaves no way on.',
    client: 'It sends the same static token with every request, for months.',
    right: messages(lines('# the second time', asking('Authorization: Bearer static-1')), LISTS),
    wrong: messages(lines('# the second time', asking('Authorization: Bearer static-1')), REFUSED),
    causes: [
      'The token is taken for one that is good once, such as those of invitations.',
      'One of several nodes does not know it.',
      'An exchange of the same site replaces it.',
    ],
  },
  'listing-access.no-token-no-data': {
    plain:
      'Without a token there is no list: a request without `Authorization`, and one with `Bearer` alone, get no 2xx and no data. The run compares the refusals with what a right token is served.',
    why: 'Lists are made for one tenant. An open endpoint hands them to everyone who finds the address.',
    client: WITHOUT_TOKEN,
    right: messages(ADDRESS, REFUSED),
    wrong: messages(ADDRESS, LISTS),
    causes: [
      'The route is outside the group that the login filter covers.',
      'A CDN caches the list and serves it without asking (no `Vary: Authorization`, no `Cache-Control: private`).',
      'A missing token counts as a guest, who may see a public part, such as other templates.',
    ],
  },
  'listing-access.no-token-401': {
    plain: 'A request without a token is best refused with 401. Another refusal earns a warning.',
    why: 'By the status callers know what to do: 401 means get a token, 403 means ask for rights, 404 means look elsewhere.',
    client: 'A caller that gets 401 gets itself a token and asks again.',
    right: messages(ADDRESS, REFUSED),
    wrong: messages(ADDRESS, answer(403, '{"message": "Forbidden"}')),
    causes: [
      'The framework answers 403 where there is no credential at all (the default entry point of Spring Security).',
      'The answer is a redirect to a login page, as for browsers.',
      'The template is looked up before the token, so the answer is 404 or 422.',
    ],
  },
  'listing-access.garbage-token-no-data': {
    plain:
      'With a token that nobody ever issued there is no list: no 2xx and no data. Nor is there one for the key or the secret in place of a token: they are for the exchange.',
    why: 'An endpoint that wants to see some token, whichever, is open.',
    client: WITHOUT_TOKEN,
    right: messages(asking('Authorization: Bearer no-such-token-51d0'), REFUSED),
    wrong: messages(asking('Authorization: Bearer no-such-token-51d0'), LISTS),
    causes: [
      'The gateway checks that the header is there, and the application trusts the gateway.',
      'An error in the lookup of the token is swallowed, and the request goes on.',
      'Keys, secrets and tokens lie in one table, and any of them is found.',
      'A CDN answers from its cache.',
    ],
  },
  'listing-access.garbage-token-401': {
    plain: 'A token that nobody ever issued is best refused with 401. Another refusal earns a warning.',
    why: 'Callers with a broken or outdated token recover by themselves if the status is 401, and hardly otherwise.',
    client: 'A caller that gets 401 exchanges its key and secret again.',
    right: messages(asking('Authorization: Bearer no-such-token-51d0'), REFUSED),
    wrong: messages(asking('Authorization: Bearer no-such-token-51d0'), answer(500, '{"message": "Server Error"}')),
    causes: [
      'The JWT library throws on a token that is no JWT, and nobody catches it: 500.',
      'Invalid tokens get 400 or 403.',
      'The template is looked up before the token, so the answer is 404 or 422.',
    ],
  },
  'listing-access.near-exchanged-token-no-data': {
    plain:
      'A token that resembles an exchanged one opens nothing. The run changes one character near the end and the last one, changes the case of one letter, adds some, cuts some off, and for a JWT removes the signature (`"alg": "none"`).',
    why: 'If the token is not checked as a whole, anyone can write one, with the site and the scopes that he likes.',
    client: WITHOUT_TOKEN,
    right: messages(asking('Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzaXRlIjo3fQ.'), REFUSED),
    wrong: messages(asking('Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzaXRlIjo3fQ.'), LISTS),
    causes: [
      'The token is decoded and not verified (`jwt.decode` for `jwt.verify`, `verify_signature: False`).',
      'The library takes the algorithm from the token, `none` included.',
      'Opaque tokens are looked up by a prefix or an id inside them, or in a column that does not tell upper from lower case.',
      'The gateway caches decisions under a shortened token.',
    ],
  },
  'listing-access.near-exchanged-token-401': {
    plain: 'A token that resembles an exchanged one is best refused with 401. Another refusal earns a warning.',
    why: 'To the caller it is an invalid token like any other, and the remedy is the same.',
    client: 'A caller that gets 401 exchanges its key and secret again.',
    right: messages(asking('Authorization: Bearer T-1xxxx'), REFUSED),
    wrong: messages(asking('Authorization: Bearer T-1xxxx'), answer(403, '{"message": "Bad signature"}')),
    causes: [
      'A wrong signature is treated as an attack and gets 403 from the WAF or the filter.',
      'The JWT library throws on a broken token, and nobody catches it: 500.',
    ],
  },
  'listing-access.near-static-token-no-data': {
    plain:
      'A token that resembles the static one opens nothing. The run changes one character near the end and the last one, changes the case of one letter where that is no digit, adds some, and cuts some off.',
    why: 'Static tokens live long. If parts of one are enough, there is plenty of time to guess.',
    client: WITHOUT_TOKEN,
    right: messages('# the token is static-7f3a90c1d2', asking('Authorization: Bearer static-7f3a90'), REFUSED),
    wrong: messages('# the token is static-7f3a90c1d2', asking('Authorization: Bearer static-7f3a90'), LISTS),
    causes: [
      'Tokens are compared by `startsWith`, `LIKE` or a prefix index.',
      'The column does not tell upper from lower case, as with MySQL’s usual collations (`…_ci`).',
      'bcrypt ignores everything after 72 bytes, and a column of fixed width cuts off.',
      'The part in front identifies the credential, and the part behind, or the last character, is never compared.',
    ],
  },
  'listing-access.near-static-token-401': {
    plain: 'A token that resembles the static one is best refused with 401. Another refusal earns a warning.',
    why: 'A mistyped token is the usual mistake in mode A; a 401 says plainly where to look.',
    client: 'In mode A there is nothing to exchange: a 401 has somebody check the token in the settings.',
    right: messages(asking('Authorization: Bearer static-1xxxx'), REFUSED),
    wrong: messages(asking('Authorization: Bearer static-1xxxx'), answer(403, '{"message": "Forbidden"}')),
    causes: [
      'Unknown tokens get 403, as from AWS API Gateway’s authorisers.',
      'The form of the token is validated first, and the answer is 400 or 422.',
    ],
  },
  'listing-access.bearer-scheme-only': {
    plain:
      'A valid token counts only behind `Bearer`. With no scheme in front, behind another one such as `Token`, or in a header such as `X-API-Key`, it is refused. The run tries exchanged and static tokens, and key and secret behind `Basic`.',
    why: 'Proxies, logs and scanners know bearer credentials and hide them. A token that works elsewhere too ends up in logs in clear text.',
    client: 'Callers send `Authorization: Bearer <token>` and nothing else.',
    right: messages(asking('Authorization: T-1'), REFUSED),
    wrong: messages(asking('Authorization: T-1'), LISTS),
    causes: [
      'The last word of the header is taken for the token, whatever stands before it.',
      '`replace("Bearer ", "")` leaves a bare token as it is.',
      'The token filter of a framework takes `Token` as another name of `Bearer`, perhaps for static tokens alone.',
      'The token is also taken from other places (`X-API-Key`, a query parameter, a cookie), by a generic token extractor.',
    ],
  },
  'listing-access.exchanged-without-scope-403': {
    plain:
      'A token from the exchange whose credential lacks `toplist:read` gets 403 from `GET /toplists`. It comes from `--listing-limited-key` and `--listing-limited-secret`.',
    why: 'Scopes decide what a credential is for. One that was issued for brands must not read lists, and a 401 would make it exchange again and again.',
    client: ASKS_FOR_SCOPE,
    right: messages(exchanged, INSUFFICIENT),
    wrong: messages(exchanged, LISTS),
    causes: [
      'Scopes are written into the token and shown at the exchange, but no endpoint looks at them, or for some templates only.',
      'The endpoint asks for any of several scopes, where the one for lists is needed.',
      'The answer is an empty list with status 200, by way of a filter.',
      'The limited credentials of the run do have the scope.',
    ],
  },
  'listing-access.exchanged-without-scope-code': {
    plain: 'The 403 for a missing scope (exchanged token) holds the code `insufficient_scope` somewhere in its body.',
    why: 'There are two kinds of 403 in this API. The code tells a missing scope from an address that is not allowed.',
    client: ASKS_FOR_SCOPE,
    right: messages(exchanged, INSUFFICIENT),
    wrong: messages(exchanged, answer(403, '{"message": "Forbidden"}')),
    causes: [
      'The framework’s own 403 is sent, without a code.',
      'The code is spelt in another way: `INSUFFICIENT_SCOPE`, `missing_scope`.',
    ],
  },
  'listing-access.exchanged-without-scope-no-data': withoutData('an exchanged token', exchanged),
  'listing-access.static-without-scope-403': {
    plain:
      'A static token that lacks `toplist:read` gets 403 from `GET /toplists`. It is the `--listing-limited-token` of the run.',
    why: 'Scopes hold in both modes. A static token lives long, so what it can open matters even more.',
    client: ASKS_FOR_SCOPE,
    right: messages(fixed, INSUFFICIENT),
    wrong: messages(fixed, LISTS),
    causes: [
      'Scopes are checked from the claims of exchanged tokens; static ones have no claims and pass.',
      'Static tokens date from before there were scopes, and count as having all.',
      'The answer is an empty list with status 200, by way of a filter.',
      'The limited token of the run does have the scope.',
    ],
  },
  'listing-access.static-without-scope-code': {
    plain: 'The 403 for a missing scope (static token) holds the code `insufficient_scope` somewhere in its body.',
    why: 'There are two kinds of 403 in this API. The code tells a missing scope from an address that is not allowed.',
    client: ASKS_FOR_SCOPE,
    right: messages(fixed, INSUFFICIENT),
    wrong: messages(fixed, answer(403, '{"message": "Forbidden"}')),
    causes: [
      'The two modes go through different filters, and only one of them has the code.',
      'The framework’s own 403 is sent, without a code.',
      'The code is spelt in another way: `INSUFFICIENT_SCOPE`, `missing_scope`.',
    ],
  },
  'listing-access.static-without-scope-no-data': withoutData('a static token', fixed),
  'listing-access.without-scope-later': {
    plain:
      'A token without the scope is refused later as it was at first: with 403 `insufficient_scope`, and without data. The run uses it a second time, and again at its end; where the limit of the exchange was judged, that is minutes later.',
    why: 'Scopes that are forgotten open the lists to credentials that were never meant to have them.',
    client: ASKS_FOR_SCOPE,
    right: messages(lines('# T-2 was issued 90 s ago', exchanged), INSUFFICIENT),
    wrong: messages(lines('# T-2 was issued 90 s ago', exchanged), LISTS),
    causes: [
      'Scopes are kept in a cache for a short while, and a token that is not in it gets the default.',
      'A refusal is remembered as a successful login, which the next request goes by.',
      'A token that was refused is withdrawn or put on a block list, and gets 401 from then on.',
      'The second refusal comes from a cache or a gateway, which has another body or status.',
    ],
  },
  'listing-access.granted-scopes-decide': {
    plain:
      'What an exchange says of the scopes fits what its token opens. Which scope `GET /toplists` requires is left open, but it is one: a token that is served has it, and one that gets 403 `insufficient_scope` has not. So the first lists at least one scope that the other does not. Without `--listing-limited-key` only an empty list shows.',
    why: 'A caller reads from `scopes` what it may ask for. If the list is wrong, it asks in vain or not at all.',
    client: 'Callers read the granted scopes from the answer of the exchange.',
    right: lines(
      '# T-1 is served',
      '"scopes": ["toplist:read", "brand:read"]',
      '# T-2 is refused',
      '"scopes": ["brand:read"]',
    ),
    wrong: lines(
      '# T-1 is served',
      '"scopes": ["toplist:read", "brand:read"]',
      '# T-2 is refused',
      '"scopes": ["toplist:read", "brand:read"]',
    ),
    causes: [
      'The answer lists the default, and not what the credential holds.',
      'The list is that of the site or of the user, while the endpoints look at the credential.',
      'Scopes that come from a role or a group are honoured, and left out of the answer.',
    ],
  },
  'listing-access.own-token-decides': {
    plain:
      'Eight requests at once, with a full token and a limited one in turn: each gets what its own token opens. Every token has shown before what that is.',
    why: 'Requests of all callers meet in one service. Where they share a state, one gets the rights of another, and it shows under load only.',
    client: 'Pages that are built from several lists ask for them at once.',
    right: lines('# at once', 'T-1   200', 'T-2   403 insufficient_scope', 'T-1   200', 'T-2   403 insufficient_scope'),
    wrong: lines('# at once', 'T-1   200', 'T-2   200', 'T-1   200', 'T-2   403 insufficient_scope'),
    causes: [
      'The current token or user is kept in a global variable or a singleton, and another request comes in while the database is asked.',
      'Thread-local state goes on to the next request, or is lost behind an `await`.',
      'A cache or a connection pool is keyed by the address of the caller.',
    ],
  },
  'listing-access.blocked-exchange-403': {
    plain:
      'If an allowlist is set and the calling address is not on it, the exchange answers 403. Run it with `--listing-blocked` from such a machine.',
    why: 'A 401 would say that key or secret are wrong, and somebody would replace credentials that are fine.',
    client: 'A caller that meets this 403 has its address put on the list; it keeps its key and secret.',
    right: messages(fromOutside, NOT_ALLOWED),
    wrong: messages(fromOutside, TOKEN),
    causes: [
      'Behind a proxy the address that is checked is the proxy’s (no `X-Forwarded-For`, no trusted proxies).',
      'The list is checked at the data endpoints only.',
      'The firewall drops the connection, so that there is no answer at all.',
      'The machine that the run is on is on the list after all, or reaches the service by IPv6.',
    ],
  },
  'listing-access.blocked-exchange-code': {
    plain: 'The 403 for an address that is not on the allowlist holds the code `ip_not_allowed` somewhere in its body.',
    why: 'The code names the one thing to mend, the address. Without it the search begins at the credentials.',
    client: 'A caller tells by the code that its address is at fault, not its scopes.',
    right: messages(fromOutside, NOT_ALLOWED),
    wrong: messages(fromOutside, answer(403, '{"message": "Forbidden"}')),
    causes: [
      'The web server or WAF refuses the address before the application, with its own page (`deny all`).',
      'The framework’s own 403 is sent, without a code.',
      'The code is spelt in another way: `IP_NOT_ALLOWED`, `ip_blocked`.',
    ],
  },
  'listing-access.blocked-data-401': {
    plain:
      'At a data endpoint an address that is not on the allowlist gets 401, not the 403 of the exchange. The run asks with the static token, with one that was never issued, and without any. Where no static token is given, only a wrong status shows.',
    why: 'The two endpoints differ here on purpose, and callers tell by the status at which step they were stopped.',
    client: 'A caller reads the 401 as a token that is not good from where it is used.',
    right: messages(
      lines('# from an address that is not on the list', asking('Authorization: Bearer static-1')),
      REFUSED,
    ),
    wrong: messages(
      lines('# from an address that is not on the list', asking('Authorization: Bearer static-1')),
      NOT_ALLOWED,
    ),
    causes: [
      'One filter checks addresses for all routes, and answers 403 everywhere.',
      'The list is checked at the exchange only, so that a token works from anywhere.',
      'The web server or WAF refuses the address with its own 403.',
    ],
  },
} satisfies ExplanationsOf<'listing-access'>;
