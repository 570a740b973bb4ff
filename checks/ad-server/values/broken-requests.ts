import type { Payload } from '../../../src/engine/payload.ts';
import { shown } from '../../../src/schema/faults.ts';
import { isObject } from '../../json.ts';

/** A request that is wrong in one place. */
export interface Broken {
  /** As in `a request without flight`. */
  readonly wrong: string;
  readonly payload: Payload;
  /** The statuses that are as right as 400. */
  readonly alsoRight?: AlsoRight | undefined;
}

export type Break = (request: unknown) => Broken;

type AlsoRight = (status: number) => boolean;

const asValue: AlsoRight = (status) => status === 422;
/** Anything but a server error; 501 says that there is no forecast. */
const passedOver: AlsoRight = (status) => status < 500 || status === 501;
const refused: AlsoRight = (status) => status >= 400 && status < 500 && status !== 429;

const body =
  (wrong: string, textOf: (request: unknown) => string, alsoRight?: AlsoRight): Break =>
  (request) => ({ wrong, payload: { text: textOf(request) }, alsoRight });

const cutOff = body('JSON that breaks off', () => '{"inventory_id": "x", "flight": {');
const plainText = (alsoRight?: AlsoRight) => body('text that is not JSON', () => 'conformance test', alsoRight);
/** Some parsers read the first of them and look no further. */
const twoObjects = (alsoRight?: AlsoRight) =>
  body('an object with another behind it', (request) => JSON.stringify(request).repeat(2), alsoRight);
const inArray = (alsoRight?: AlsoRight) =>
  body('an array for a body', (request) => JSON.stringify([request]), alsoRight);
const noObject = [body('null for a body', () => 'null'), body('an empty body', () => '')];

/** A value of a wrong JSON type, made of the right one. */
type Wrongly = (right: unknown) => unknown;

const none: Wrongly = () => null;
const number: Wrongly = () => 12345;
const inList: Wrongly = (right) => [right];
const first: Wrongly = (right) => (Array.isArray(right) ? right[0] : right);
/** As some languages mistake an object for a list. */
const numbered: Wrongly = (right) => Object.fromEntries([right].flat().entries());
/** A list of a wrong type, or of values that do not fit: either reading is right. */
const listOfNull: Wrongly = () => [null];

/**
 * Required members by their paths, with wrong values for each. Null is mistaken the most, and a number for a text; whoever
 * takes care of these hardly fails on a list, so that few are tried with one. The dates of a flight share the two.
 */
type Members = Readonly<Record<string, readonly Wrongly[]>>;

/** Of ad-server §2.4's request; an array of slots is left to a batch variant. */
const FORECAST_MEMBERS: Members = {
  inventory_id: [number, none],
  flight: [none],
  'flight.start_date': [number],
  'flight.end_date': [none],
};

/** Of ad-server §2.5 outside the lines. */
const ORDER_MEMBERS: Members = {
  idempotency_key: [number, none],
  order: [none],
  'order.external_ref': [number, none],
  'order.name': [number, none],
  advertiser: [none, inList],
  'advertiser.name': [number, none],
  line_items: [first, numbered, none],
};

/** Of ad-server §2.5 in a line. */
const LINE_MEMBERS: Members = {
  external_ref: [number, none],
  inventory_id: [number, none, inList],
  flight: [none],
  'flight.start_date': [number],
  'flight.end_date': [none],
  goal_impressions: [() => true, String, none],
  sizes: [first, numbered, listOfNull, none],
};

/**
 * Optional members as a mapper writes them that knows no absence, or mistakes one value for several. The service may refuse
 * them or pass them over; it must not fail.
 */
const ODD_TARGETINGS: readonly object[] = [
  { targeting: null },
  { targeting: { geo: null } },
  { targeting: { geo: 'DE' } },
];
const ODD_SIZES: readonly object[] = [{ sizes: null }, { sizes: '300x250' }];
const ODD_CREATIVES: readonly object[] = [{ creatives: null }, { creatives: {} }, { creatives: [null] }];

const missing = (path: string): Break => {
  return (request) => ({
    wrong: `a request without ${path}`,
    // JSON leaves out what is undefined.
    payload: { json: changed(request, path, () => undefined) },
  });
};

const mistyped = ([path, wrongly]: readonly [path: string, Wrongly]): Break => {
  const alsoRight = wrongly === listOfNull ? asValue : undefined;
  return (request) => ({
    wrong: `${path} as ${shown(wrongly(memberAt(request, path)))}`,
    payload: { json: changed(request, path, wrongly) },
    alsoRight,
  });
};

const adding = (what: string, path: string, odd: object): Break => {
  const more: Wrongly = (holder) => (isObject(holder) ? { ...holder, ...odd } : odd);
  return (request) => ({
    wrong: `${what} with ${JSON.stringify(odd)}`,
    payload: { json: changed(request, path, more) },
    alsoRight: passedOver,
  });
};

const eachMissing = (members: Members) => Object.keys(members).map(missing);

const wrongValues = (members: Members) =>
  Object.entries(members).flatMap(([path, values]) => values.map((wrongly) => [path, wrongly] as const));

/** In the first line, the next in the second: a service may look at the first alone. */
const inLines = (path: string, index: number) => `line_items.${index % 2}.${path}`;

/** The ways to break a forecast request. A service may offer a batch variant, whose shape is open (§4.3). */
export const FORECAST_BREAKS = {
  'forecast-malformed-json': [plainText(), twoObjects(), ...noObject, inArray(passedOver)],
  'forecast-missing-member': eachMissing(FORECAST_MEMBERS),
  'forecast-wrong-type': wrongValues(FORECAST_MEMBERS).map(mistyped),
  'forecast-odd-options': [...ODD_TARGETINGS, ...ODD_SIZES].map((odd) => adding('a request', '', odd)),
} as const satisfies Record<string, readonly Break[]>;

export const ORDER_BREAKS = {
  'orders-malformed-json': [cutOff, twoObjects(), ...noObject, inArray()],
  'orders-missing-member': eachMissing(ORDER_MEMBERS),
  'orders-wrong-type': wrongValues(ORDER_MEMBERS).map(mistyped),
  'line-missing-member': Object.keys(LINE_MEMBERS).map(inLines).map(missing),
  'line-wrong-type': [
    ...wrongValues(LINE_MEMBERS).map(([path, wrongly], index) => mistyped([inLines(path, index), wrongly])),
    mistyped(['line_items.1', none]),
  ],
} as const satisfies Record<string, readonly Break[]>;

/** The ways to break an update: a service that merges it with what is stored hardly misses anything else. */
export const UPDATE_BREAKS = {
  'orders-missing-member': ['advertiser', 'order.name'].map(missing),
  'line-missing-member': [missing('line_items.0.flight')],
  'line-wrong-type': [mistyped(['line_items.0.goal_impressions', String])],
  'line-odd-options': [...ODD_TARGETINGS, ...ODD_CREATIVES].map((odd) => adding('a line', 'line_items.0', odd)),
} as const satisfies Record<string, readonly Break[]>;

/** The contract does not fix how a report request is refused that is not understood. */
export const REPORT_BREAKS: readonly Break[] = [plainText(refused), twoObjects(refused)];

function memberAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((holder, step) => new Map<string, unknown>(Object.entries(holder ?? {})).get(step), value);
}

/** A request with another value at a path. */
function changed(value: unknown, path: string, to: Wrongly): unknown {
  if (path === '') return to(value);
  const [step, ...rest] = path.split('.');
  const edited = (item: unknown, name: string) => (name === step ? changed(item, rest.join('.'), to) : item);
  if (Array.isArray(value)) return value.map((item: unknown, index) => edited(item, String(index)));
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([name, item]: [string, unknown]) => [name, edited(item, name)]),
  );
}
