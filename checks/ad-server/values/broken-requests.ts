import type { Payload } from '../../../src/engine/payload.ts';
import { shown } from '../../../src/schema/faults.ts';
import { isObject } from '../../json.ts';

/**
 * What is as right an answer as 400: `as a value` is 422; `passed over` is anything but a server error; `refused` is any
 * 4xx.
 */
export type AlsoRight = 'as a value' | 'passed over' | 'refused';

/** A request that is wrong in one place. */
export interface Broken {
  /** As in `a request without flight`. */
  readonly wrong: string;
  readonly payload: Payload;
  readonly alsoRight?: AlsoRight | undefined;
}

export type Break = (request: unknown) => Broken;

/** A required member of a request, and values of wrong JSON types, made of the right one. */
interface Member {
  readonly path: Path;
  readonly wrongTypes: readonly ((right: unknown) => unknown)[];
}

type Path = readonly (string | number)[];

const body =
  (wrong: string, textOf: (request: unknown) => string, alsoRight?: AlsoRight): Break =>
  (request) => ({ wrong, payload: { text: textOf(request) }, alsoRight });

const json = (wrong: string, value: unknown, alsoRight?: AlsoRight): Broken => ({
  wrong,
  payload: { json: value },
  alsoRight,
});

/** Bodies that are not JSON. Of an object with another behind it some parsers read the first and look no further. */
export const NOT_JSON: readonly Break[] = [
  body('JSON that breaks off', () => '{"inventory_id": "x", "flight": {'),
  body('text that is not JSON', () => 'conformance test'),
  body('an object with another behind it', (request) => JSON.stringify(request).repeat(2)),
];

/** Bodies that are not a JSON object, apart from arrays. */
const NO_OBJECT: readonly Break[] = [
  ...NOT_JSON,
  body('a number for a body', () => '12345'),
  body('null for a body', () => 'null'),
  body('an empty body', () => ''),
];

const inArray = (alsoRight?: AlsoRight) =>
  body('an array for a body', (request) => JSON.stringify([request]), alsoRight);

const none = () => null;
const inList = (right: unknown) => [right];
/** As some languages mistake an object for a list. */
const numbered = (right: unknown) => Object.fromEntries([right].flat().entries());
const first = (right: unknown): unknown => (Array.isArray(right) ? right[0] : right);
const forText = [() => 12345, none, inList];
const forObject = [() => 'text', none, inList];

/** A list of a wrong type, or of values that do not fit: either reading is right. */
const LIST_OF_NULL: readonly unknown[] = Object.freeze([null]);

/** The required members of ad-server §2.4's request; an array of slots is left to a batch variant. */
const FORECAST_MEMBERS: readonly Member[] = [
  { path: ['inventory_id'], wrongTypes: [() => 12345, none] },
  { path: ['flight'], wrongTypes: forObject },
  { path: ['flight', 'start_date'], wrongTypes: forText },
  { path: ['flight', 'end_date'], wrongTypes: forText },
];

/** Without these it is not an update of the order. */
const KEY_AND_ORDER: readonly Member[] = [
  { path: ['idempotency_key'], wrongTypes: forText },
  { path: ['order'], wrongTypes: forObject },
  { path: ['order', 'external_ref'], wrongTypes: forText },
];

/** The other required members of ad-server §2.5 outside the lines. */
const ORDER_MEMBERS: readonly Member[] = [
  { path: ['advertiser'], wrongTypes: forObject },
  { path: ['advertiser', 'name'], wrongTypes: forText },
  { path: ['order', 'name'], wrongTypes: forText },
  { path: ['line_items'], wrongTypes: [() => 'text', first, numbered, none] },
];

/** The required members of ad-server §2.5 in a line. */
function lineMembers(line: number): readonly Member[] {
  const at = (...path: Path) => ['line_items', line, ...path];
  return [
    { path: at('external_ref'), wrongTypes: forText },
    { path: at('inventory_id'), wrongTypes: forText },
    { path: at('flight'), wrongTypes: forObject },
    { path: at('flight', 'start_date'), wrongTypes: forText },
    { path: at('flight', 'end_date'), wrongTypes: forText },
    { path: at('goal_impressions'), wrongTypes: [String, () => true, none] },
    { path: at('sizes'), wrongTypes: [first, numbered, line === 0 ? none : () => LIST_OF_NULL] },
  ];
}

const LINES: readonly Member[] = [
  { path: ['line_items', 0], wrongTypes: [none] },
  { path: ['line_items', 1], wrongTypes: [() => 'text'] },
];

/**
 * Optional members as a mapper writes them that knows no absence, or mistakes one value for several. The service may refuse
 * them or pass them over; it must not fail.
 */
const ODD_OPTIONS_OF_FORECAST: readonly object[] = [
  { targeting: null },
  { targeting: { geo: null } },
  { targeting: { geo: 'DE' } },
  { sizes: null },
  { sizes: '300x250' },
];

const ODD_OPTIONS_OF_LINE: readonly object[] = [
  { targeting: null },
  { targeting: { geo: null } },
  { targeting: { geo: 'DE' } },
  { creatives: null },
  { creatives: {} },
  { creatives: [null] },
];

const missing = (members: readonly Member[]): Break[] =>
  members.map(
    ({ path }) =>
      (request) =>
        json(`a request without ${path.join('.')}`, withoutMember(request, path)),
  );

const mistyped = (members: readonly Member[]): Break[] =>
  members.flatMap(({ path, wrongTypes }) =>
    wrongTypes.map((wrongly): Break => (request) => {
      const value = wrongly(memberAt(request, path));
      const wrong = `${path.join('.')} as ${shown(value)}`;
      return json(wrong, withMember(request, path, value), value === LIST_OF_NULL ? 'as a value' : undefined);
    }),
  );

const adding = (what: string, path: Path, odd: object): Break => {
  const wrong = `${what} with ${JSON.stringify(odd)}`;
  return (request) => {
    const holder = memberAt(request, path);
    return json(wrong, withMember(request, path, isObject(holder) ? { ...holder, ...odd } : odd), 'passed over');
  };
};

/** The ways to break a forecast request. A service may offer a batch variant, whose shape is open (§4.3). */
export const FORECAST_BREAKS = {
  'malformed-json': [...NO_OBJECT, inArray('passed over')],
  'missing-member': missing(FORECAST_MEMBERS),
  'wrong-type': mistyped(FORECAST_MEMBERS),
  'odd-options': ODD_OPTIONS_OF_FORECAST.map((odd) => adding('a request', [], odd)),
} as const satisfies Record<string, readonly Break[]>;

export const ORDER_BREAKS = {
  'orders-malformed-json': [...NO_OBJECT, inArray()],
  'orders-missing-member': missing([...KEY_AND_ORDER, ...ORDER_MEMBERS]),
  'orders-wrong-type': mistyped([...KEY_AND_ORDER, ...ORDER_MEMBERS]),
  'line-missing-member': missing([0, 1].flatMap(lineMembers)),
  'line-wrong-type': mistyped([...LINES, ...[0, 1].flatMap(lineMembers)]),
} as const satisfies Record<string, readonly Break[]>;

/** Whoever checks the start of a flight in an update checks its end, too; new orders are tried without either. */
const linesOfUpdates = lineMembers(0).filter(({ path }) => !path.includes('end_date'));

const firstOf = ({ path, wrongTypes }: Member): Member => ({ path, wrongTypes: wrongTypes.slice(0, 1) });

/** The ways to break an update: a service that merges it with what is stored hardly misses anything else. */
export const UPDATE_BREAKS = {
  'orders-missing-member': missing(ORDER_MEMBERS),
  'line-missing-member': missing(linesOfUpdates),
  'line-wrong-type': mistyped(linesOfUpdates.filter(({ path }) => !path.includes('start_date')).map(firstOf)),
  'line-odd-options': ODD_OPTIONS_OF_LINE.map((odd) => adding('a line', ['line_items', 0], odd)),
} as const satisfies Record<string, readonly Break[]>;

function memberAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (holder, step) => new Map<string, unknown>(Object.entries(holder ?? {})).get(String(step)),
    value,
  );
}

function withoutMember(value: unknown, path: Path): unknown {
  return changed(value, path, () => []);
}

function withMember(value: unknown, path: Path, replacement: unknown): unknown {
  return path.length === 0 ? replacement : changed(value, path, (name) => [[name, replacement]]);
}

function changed(value: unknown, [step, ...rest]: Path, at: (name: string) => [string, unknown][]): unknown {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index): unknown[] => {
      if (index !== step) return [item];
      return rest.length === 0 ? at(String(index)).map(([, other]) => other) : [changed(item, rest, at)];
    });
  return Object.fromEntries(
    Object.entries(value ?? {}).flatMap(([name, item]: [string, unknown]) => {
      if (name !== step) return [[name, item]];
      return rest.length === 0 ? at(name) : [[name, changed(item, rest, at)]];
    }),
  );
}
