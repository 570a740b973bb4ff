import type { Level } from '../src/engine/rule.ts';

export interface EarlierCheck {
  readonly id: string;
  readonly now: readonly [string, ...string[]];
  readonly why: string;
}

const NO_STATUS = 'The contract names no status for it.';

/** Checks of 1.0.0 that are gone since 1.1.0. */
const GONE: Readonly<Record<string, Omit<EarlierCheck, 'id'>>> = {
  'inventory.no-slot-twice': {
    now: ['inventory.no-slot-on-two-pages', 'inventory.no-slot-twice-on-a-page'],
    why: 'A slot that is on one page twice is a warning now.',
  },
  'updates.takes-creatives': {
    now: ['updates.attaches-creatives'],
    why: 'The contract promises it, so it fails now instead of warning.',
  },
  'auth.empty-key-is-401': {
    now: ['auth.malformed-header-is-refused'],
    why: 'A header that is malformed in itself may be answered 400, too.',
  },
  'auth.other-scheme-is-401': {
    now: ['auth.other-scheme-or-header-is-401'],
    why: 'It judges a key in another header, too.',
  },
  'inventory.unknown-cursor': {
    now: ['inventory.walk-ends'],
    why: 'The contract is silent about cursors that were never issued; those that were are judged.',
  },
  'inventory.out-of-range-limit': {
    now: ['inventory.out-of-range-limit-is-handled'],
    why: 'The contract does not say which refusal is right, so only server errors are told.',
  },
  'inventory.ids-stable-throughout': {
    now: ['inventory.ids-stable'],
    why: 'Ids that change from one reading to the next show at the beginning of a run.',
  },
  'idempotency.kept-throughout': {
    now: ['idempotency.conflict-after-other-requests'],
    why: 'Whether keys are kept shows after an update and many other requests.',
  },
  'token-exchange.jwt-expiry': {
    now: ['token-exchange.expires-in-3600'],
    why: 'Callers rely on `expires_in`, and treat the token as opaque.',
  },
  'token-exchange.malformed-answer': {
    now: ['token-exchange.missing-secret-refused', 'token-exchange.mistyped-secret-refused'],
    why: NO_STATUS,
  },
  'exchange-throttle.throttled-answer': {
    now: ['exchange-throttle.limit-exists'],
    why: 'The contract names neither status nor code, and the limit itself tells the answer.',
  },
  'exchange-throttle.later-token-accepted': {
    now: ['listing-access.exchanged-token-accepted'],
    why: 'The token of a second exchange is judged there.',
  },
  'listing-access.no-token-401': { now: ['listing-access.no-token-no-data'], why: NO_STATUS },
  'listing-access.garbage-token-401': { now: ['listing-access.garbage-token-no-data'], why: NO_STATUS },
  'listing-access.near-exchanged-token-401': { now: ['listing-access.near-exchanged-token-no-data'], why: NO_STATUS },
  'listing-access.near-static-token-401': { now: ['listing-access.near-static-token-no-data'], why: NO_STATUS },
};

export const EARLIER_CHECKS: readonly EarlierCheck[] = Object.entries(GONE).map(([id, check]) => ({ id, ...check }));

/** Checks whose level was another one before 1.1.0. */
interface EarlierLevel {
  readonly level: Level;
  readonly why: string;
  readonly ids: readonly string[];
}

const EARLIER_LEVELS: readonly EarlierLevel[] = [
  {
    level: 'must',
    why: 'The client never sends such a request, so accepting it is a warning now.',
    ids: ['forecast.date-format', 'orders.date-format', 'listing-access.bearer-scheme-only'],
  },
  {
    level: 'must',
    why: 'It may be a business rule or a freedom of the publisher, so it is a warning now.',
    ids: [
      'forecast.one-day-flight',
      'orders.one-day-flight',
      'forecast.archived-slot-is-not-404',
      'orders.refused-creates-nothing',
      'orders.order-ids-unique',
    ],
  },
  {
    level: 'should',
    why: 'The contract promises it, so it fails now instead of warning.',
    ids: ['orders.lines-on-two-slots'],
  },
  {
    level: 'should',
    why: 'One of the two shapes is enough, so it is only recorded now.',
    ids: ['orders.takes-both-creative-shapes'],
  },
];

export function earlierCheck(id: string): EarlierCheck | undefined {
  return EARLIER_CHECKS.find((check) => check.id === id);
}

export function earlierLevel(id: string): string | undefined {
  const before = EARLIER_LEVELS.find(({ ids }) => ids.includes(id));
  return before && `${id} was a ${before.level} before 1.1.0. ${before.why}`;
}

export function becameOf({ id, now, why }: EarlierCheck): string {
  return `${id} is gone since 1.1.0; ${now.join(' and ')} ${now.length === 1 ? 'takes' : 'take'} its place. ${why}`;
}
