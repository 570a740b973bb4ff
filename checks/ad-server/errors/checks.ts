import { adServer } from '../phases.ts';
import { describe, expect } from '../../../src/engine/expect.ts';
import { blockedBy, inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { isObject, valueAt } from '../../json.ts';
import { askedUsual, isForecastBroken, neverForecast } from '../forecast/asked.ts';
import { basic, material, rooms } from '../orders/basic.ts';
import { kinds } from '../orders/kinds.ts';
import { reported } from '../reports/requests.ts';
import { isAccepted, isRefusedForValues, linesOf, send, sendFirstTaken } from '../readers/booking.ts';
import {
  MALFORMED,
  ORDER_MEMBERS,
  FORECAST_MEMBERS,
  LINE,
  LINE_MEMBERS,
  ODD_OPTIONS_OF_FORECAST,
  ODD_OPTIONS_OF_LINE,
  OF_NONE,
  memberAt,
  twice,
  withMember,
  withoutMember,
  type Member,
} from './malformed.ts';
import type { OrderRequest } from '../values/requests.ts';
import { isUsualRefusal } from '../auth/wrong-keys.ts';

export const errors = adServer.module('errors', 'Errors');

/** A reply and what was wrong with the request that it answers. */
interface Refused {
  readonly wrong: string;
  readonly reply: Reply;
  /** Whether 422 is right as well. */
  readonly asValue?: boolean;
}

/** Expects every reply to be a 400, and names all requests whose reply is not. */
function expectRefused(replies: readonly Refused[]): void {
  const odd = replies.filter(({ reply, asValue }) => reply.status !== 400 && !(asValue && reply.status === 422));
  // A 429 allows no judgement; it must not hide the others.
  const judged = odd.filter(({ reply }) => reply.status !== 429);
  const [first, ...others] = judged.length > 0 ? judged : odd;
  if (first !== undefined)
    expect(
      first.reply,
      `to ${inWords(
        [first, ...others].map(({ wrong }) => wrong),
        'and',
      )}`,
    ).status(400);
}

/** Expects no reply to be an error of the server; 501 is what a slot is answered that cannot be forecast so. */
function expectHandled(replies: readonly Refused[]): void {
  expectRefused(replies.filter(({ reply }) => isForecastBroken(reply)));
}

/** A forecast request that the service answers, to break in one place. */
const forecastModel = errors.stage({ id: 'errors.forecast-model', needs: { asked: askedUsual } }, ({ asked }) => {
  const served = asked.find(({ reply }) => isServed(reply));
  if (neverForecast(asked) !== null) notApplicable('No slot that was tried can be forecast.');
  if (served === undefined) blockedBy({ id: 'forecast.answers-200' });
  return served.request;
});

/**
 * An order that the service would take, to break in one place; its references are used for nothing else. No name and no
 * reference is longer than those that it took: it may have a limit. Nor are its flights later, where two lines were taken.
 */
const orderModel = errors.stage(
  { id: 'errors.order-model', needs: { material, basic }, prefers: { kinds } },
  ({ material: { campaigns }, basic: { on }, kinds }) => {
    const isTaken = kinds !== undefined && isAccepted(kinds.severalLines);
    const taken = isTaken
      ? kinds.severalLines.request.line_items.slice(0, 2)
      : [campaigns.line('bad', on), campaigns.line('bad', on, { flight: campaigns.later(on) })];
    const lines = taken.map((line, index) => ({ ...line, external_ref: campaigns.ref(`Line-bad-${index + 1}`) }));
    return { campaigns, order: (label: string) => campaigns.order(`bad-${label}`, ...lines) };
  },
);

export const malformedForecast = errors.check(
  {
    id: 'errors.forecast-malformed-json-is-400',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'A body that is no JSON object is answered 400 by `POST /forecast`.',
    fix: 'Catch what the JSON parser throws, check that the body is one object with nothing behind it, and answer 400.',
    needs: { model: forecastModel },
    sends: { forecast: MALFORMED.length },
  },
  async ({ http, model }) => {
    const replies = await Promise.all(
      MALFORMED.map(async ([wrong, bodyOf]) => ({ wrong, reply: await http.forecast({ text: bodyOf(model) }) })),
    );
    expectRefused(replies.filter(({ wrong, reply }) => wrong !== 'an array for a body' || isBroken(reply)));
  },
);

/** A service may offer a batch variant, whose shape is open (§4.3): an array may be anything but too much for it. */
const isBroken = ({ status }: Reply) => status !== null && status >= 500 && status !== 501;

const FIX_OF_ODD_OPTIONS =
  'Check the JSON types of optional members too, null included, before they are used: answer 400 where one is wrong, or pass it over.';

const MISSING_IN_FORECAST = FORECAST_MEMBERS.flatMap((member) => breaksOf(member, 'missing', []));
const MISTYPED_IN_FORECAST = FORECAST_MEMBERS.flatMap((member) => breaksOf(member, 'mistyped', []));

errors.check(
  {
    id: 'errors.forecast-missing-member-is-400',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'A forecast request that lacks a required member is answered 400.',
    fix: 'Check that inventory_id and flight with both dates are there before you use them, and answer 400 where one is not.',
    needs: { model: forecastModel },
    sends: { forecast: MISSING_IN_FORECAST.length },
  },
  async ({ http, model }) => {
    expectRefused(await forecasts(http, MISSING_IN_FORECAST, model));
  },
);

errors.check(
  {
    id: 'errors.forecast-wrong-type-is-400',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'A forecast request with a required member of a wrong JSON type is answered 400.',
    fix: 'Check the JSON type of every required member, and answer 400 where one is wrong: do not turn numbers into strings, nor null into a value.',
    needs: { model: forecastModel },
    sends: { forecast: MISTYPED_IN_FORECAST.length },
  },
  async ({ http, model }) => {
    expectRefused(await forecasts(http, MISTYPED_IN_FORECAST, model));
  },
);

errors.check(
  {
    id: 'errors.forecast-odd-options-are-handled',
    level: 'must',
    section: 'ad-server §7',
    requirement:
      'A forecast request with an optional member of a wrong JSON type does not end in an error of the server.',
    fix: FIX_OF_ODD_OPTIONS,
    needs: { model: forecastModel },
    sends: { forecast: ODD_OPTIONS_OF_FORECAST.length },
  },
  async ({ http, model }) => {
    const breaks = ODD_OPTIONS_OF_FORECAST.map((odd) =>
      adding(odd, 'a request', (request) => ({ ...request, ...odd })),
    );
    expectHandled(await forecasts(http, breaks, model));
  },
);

/** Asks for a forecast in each of these ways. */
function forecasts(http: Wire, breaks: readonly Break[], model: object): Promise<Refused[]> {
  return Promise.all(
    breaks.map(async (apply) => {
      const { wrong, json } = apply(model);
      return { wrong, reply: await http.forecast({ json }) };
    }),
  );
}

errors.check(
  {
    id: 'errors.orders-malformed-json-is-400',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'A body that is no JSON object is answered 400 by `POST /orders`.',
    fix: 'Catch what the JSON parser throws, check that the body is one object with nothing behind it, and answer 400.',
    needs: { model: orderModel },
    sends: { orders: MALFORMED.length },
  },
  async ({ http, model: { order } }) => {
    const replies = MALFORMED.map(async ([wrong, bodyOf], index) => {
      const sound = order(`m${index}`);
      const text = bodyOf(sound);
      const of = text.includes(sound.order.external_ref) ? sound : null;
      const reply = await http.orders({ text, of }, { idempotencyKey: sound.idempotency_key });
      return { wrong, reply };
    });
    expectRefused(await Promise.all(replies));
  },
);

/** Sends an order broken in one place. The header stays as it would be, so that the body alone is at fault. */
async function sendBroken(http: Wire, sound: OrderRequest, apply: Break): Promise<Refused> {
  const { wrong, json, asValue } = apply(sound);
  const options = { idempotencyKey: sound.idempotency_key, unheeded: isDraftWithoutRef };
  return { wrong, asValue, reply: await http.orders({ json }, options) };
}

/** A draft that repeats of its lines what it was sent: it should not have been made, and no more is wrong with it. */
function isDraftWithoutRef(reply: Reply): boolean {
  const lines = linesOf(reply);
  const statuses = [valueAt(reply, 'status'), ...lines.map(({ status }) => status)];
  return statuses.every((status) => status === 'DRAFT') && lines.some(({ ref }) => typeof ref !== 'string');
}

const ORDER_RULES = [
  {
    rule: 'orders-missing-member-is-400',
    label: 'a',
    requirement: 'An order that lacks a required member is answered 400.',
    fix: 'Check that every required member is there before anything is saved, idempotency_key included, and answer 400 where one is not.',
    members: ORDER_MEMBERS,
    broken: 'missing',
    place: [],
  },
  {
    rule: 'orders-wrong-type-is-400',
    label: 'b',
    requirement: 'An order with a required member of a wrong JSON type is answered 400.',
    fix: 'Check the JSON type of every required member, `line_items` included, and answer 400 where one is wrong: do not turn numbers into strings, nor one object, an object of objects or null into a list.',
    members: ORDER_MEMBERS,
    broken: 'mistyped',
    place: [],
  },
  {
    rule: 'line-missing-member-is-400',
    label: 'c',
    requirement: 'An order in which any line lacks a required member is answered 400.',
    fix: 'Check the required members of every line before their values, and answer 400, not 422 or 404, where one is missing, in whichever line.',
    members: LINE_MEMBERS,
    broken: 'missing',
    place: [0, 1],
  },
  {
    rule: 'line-wrong-type-is-400',
    label: 'd',
    requirement: 'An order in which any line has a required member of a wrong JSON type is answered 400.',
    fix: 'Check the JSON types in every line before the values, and answer 400, not 422 or 404, where one is wrong, in whichever line.',
    members: [LINE, ...LINE_MEMBERS],
    broken: 'mistyped',
    place: [0, 1],
  },
] as const;

/** Without these there is no update. */
const OF_EVERY_UPDATE = ['', 'idempotency_key', 'order', 'order.external_ref'];

/** What updates are broken in: a service that merges them with what is stored hardly misses anything else. */
const OF_UPDATES = ORDER_RULES.flatMap(({ rule, members, broken, place }) =>
  (place.length > 0 || broken === 'missing' ? members : [])
    .filter(({ path }) => !OF_EVERY_UPDATE.includes(path.join('.')))
    .flatMap((member) => breaksOf(member, broken, place.slice(0, 1)).slice(0, 1))
    .map((apply) => ({ rule, apply })),
);

const FIRST_LINE = ['line_items', 0] as const;

const ODD_OPTIONS = 'line-odd-options-are-handled';

const ODD_UPDATES = ODD_OPTIONS_OF_LINE.map((odd) => ({
  rule: ODD_OPTIONS,
  apply: adding(odd, 'a line', (request) => {
    const line = memberAt(request, FIRST_LINE);
    return withMember(request, FIRST_LINE, isObject(line) ? { ...line, ...odd } : odd);
  }),
}));

/** To an order that nothing else is asked of, one after the other: a service may work on one request for it at a time. */
const brokenUpdates = errors.stage(
  {
    id: 'errors.broken-updates',
    needs: { material, rooms },
    sends: { orders: OF_UPDATES.length + ODD_UPDATES.length + 1 },
    drafts: 1,
  },
  async ({ http, material: { campaigns }, rooms }) => {
    const forms = rooms.map((on, index) => campaigns.order(`bad-${index}`, campaigns.line(`bad-${index}`, on)));
    const booked = await sendFirstTaken(http, forms);
    if (!isAccepted(booked)) return [];
    const sent: (Refused & { readonly rule: string })[] = [];
    for (const { rule, apply } of [...OF_UPDATES, ...ODD_UPDATES]) {
      const { wrong, reply } = await sendBroken(http, campaigns.update(booked.request), apply);
      sent.push({ rule, wrong: `${wrong} in an update`, reply });
    }
    return sent;
  },
);

for (const { rule, label, requirement, fix, members, broken, place } of ORDER_RULES) {
  const breaks = members.flatMap((member) => breaksOf(member, broken, place));
  errors.check(
    {
      id: `errors.${rule}`,
      level: 'must',
      section: 'ad-server §7',
      requirement,
      fix,
      needs: { model: orderModel, updates: brokenUpdates },
      sends: { orders: breaks.length },
    },
    async ({ http, model: { order }, updates }) => {
      const sent = breaks.map((apply, index) => sendBroken(http, order(`${label}${index}`), apply));
      const replies = await Promise.all(sent);
      const refused = replies.filter(({ reply, asValue }) => reply.status === 422 && !asValue);
      // There may be no room by now, whatever else is wrong. It is the same order for all rules.
      const isFull = refused.length > 0 && isRefusedForValues(await send(http, order('sound')));
      const [open] = isFull ? refused : [];
      const judged = open === undefined ? replies : replies.filter((one) => !refused.includes(one));
      expectRefused([...judged, ...updates.filter((one) => one.rule === rule)]);
      if (open !== undefined) inconclusive('Such an order is refused with nothing wrong as well.', open.reply);
    },
  );
}

errors.check(
  {
    id: `errors.${ODD_OPTIONS}`,
    level: 'must',
    section: 'ad-server §7',
    requirement: 'A line with an optional member of a wrong JSON type does not end in an error of the server.',
    fix: FIX_OF_ODD_OPTIONS,
    needs: { updates: brokenUpdates },
  },
  ({ updates }) => {
    expectHandled(updates.filter(({ rule }) => rule === ODD_OPTIONS));
  },
);

/** Breaks a request in one place, and says in words what is wrong with it then. */
type Break = (request: object) => { readonly wrong: string; readonly json: unknown; readonly asValue: boolean };

/** Breaks a request by optional members. */
function adding(odd: object, what: string, add: (request: object) => unknown): Break {
  return (request) => ({ wrong: `${what} with ${JSON.stringify(odd)}`, json: add(request), asValue: false });
}

/** Each way to break one member, at the top of the request or in each of these lines. */
function breaksOf({ path, wrongTypes }: Member, broken: 'missing' | 'mistyped', lines: readonly number[]): Break[] {
  const places = lines.length === 0 ? [path] : lines.map((line) => ['line_items', line, ...path]);
  return places.flatMap((place, line): Break[] => {
    const name = place.map(String).join('.');
    if (broken === 'missing')
      return [
        (request) => ({ wrong: `a request without ${name}`, json: withoutMember(request, place), asValue: false }),
      ];
    return wrongTypes.map((wrongly): Break => (request) => {
      const value = wrongly(memberAt(request, place), line);
      const json = withMember(request, place, value);
      return { wrong: `${name} as ${shown(value)}`, json, asValue: value === OF_NONE };
    });
  });
}

export const malformedReport = errors.check(
  {
    id: 'errors.reports-malformed-json-is-refused',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'A body that is not JSON is refused by `POST /reports` as a fault of the request.',
    fix: 'Catch what the JSON parser throws, and answer 400.',
    needs: { usual: reported },
    sends: { reports: 3 },
  },
  async ({ http, usual }) => {
    const replies = await Promise.all(
      ['{"line_item_ids": [', 'conformance test', twice(usual.by.own)].map((text) => http.reports({ text })),
    );
    for (const reply of replies) {
      const status = reply.status ?? 0;
      if (status >= 400 && status < 500 && status !== 429) continue;
      if (isUsualRefusal(reply, usual.own))
        inconclusive(`A report request that is well formed is refused in the same way: ${describe(reply)}.`, reply);
      expect(reply).status(400);
    }
  },
);
