import type { ContractId, Level } from '../src/engine/rule.ts';

export interface EarlierCheck {
  readonly id: string;
  readonly contract: ContractId;
  readonly level: Level;
  readonly goneSince: string;
  readonly now: readonly [string, ...string[]];
  readonly why: string;
}

const GONE: Readonly<Record<string, Pick<EarlierCheck, 'level' | 'now' | 'why'>>> = {
  'inventory.no-slot-twice': {
    level: 'must',
    now: ['inventory.no-slot-on-two-pages', 'inventory.no-slot-twice-on-a-page'],
    why: 'A slot that is on one page twice is a warning now.',
  },
  'updates.takes-creatives': {
    level: 'should',
    now: ['updates.attaches-creatives'],
    why: 'The contract promises it, so it fails now instead of warning.',
  },
  'auth.empty-key-is-401': {
    level: 'must',
    now: ['auth.malformed-header-is-refused'],
    why: 'A header that is malformed in itself may be answered 400, too.',
  },
  'auth.other-scheme-is-401': {
    level: 'must',
    now: ['auth.other-scheme-or-header-is-401'],
    why: 'It judges a key in another header, too.',
  },
  'inventory.unknown-cursor': {
    level: 'info',
    now: ['inventory.walk-ends'],
    why: 'The contract is silent about cursors that were never issued; those that were are judged.',
  },
  'inventory.out-of-range-limit': {
    level: 'info',
    now: ['inventory.out-of-range-limit-is-handled'],
    why: 'The contract does not say which refusal is right, so only server errors are told.',
  },
  'inventory.ids-stable-throughout': {
    level: 'must',
    now: ['inventory.ids-stable'],
    why: 'Ids that change from one reading to the next show at the beginning of a run.',
  },
  'idempotency.kept-throughout': {
    level: 'must',
    now: ['idempotency.conflict-after-other-requests'],
    why: 'Whether keys are kept shows after an update and many other requests.',
  },
  'token-exchange.jwt-expiry': {
    level: 'info',
    now: ['token-exchange.expires-in-3600'],
    why: 'Callers rely on `expires_in`, and treat the token as opaque.',
  },
  'token-exchange.malformed-answer': {
    level: 'info',
    now: ['token-exchange.missing-secret-refused', 'token-exchange.mistyped-secret-refused'],
    why: 'The contract names no status for it.',
  },
  'exchange-throttle.throttled-answer': {
    level: 'info',
    now: ['exchange-throttle.limit-exists'],
    why: 'The contract names neither status nor code, and the limit itself tells the answer.',
  },
  'exchange-throttle.later-token-accepted': {
    level: 'must',
    now: ['listing-access.exchanged-token-accepted'],
    why: 'The token of a second exchange is judged there.',
  },
};

const OF_LISTING = /^(?:token-exchange|listing-access|exchange-throttle)\./;

export const EARLIER_CHECKS: readonly EarlierCheck[] = Object.entries(GONE).map(([id, check]) => ({
  ...check,
  id,
  contract: OF_LISTING.test(id) ? 'listing' : 'ad-server',
  goneSince: '1.1.0',
}));

/** A check whose level was another one in earlier releases. */
export interface EarlierLevel {
  readonly id: string;
  /** Until the release before this one. */
  readonly changedIn: string;
  readonly level: Level;
  readonly why: string;
}

const TOO_LENIENT = 'The client never sends such a request, so accepting it is a warning now.';
const MAY_BE_RULE = 'It may be a business rule or a freedom of the publisher, so it is a warning now.';
const ONLY_RECORDED = 'No sentence of the contract names the status, so it is only recorded now.';

export const EARLIER_LEVELS: readonly EarlierLevel[] = [
  ...levels('1.1.0', 'must', TOO_LENIENT, [
    'forecast.date-format',
    'orders.date-format',
    'listing-access.bearer-scheme-only',
  ]),
  ...levels('1.1.0', 'must', MAY_BE_RULE, [
    'forecast.one-day-flight',
    'orders.one-day-flight',
    'forecast.archived-slot-is-not-404',
    'orders.refused-creates-nothing',
    'orders.order-ids-unique',
  ]),
  ...levels('1.1.0', 'should', 'The contract promises it, so it fails now instead of warning.', [
    'orders.lines-on-two-slots',
  ]),
  ...levels('1.1.0', 'should', ONLY_RECORDED, [
    'listing-access.no-token-401',
    'listing-access.garbage-token-401',
    'listing-access.near-exchanged-token-401',
    'listing-access.near-static-token-401',
  ]),
  ...levels('1.1.0', 'should', 'One of the two shapes is enough, so it is only recorded now.', [
    'orders.takes-both-creative-shapes',
  ]),
];

function levels(changedIn: string, level: Level, why: string, ids: readonly string[]): EarlierLevel[] {
  return ids.map((id) => ({ id, changedIn, level, why }));
}

export function earlierCheck(id: string): EarlierCheck | undefined {
  return EARLIER_CHECKS.find((check) => check.id === id);
}

export function earlierLevel(id: string): string | undefined {
  const before = EARLIER_LEVELS.find((check) => check.id === id);
  return before && `${id} was a ${before.level} before ${before.changedIn}. ${before.why}`;
}

export function becameOf({ id, goneSince, now, why }: EarlierCheck): string {
  return `${id} is gone since ${goneSince}; ${now.join(' and ')} ${now.length === 1 ? 'takes' : 'take'} its place. ${why}`;
}
