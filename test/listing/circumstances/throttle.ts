import { exchangeThrottleFaults } from '../../../fixtures/faults/exchange-throttle.ts';
import type { Behaviour } from '../../../fixtures/publisher/behaviour.ts';
import type { Reply } from '../../../fixtures/publisher/messages.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { onReply, onWire } from '../../../fixtures/behaviours/replies.ts';
import { throttleVariations } from '../../../fixtures/variations/listing/throttles.ts';
import { clockWindow, weighedWindow } from '../../../fixtures/variations/listing/windows.ts';
import type { JumpingClock } from '../../jumping-clock.ts';
import { behaviourOf, taking, type ListingCircumstance } from '../circumstance.ts';

const EXISTS = 'exchange-throttle.limit-exists';
const RECOVERS = 'exchange-throttle.recovers';
const AT_MOST = 'exchange-throttle.no-more-than-ten';
const AT_LEAST = 'exchange-throttle.ten-served';
const DATA = 'exchange-throttle.data-goes-on';
const NOT_COUNTED = 'exchange-throttle.data-not-counted';
const LATER = 'exchange-throttle.later-token-accepted';
const PER_ADDRESS = 'exchange-throttle.counted-per-address';

/** Applies a change from the first throttled exchange on. */
function onceThrottled(change: (base: Behaviour, isOver: () => boolean) => Partial<Behaviour>): BehaviourChange {
  return (base) => {
    let isOver = false;
    return {
      throttleRefusal: (seconds, exchange) => {
        isOver = true;
        return base.throttleRefusal(seconds, exchange);
      },
      ...change(base, () => isOver),
    };
  };
}

/** Changes the answers with data from the first throttled exchange on. */
const dataEnds = (edit: (reply: Reply) => Reply): BehaviourChange =>
  onceThrottled((base, isOver) => onReply(base, { route: 'toplists', when: isOver }, edit));

const dropping: BehaviourChange = (base) => ({
  throttleRefusal: (seconds, exchange) => base.throttleRefusal(seconds, exchange).with({ code: 'dropped' }),
  ...onWire(base, { route: 'token', status: 429 }, (wire) => ({ ...wire, cut: 'before' })),
});

const noAnswers: readonly ListingCircumstance[] = [
  {
    name: 'A limit that drops connections is waited for behind an earlier run',
    behaviour: [
      dropping,
      ({ throttle: { admit, release } }) => {
        let left = 8;
        return {
          throttle: {
            release,
            admit: (caller, now) => {
              for (; left > 0; left -= 1) admit(caller, now);
              return admit(caller, now);
            },
          },
        };
      },
    ],
    verdict: 'passed',
    ends: { 'token-exchange.repeatable': 'pass', [EXISTS]: 'pass', [RECOVERS]: 'pass' },
  },
  {
    name: 'A limit that drops connections is one like any other',
    behaviour: dropping,
    verdict: 'passed',
    says: { [EXISTS]: /^Refused with no answer: \w/ },
    ends: { [EXISTS]: 'pass', [RECOVERS]: 'pass', [DATA]: 'pass', [AT_MOST]: 'pass', [PER_ADDRESS]: 'pass' },
  },
  {
    name: 'A service that answers no exchange any more is not certified',
    behaviour: (base) => {
      let calls = 0;
      return onWire(base, { route: 'token', when: () => (calls += 1) > 9 }, (wire) => ({ ...wire, cut: 'before' }));
    },
    verdict: 'inconclusive',
    says: { [EXISTS]: /^There was no answer: \w/ },
    ends: { [EXISTS]: 'inconclusive', [RECOVERS]: 'skip', [AT_MOST]: 'skip' },
  },
  {
    name: 'A limit that only slows exchanges down is not judged',
    behaviour: () => ({ throttle: { admit: () => ({ admitted: true }), release: () => undefined } }),
    inTime: (clock) => (base) => {
      let next = 0;
      return {
        beforeHandle: async (exchange) => {
          if (exchange.request.route === 'token') {
            next = Math.max(clock.now(), next + 6000);
            await clock.sleep(next - clock.now());
          }
          return base.beforeHandle(exchange);
        },
      };
    },
    verdict: 'inconclusive',
    says: { [EXISTS]: /answers so slowly/ },
    ends: { [EXISTS]: 'inconclusive', [AT_LEAST]: 'skip' },
  },
  {
    name: 'An exchange that is not answered any more once it was throttled is no verdict',
    behaviour: onceThrottled((base, isOver) =>
      onWire(base, { route: 'token', when: ({ status }) => isOver() && status !== 429 }, (wire) => ({
        ...wire,
        cut: 'before',
      })),
    ),
    verdict: 'passed',
    says: { [RECOVERS]: /^There was no answer: \w/ },
    ends: { [EXISTS]: 'pass', [RECOVERS]: 'inconclusive', [AT_LEAST]: 'skip', [DATA]: 'pass' },
  },
];

/**
 * Windows of a minute that begin this many seconds off the run's clock. `others` and `first` are the durations of
 * exchanges.
 */
const windowsOff =
  (seconds: number, others = 0.5, first = 6) =>
  (clock: JumpingClock): BehaviourChange =>
  (base, settings) => {
    const { admit, release } = clockWindow(10, settings.throttleWindowSeconds);
    return {
      ...taking(clock, others, first)(base, settings),
      throttle: { admit: (caller) => admit(caller, new Date(clock.now() + 1000 * seconds)), release },
    };
  };

/** A limit with weighted windows that begin this many seconds off the run's clock. */
const weighing =
  (limit: number, seconds: number) =>
  (clock: JumpingClock): BehaviourChange =>
  (_base, { throttleWindowSeconds }) => {
    const { admit, release } = weighedWindow(limit, throttleWindowSeconds);
    return { throttle: { admit: (caller) => admit(caller, new Date(clock.now() + 1000 * seconds)), release } };
  };

/** Limits that admit less if the previous window was used. */
const weighed: readonly ListingCircumstance[] = [
  {
    name: 'A limit of nine that weighs the window before is too low, and counts no data calls',
    inTime: weighing(9, 30),
    fails: [AT_LEAST],
    verdict: 'failed',
    cites: { [AT_LEAST]: 1 },
    says: {
      [AT_LEAST]: /^Expected ten exchanges a minute, evenly spread, got \d+ served, then status 429/,
      [NOT_COUNTED]: /^Waits for exchange-throttle\.ten-served/,
    },
  },
  ...([0, 40] as const).map((seconds): ListingCircumstance => ({
    name: `A limit of fourteen that weighs the window before, ${seconds} s off, is found behind a longer pause`,
    inTime: weighing(14, seconds),
    fails: [AT_MOST],
    verdict: 'failed',
    says: {
      [AT_MOST]:
        /^Expected at most ten exchanges in a row, and no more until the minute is over, got 14 in a row served within/,
    },
  })),
];

const slow: readonly ListingCircumstance[] = [
  ...[1.2, 4].map((seconds): ListingCircumstance => ({
    name: `Exchanges that take ${seconds} s each are judged all the same`,
    inTime: (clock) => taking(clock, seconds),
    verdict: 'passed',
    ends: { [EXISTS]: 'pass', [RECOVERS]: 'pass', [AT_MOST]: 'pass', [AT_LEAST]: 'pass', [PER_ADDRESS]: 'pass' },
  })),
  ...[38.5, 48.75].map((seconds): ListingCircumstance => ({
    name: `Windows whose edge, ${seconds} s off, lies between exchanges that were sent together are no bucket`,
    inTime: windowsOff(seconds),
    verdict: 'passed',
    ends: { [AT_MOST]: 'pass' },
  })),
  {
    name: 'A window whose edge lies in the first row of exchanges is no bucket that holds more than ten',
    inTime: windowsOff(57.4, 0.3, 0.3),
    verdict: 'passed',
    says: { [AT_MOST]: /^10 were let through within \d\.\d s\.$/ },
    ends: { [AT_MOST]: 'pass' },
  },
  {
    name: 'The lack of a limit is found where exchanges take 2 s each',
    behaviour: behaviourOf(exchangeThrottleFaults, 'exchange-throttle-absent'),
    inTime: (clock) => taking(clock, 2),
    fails: [EXISTS],
    verdict: 'failed',
    cites: { [EXISTS]: 1 },
    says: {
      [EXISTS]: /^Expected a refusal after ten exchanges in a minute, got 2\d exchanges served within \d+\.\d s/,
    },
  },
];

const data: readonly ListingCircumstance[] = [
  ...([429, 503] as const).map((status): ListingCircumstance => ({
    name: `Data that is answered ${status} in a fresh window too says nothing of the limit`,
    behaviour: dataEnds((reply) => ({ ...reply, status })),
    verdict: 'passed',
    says: {
      [DATA]: status === 429 ? /429: its own limit may be/ : /503, and perhaps not because of the throttle/,
      'listing-access.exchanged-token-lasts': new RegExp(
        `^Whether the token is still good does not show: status ${status}`,
      ),
      'listing-access.static-token-lasts': new RegExp(
        `^Whether the token is still good does not show: status ${status}`,
      ),
    },
    ends: {
      [DATA]: 'inconclusive',
      [AT_MOST]: 'pass',
      'listing-access.exchanged-token-lasts': 'inconclusive',
      'listing-access.static-token-lasts': 'inconclusive',
      'listing-access.without-scope-later': 'skip',
    },
  })),
  ...([429, 500, 404] as const).map((status): ListingCircumstance => ({
    name: `Data that is answered ${status} while exchanges are throttled for good ${status === 404 ? 'is a failure' : 'says nothing of the limit'}`,
    behaviour: [
      behaviourOf(exchangeThrottleFaults, 'exchange-throttle-for-good'),
      dataEnds((reply) => ({ ...reply, status })),
    ],
    fails: status === 404 ? [DATA, RECOVERS] : [RECOVERS],
    verdict: 'failed',
    ends: { [DATA]: status === 404 ? 'fail' : 'inconclusive' },
  })),
  {
    name: 'Data that is refused from the first throttled exchange on is a failure',
    behaviour: dataEnds((reply) => ({ ...reply, status: 401 })),
    fails: [DATA],
    verdict: 'failed',
    cites: { [DATA]: 1 },
    says: { [DATA]: /got status 401/, [LATER]: /^Waits for exchange-throttle\.data-goes-on/ },
  },
  {
    name: 'Data that is answered 429 for two seconds once an exchange was throttled goes on',
    behaviour: (base) => {
      let begun: number | null = null;
      return {
        throttleRefusal: (seconds, exchange) => {
          begun ??= exchange.now().getTime();
          return base.throttleRefusal(seconds, exchange);
        },
        beforeHandle: (exchange) =>
          exchange.request.route === 'toplists' && begun !== null && exchange.now().getTime() < begun + 2000
            ? base.throttleRefusal(2, exchange)
            : base.beforeHandle(exchange),
      };
    },
    verdict: 'passed',
    ends: { [DATA]: 'pass' },
  },
  {
    name: 'A token that is granted behind the throttle and not known is found',
    behaviour: onceThrottled((base, isOver) => {
      const unknown = new Set<string>();
      return {
        signToken: (claims, exchange) => {
          if (isOver()) unknown.add(claims.jti);
          return base.signToken(claims, exchange);
        },
        isTokenLive: (claims, exchange) => !unknown.has(claims.jti) && base.isTokenLive(claims, exchange),
      };
    }),
    fails: [LATER],
    verdict: 'failed',
    says: { [LATER]: /^Expected data, as with the first token, got status 401/ },
  },
  {
    name: 'Data that nobody answers once an exchange was throttled is not judged',
    behaviour: onceThrottled((base, isOver) =>
      onWire(base, { route: 'toplists', when: isOver }, (wire) => ({ ...wire, cut: 'before' })),
    ),
    verdict: 'passed',
    says: { [DATA]: /^There was no answer: \w/ },
  },
];

const told: readonly ListingCircumstance[] = [
  {
    name: 'What a limit of ten came to is told',
    verdict: 'passed',
    says: {
      [EXISTS]: /^Refused with status 429/,
      'exchange-throttle.throttled-answer': /^status 429 \(.*\), Retry-After: \d+\.$/,
      [AT_MOST]: /^\d+ were let through within \d\.\d s\.$/,
    },
  },
  {
    name: 'A limit that does not say when is told as such',
    behaviour: behaviourOf(throttleVariations, 'throttle-sliding-window-429-without-retry-after'),
    verdict: 'passed',
    says: { 'exchange-throttle.throttled-answer': /, without Retry-After\.$/ },
  },
  {
    name: 'Ten that are evenly spread are told as such',
    behaviour: behaviourOf(throttleVariations, 'throttle-evenly-spread'),
    verdict: 'passed',
    says: { [AT_LEAST]: /^Only \d before a refusal, but ten a minute, evenly spread\./ },
    ends: { [NOT_COUNTED]: 'pass' },
  },
  {
    name: 'Data calls that use up exchanges are told with what was served between them',
    behaviour: behaviourOf(exchangeThrottleFaults, 'exchange-throttle-counts-data-calls'),
    fails: [NOT_COUNTED],
    verdict: 'failed',
    cites: { [NOT_COUNTED]: 1 },
    says: {
      [NOT_COUNTED]: /^Expected ten exchanges in a minute with data calls between .*, got \d served, then status/,
    },
  },
  {
    name: 'Where exchanges never work again, nothing is said of ten a minute',
    behaviour: behaviourOf(exchangeThrottleFaults, 'exchange-throttle-for-good'),
    fails: [RECOVERS],
    verdict: 'failed',
    cites: { [RECOVERS]: 1 },
    says: {
      [RECOVERS]: /^Expected a token after a quiet minute, got status 429/,
      [AT_LEAST]: /^Waits for exchange-throttle\.recovers/,
    },
    ends: { [AT_MOST]: 'skip', [NOT_COUNTED]: 'skip', [PER_ADDRESS]: 'skip' },
  },
  ...(
    [
      [
        'window-4-times-too-short',
        /got 34 exchanges served within 91\.\d s: 4 up to a refusal, then 10 after 30\.\d s, 10 after 61\.\d s and 10 after 91/,
        1,
      ],
      ['one-a-second', /got 24 exchanges served within 55\.\d s\.$/, 1],
      ['eighteen', /got 18 in a row served within 0\.\d s, and 18 another time\.$/, 2],
      ['eleven', /got 11 in a row served within 0\.\d s, and 11 another time\.$/, 2],
    ] as const
  ).map(([name, words, cited]): ListingCircumstance => ({
    name: `${name} is told with what was served, and when`,
    behaviour: behaviourOf(exchangeThrottleFaults, `exchange-throttle-${name}`),
    fails: [AT_MOST],
    verdict: 'failed',
    says: { [AT_MOST]: words },
    cites: { [AT_MOST]: cited },
  })),
  {
    name: 'A limit for each key is told with the last of the tokens that it let through',
    behaviour: behaviourOf(exchangeThrottleFaults, 'exchange-throttle-per-key'),
    fails: [PER_ADDRESS],
    verdict: 'failed',
    cites: { [PER_ADDRESS]: 1 },
  },
  {
    name: 'A later token of others is told with the use of the first one',
    behaviour: behaviourOf(exchangeThrottleFaults, 'exchange-throttle-token-of-others'),
    fails: [LATER],
    verdict: 'failed',
    cites: { [LATER]: 4 },
  },
  {
    name: 'A limit that holds once only is found',
    behaviour: onceThrottled((base, isOver) => ({
      throttle: {
        release: () => undefined,
        admit: (caller, now) => (isOver() ? { admitted: true } : base.throttle.admit(caller, now)),
      },
    })),
    fails: [AT_MOST],
    verdict: 'failed',
    says: {
      [AT_MOST]: /got 2\d in a row served within \d\.\d s\.$/,
      [PER_ADDRESS]: /^Waits for exchange-throttle\.no-more-than-ten/,
    },
    ends: { [EXISTS]: 'pass', [RECOVERS]: 'pass' },
  },
];

export const throttleCircumstances: readonly ListingCircumstance[] = [
  ...noAnswers,
  ...weighed,
  ...slow,
  ...data,
  ...told,
];
