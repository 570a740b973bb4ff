import { exchangeThrottleFaults } from '../../../fixtures/faults/exchange-throttle.ts';
import type { Behaviour } from '../../../fixtures/publisher/behaviour.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { onReply, onWire } from '../../../fixtures/behaviours/replies.ts';
import { throttleVariations } from '../../../fixtures/variations/listing/throttles.ts';
import { behaviourOf, taking, type ListingCircumstance } from '../circumstance.ts';

const EXISTS = 'exchange-throttle.limit-exists';
const RECOVERS = 'exchange-throttle.recovers';
const AT_MOST = 'exchange-throttle.no-more-than-ten';
const AT_LEAST = 'exchange-throttle.ten-served';
const DATA = 'exchange-throttle.data-goes-on';
const NOT_COUNTED = 'exchange-throttle.data-not-counted';
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

const noAnswers: readonly ListingCircumstance[] = [
  {
    name: 'A limit that drops connections is one like any other',
    behaviour: behaviourOf(throttleVariations, 'throttle-drops-connections'),
    verdict: 'passed',
    says: { [EXISTS]: /^Refused with no answer: \w/ },
    ends: { [EXISTS]: 'pass', [RECOVERS]: 'pass', [DATA]: 'pass', [AT_MOST]: 'pass', [PER_ADDRESS]: 'pass' },
  },
  {
    name: 'A service that answers no exchange any more is not certified',
    behaviour: (base) => {
      let calls = 0;
      return onWire(base, { route: 'token', when: () => (calls += 1) > 6 }, (wire) => ({ ...wire, cut: 'before' }));
    },
    verdict: 'passed',
    says: { [EXISTS]: / was not answered: \w/ },
    ends: { [EXISTS]: 'inconclusive', [AT_MOST]: 'skip' },
  },
  {
    name: 'A limit that only slows exchanges down is not judged',
    behaviour: () => ({ throttle: { admit: () => ({ admitted: true }), release: () => undefined } }),
    inTime: (clock) => taking(clock, 6),
    verdict: 'inconclusive',
    says: { [EXISTS]: /answers so slowly/ },
    ends: { [EXISTS]: 'inconclusive', [AT_LEAST]: 'skip' },
  },
];

const slow: readonly ListingCircumstance[] = [
  {
    name: 'Exchanges that take 1.2 s each are judged all the same',
    inTime: (clock) => taking(clock, 1.2),
    verdict: 'passed',
    ends: { [EXISTS]: 'pass', [RECOVERS]: 'pass', [AT_MOST]: 'pass', [AT_LEAST]: 'pass', [PER_ADDRESS]: 'pass' },
  },
  {
    name: 'The lack of a limit is found where exchanges take 2 s each',
    behaviour: behaviourOf(exchangeThrottleFaults, 'exchange-throttle-absent'),
    inTime: (clock) => taking(clock, 2),
    fails: [EXISTS],
    verdict: 'failed',
    cites: { [EXISTS]: 1 },
    says: {
      [EXISTS]: /^Expected a refusal after ten exchanges in a minute, got 21 exchanges in \d+\.\d s, all granted/,
    },
  },
];

const data: readonly ListingCircumstance[] = [
  ...([429, 503] as const).map((status): ListingCircumstance => ({
    name: `Data that is answered ${status} when exchanges work again too says nothing of the limit`,
    behaviour: onceThrottled((base, isOver) =>
      onReply(base, { route: 'toplists', status: 200, when: isOver }, (reply) => ({ ...reply, status })),
    ),
    verdict: 'passed',
    ends: { [DATA]: 'skip', 'listing-access.exchanged-token-lasts': 'inconclusive', [AT_MOST]: 'pass' },
  })),
  {
    name: 'Data that is refused from the first throttled exchange on is a failure',
    behaviour: onceThrottled((base, isOver) =>
      onReply(base, { route: 'toplists', when: isOver }, (reply) => ({ ...reply, status: 404 })),
    ),
    fails: [DATA],
    verdict: 'failed',
    cites: { [DATA]: 1 },
    says: { [DATA]: /got status 404/ },
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
    name: 'Data that nobody answers once an exchange was throttled is not judged',
    behaviour: onceThrottled((base, isOver) =>
      onWire(base, { route: 'toplists', when: isOver }, (wire) => ({ ...wire, cut: 'before' })),
    ),
    verdict: 'passed',
    ends: { [DATA]: 'skip', 'listing-access.exchanged-token-lasts': 'inconclusive' },
  },
];

const told: readonly ListingCircumstance[] = [
  {
    name: 'What a limit of ten came to is told',
    verdict: 'passed',
    says: {
      [EXISTS]: /^Refused with status 429/,
      [AT_MOST]: /^10 were let through within \d\.\d s\.$/,
    },
  },
  {
    name: 'One that is served every six seconds may be ten a minute',
    behaviour: behaviourOf(throttleVariations, 'throttle-evenly-spread'),
    verdict: 'passed',
    says: { [AT_LEAST]: /^1 granted in \d\.\d s, then status 429 .*: ten may be spread evenly over the minute\.$/ },
    ends: { [AT_MOST]: 'pass', [NOT_COUNTED]: 'skip', 'token-exchange.wrong-key-401': 'pass' },
  },
  {
    name: 'Data calls that use up exchanges are told with what was served after them',
    behaviour: behaviourOf(exchangeThrottleFaults, 'exchange-throttle-counts-data-calls'),
    fails: [NOT_COUNTED],
    verdict: 'failed',
    cites: { [NOT_COUNTED]: 1 },
    says: { [NOT_COUNTED]: /^Expected ten exchanges in a minute after data calls, as without, got 0 served, then/ },
  },
  {
    name: 'Where exchanges never work again, nothing is said of ten a minute, nor of wrong credentials',
    behaviour: behaviourOf(exchangeThrottleFaults, 'exchange-throttle-for-good'),
    fails: [RECOVERS],
    verdict: 'failed',
    cites: { [RECOVERS]: 1 },
    says: {
      [RECOVERS]: /^Expected a token after a quiet minute, got status 429/,
      [AT_LEAST]: /^Waits for exchange-throttle\.recovers/,
      'token-exchange.wrong-key-401': /^The right key and secret, between wrong ones, got status 429/,
    },
    ends: { [AT_MOST]: 'skip', [NOT_COUNTED]: 'pass', [PER_ADDRESS]: 'pass' },
  },
  ...(
    [
      ['five', AT_LEAST, /got 5 granted in \d\.\d s, then status 429 .*; 5 another time\.$/, 2],
      [
        'window-2-times-too-short',
        AT_MOST,
        /got 40 exchanges granted within 91\.\d s, each time until a refusal: 10 after 0\.0 s, 10 after 30\.\d s, 10 after 61\.\d s and 10 after 91/,
        1,
      ],
      [
        'eleven',
        AT_MOST,
        /got 11 granted in 0\.\d s, then a refusal; after a quiet minute, 11 granted in 0\.\d s, then a refusal\.$/,
        2,
      ],
    ] as const
  ).map(([name, id, words, cited]): ListingCircumstance => ({
    name: `${name} is told with what was served, and when`,
    behaviour: behaviourOf(exchangeThrottleFaults, `exchange-throttle-${name}`),
    fails: [id],
    verdict: 'failed',
    says: { [id]: words },
    cites: { [id]: cited },
  })),
  {
    name: 'A limit for each key is told with the last of the tokens that it let through',
    behaviour: behaviourOf(exchangeThrottleFaults, 'exchange-throttle-per-key'),
    fails: [PER_ADDRESS],
    verdict: 'failed',
    cites: { [PER_ADDRESS]: 1 },
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
    ends: { [EXISTS]: 'pass', [RECOVERS]: 'pass' },
  },
];

export const throttleCircumstances: readonly ListingCircumstance[] = [...noAnswers, ...slow, ...data, ...told];
