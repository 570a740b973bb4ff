/** A required member of a request, and values of JSON types that it must not have, made of the right one. */
export interface Member {
  readonly path: Path;
  readonly wrongTypes: readonly ((right: unknown, line: number) => unknown)[];
}

type Path = readonly (string | number)[];

const none = () => null;
const listed = (right: unknown) => [right];
const text = [() => 12345, none, listed];
const object = [() => 'text', none, listed];
const truth = () => true;
/** As some languages take an object for a list. */
const numbered = (right: unknown) => Object.fromEntries([right].flat().entries());
const first = (right: unknown): unknown => (Array.isArray(right) ? right[0] : right);
/** Nothing at all, and a list of nothing in the second line. */
const noneOrOfNone = (_right: unknown, line: number) => (line === 0 ? null : OF_NONE);

/** A list of a wrong type, or of values that do not fit: either reading is right. */
export const OF_NONE: readonly unknown[] = Object.freeze([null]);

/** Bodies that are no JSON object, made of a request that is right but for that. */
export const MALFORMED: readonly (readonly [wrong: string, bodyOf: (request: object) => string])[] = [
  ['JSON that breaks off', () => '{"inventory_id": "x", "flight": {'],
  ['text that is not JSON', () => 'conformance test'],
  ['a number for a body', () => '12345'],
  ['an array for a body', (request) => JSON.stringify([request])],
  ['null for a body', () => 'null'],
  ['an empty body', () => ''],
  ['an object with another behind it', twice],
];

/** The same object again behind itself: no JSON text, of which some readers take the first value and look no further. */
export function twice(request: unknown): string {
  return JSON.stringify(request).repeat(2);
}

/** The required members of ad-server §2.4's request; an array of slots is left to a batch variant. */
export const FORECAST_MEMBERS: readonly Member[] = [
  { path: ['inventory_id'], wrongTypes: [() => 12345, none] },
  { path: ['flight'], wrongTypes: object },
  { path: ['flight', 'start_date'], wrongTypes: text },
  { path: ['flight', 'end_date'], wrongTypes: text },
];

/** The required members of ad-server §2.5 outside the lines. */
export const ORDER_MEMBERS: readonly Member[] = [
  { path: ['idempotency_key'], wrongTypes: text },
  { path: ['advertiser'], wrongTypes: object },
  { path: ['advertiser', 'name'], wrongTypes: text },
  { path: ['order'], wrongTypes: object },
  { path: ['order', 'name'], wrongTypes: text },
  { path: ['order', 'external_ref'], wrongTypes: text },
  { path: ['line_items'], wrongTypes: [() => 'text', first, numbered, none] },
];

/** A line that is none. */
export const LINE: Member = { path: [], wrongTypes: [(_right, line) => (line === 0 ? null : 'text')] };

/** The required members of ad-server §2.5 in each line. */
export const LINE_MEMBERS: readonly Member[] = [
  { path: ['external_ref'], wrongTypes: text },
  { path: ['inventory_id'], wrongTypes: text },
  { path: ['flight'], wrongTypes: object },
  { path: ['flight', 'start_date'], wrongTypes: text },
  { path: ['flight', 'end_date'], wrongTypes: text },
  { path: ['goal_impressions'], wrongTypes: [String, truth, none] },
  { path: ['sizes'], wrongTypes: [first, numbered, noneOrOfNone] },
];

/**
 * Optional members as a mapper writes them that knows no absence, or takes one for several. Refused or passed over, either
 * is right; to break down on them is not.
 */
export const ODD_OPTIONS_OF_FORECAST: readonly object[] = [
  { targeting: null },
  { targeting: { geo: null } },
  { targeting: { geo: 'DE' } },
  { sizes: null },
  { sizes: '300x250' },
];

/** The same in a line of an order. */
export const ODD_OPTIONS_OF_LINE: readonly object[] = [
  { targeting: null },
  { targeting: { geo: null } },
  { creatives: null },
  { creatives: {} },
  { creatives: [null] },
];

/** The value at a path. */
export function memberAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (holder, step) => new Map<string, unknown>(Object.entries(holder ?? {})).get(String(step)),
    value,
  );
}

/** A copy without the member at a path. */
export function withoutMember(value: unknown, path: Path): unknown {
  return changed(value, path, () => []);
}

/** A copy with another value at a path. */
export function withMember(value: unknown, path: Path, replacement: unknown): unknown {
  return changed(value, path, (name) => [[name, replacement]]);
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
