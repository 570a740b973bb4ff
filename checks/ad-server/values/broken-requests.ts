import type { Payload } from '../../../src/engine/created.ts';
import { shown } from '../../../src/schema/faults.ts';
import { isObject } from '../../json.ts';

export interface Broken {
  readonly wrong: string;
  readonly payload: Payload;
  readonly alsoRight?: AlsoRight | undefined;
}

export type Break = (request: unknown) => Broken;

interface AlsoRight {
  readonly has: (status: number) => boolean;
  readonly expected: readonly number[] | string;
}

const asValue: AlsoRight = { has: (status) => status === 422, expected: [400, 422] };
const anyButServerError: AlsoRight = {
  // 501 says that there is no forecast.
  has: (status) => status < 500 || status === 501,
  expected: 'no server error (5xx)',
};
const refused: AlsoRight = {
  has: (status) => status >= 400 && status < 500 && status !== 429,
  expected: 'status 400, or another 4xx',
};

const allowing = (alsoRight: AlsoRight, ...breaks: readonly Break[]): Break[] =>
  breaks.map((broken) => (request) => ({ ...broken(request), alsoRight }));

const body =
  (wrong: string, textOf: (request: unknown) => string): Break =>
  (request) => ({ wrong, payload: { text: textOf(request) } });

const cutOff = body('JSON that breaks off', () => '{"inventory_id": "x", "flight": {');
const plainText = body('text that is not JSON', () => 'conformance test');
/** Some parsers read the first object and ignore what follows. */
const twoObjects = body('two objects, one after the other', (request) => JSON.stringify(request).repeat(2));
const objectsAndText = body(
  'two objects, one after the other, and text behind them',
  (request) => `${JSON.stringify(request).repeat(2)} conformance test`,
);
const inArray = body('an array as the body', (request) => JSON.stringify([request]));
/** Code that reads the first item without a check fails on this. */
const emptyArray = body('an empty array as the body', () => '[]');
const nullBody = body('null as the body', () => 'null');
const eachMember = (what: string, makeWrong: MakeWrong): Break =>
  body(`${what} for each member`, (request) => {
    const names = isObject(request) ? Object.keys(request) : [];
    return JSON.stringify(Object.fromEntries(names.map((name) => [name, makeWrong(name)])));
  });
const noObject = [nullBody, body('an empty body', () => '')];

type MakeWrong = (right: unknown) => unknown;

const leftOut: MakeWrong = () => undefined; // `JSON.stringify` leaves such a member out.
const asNull: MakeWrong = () => null;
const asNumber: MakeWrong = () => 12345;
const asText: MakeWrong = () => 'conformance test';
const asObject: MakeWrong = () => ({});
const inList: MakeWrong = (right) => [right];
const firstItem: MakeWrong = (right) => (Array.isArray(right) ? right[0] : right);
/** A service may see a wrong type (400) or values that do not fit (422). */
const listOfNull: MakeWrong = () => [null];

/** Wrong values of required members, by path: null, and others that code stumbles over. The two dates share them. */
type Members = Readonly<Record<string, readonly MakeWrong[]>>;

/** Of the forecast request (ad-server §2.4). An array of slots is not tried: it could be a batch variant. */
const FORECAST_MEMBERS: Members = {
  inventory_id: [asNumber, asNull, asObject],
  flight: [asNull, asText],
  'flight.start_date': [asNull, asObject],
  'flight.end_date': [asNumber, inList],
};

/** Of the order request (ad-server §2.5), outside its lines. */
const ORDER_MEMBERS: Members = {
  idempotency_key: [asNumber, asNull],
  order: [asNull, asText, inList],
  'order.external_ref': [asNumber, asNull, asObject],
  'order.name': [asNumber, asNull, inList],
  advertiser: [asNull, inList, asText],
  'advertiser.name': [asNumber, asNull, asObject],
  line_items: [firstItem, asNull, asText],
};

const LINE_MEMBERS: Members = {
  external_ref: [asNumber, asNull, asObject],
  inventory_id: [asNumber, asNull, inList],
  flight: [asNull, asText, inList],
  'flight.start_date': [asNumber, asObject],
  'flight.end_date': [asNull, inList],
  goal_impressions: [String, asNull, inList],
  sizes: [listOfNull, firstItem, asNull, asObject],
};

/** What careless clients write. A service may refuse it, but must not fail. */
const ODD_TARGETINGS = [{ targeting: null }, { targeting: { geo: 'DE' } }, { targeting: 'DE' }];
const ODD_CREATIVES = [{ creatives: null }, { creatives: [null] }, { creatives: 'none' }];

const withOther =
  (path: string, makeWrong: MakeWrong, inWords: (value: unknown) => string, alsoRight?: AlsoRight): Break =>
  (request) => ({
    wrong: inWords(makeWrong(memberAt(request, path))),
    payload: { json: changed(request, path, makeWrong) },
    alsoRight,
  });

const missing = (path: string): Break => withOther(path, leftOut, () => `a request without ${path}`);

const mistyped = ([path, makeWrong]: readonly [path: string, MakeWrong]): Break =>
  withOther(
    path,
    makeWrong,
    (value) => `a request with ${typeof value === 'number' ? 'the number ' : ''}${shown(value)} as ${path}`,
    makeWrong === listOfNull ? asValue : undefined,
  );

const adding = (what: string, path: string, odds: readonly object[]): Break[] =>
  odds.map((odd) => {
    const more: MakeWrong = (holder) => (isObject(holder) ? { ...holder, ...odd } : odd);
    return withOther(path, more, () => `${what} with ${JSON.stringify(odd)}`, anyButServerError);
  });

const eachMissing = (members: Members) => Object.keys(members).map(missing);

const wrongValues = (members: Members) =>
  Object.entries(members).flatMap(([path, values]) => values.map((makeWrong) => [path, makeWrong] as const));

/** In the first and the second line by turns: a service may validate the first line only. */
const inLines = (path: string, index: number) => `line_items.${index % 2}.${path}`;

/** An array is not always refused: a service may offer a batch variant, whose shape is open (§4.3). */
export const FORECAST_BREAKS = {
  'forecast-malformed-json': [plainText, twoObjects, ...noObject, ...allowing(anyButServerError, emptyArray)],
  'forecast-missing-member': eachMissing(FORECAST_MEMBERS),
  'forecast-wrong-type': wrongValues(FORECAST_MEMBERS).map(mistyped),
  'forecast-odd-options': adding('a request', '', [
    ...ODD_TARGETINGS,
    { targeting: { geo: [null] } },
    { sizes: null },
    { sizes: [] },
  ]),
} as const satisfies Record<string, readonly Break[]>;

export const ORDER_BREAKS = {
  'orders-malformed-json': [cutOff, twoObjects, ...noObject, inArray],
  'orders-missing-member': eachMissing(ORDER_MEMBERS),
  'orders-wrong-type': wrongValues(ORDER_MEMBERS).map(mistyped),
  'line-missing-member': Object.keys(LINE_MEMBERS).map(inLines).map(missing),
  'line-wrong-type': [
    ...wrongValues(LINE_MEMBERS).map(([path, makeWrong], index) => mistyped([inLines(path, index), makeWrong])),
    mistyped(['line_items.1', asNull]),
    mistyped(['line_items.1', asText]),
  ],
} as const satisfies Record<string, readonly Break[]>;

/** A few are enough to catch a service that fills in what is missing from the stored order. */
export const UPDATE_BREAKS = {
  'orders-missing-member': ['advertiser', 'order.name'].map(missing),
  'line-missing-member': [missing('line_items.0.flight')],
  'line-wrong-type': [mistyped(['line_items.0.goal_impressions', String])],
  'line-odd-options': adding('a line', 'line_items.0', [...ODD_TARGETINGS, ...ODD_CREATIVES]),
} as const satisfies Record<string, readonly Break[]>;

/** How an unreadable report request is refused is left open, and `null` may count as an empty one. */
export const REPORT_BREAKS: readonly Break[] = [
  ...allowing(refused, objectsAndText),
  ...allowing(anyButServerError, nullBody, eachMember('a number', asNumber), eachMember('an object', asObject)),
];

function memberAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((holder, step) => new Map<string, unknown>(Object.entries(holder ?? {})).get(step), value);
}

function changed(value: unknown, path: string, to: MakeWrong): unknown {
  if (path === '') return to(value);
  const [step, ...rest] = path.split('.');
  const edited = (item: unknown, name: string) => (name === step ? changed(item, rest.join('.'), to) : item);
  if (Array.isArray(value)) return value.map((item: unknown, index) => edited(item, String(index)));
  const members = Object.entries(value ?? {}).map(([name, item]: [string, unknown]) => [name, edited(item, name)]);
  return Object.fromEntries(members);
}
