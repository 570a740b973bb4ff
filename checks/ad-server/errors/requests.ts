import { describe, refusedAlone } from '../../../src/engine/expect.ts';
import type { Payload } from '../../../src/engine/created.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { isServed, isSuccess, type Reply } from '../../../src/http/reply.ts';
import { valueAt } from '../../json.ts';
import { forEachAccept } from '../desk/each-accept.ts';
import { Desk, leaveOpen, permit } from '../desk/desk.ts';
import { neverForecast } from '../readers/forecast-answers.ts';
import { access, adServer, askedUsual, servedUsual } from '../records.ts';
import { isAccepted, isRefusal, linesOf } from '../readers/booking.ts';
import * as breaks from '../values/broken-requests.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { basic, bookedKinds, created, material, reported, withBareLine } from '../booking-records.ts';

export const errors = adServer.module('errors', 'Errors');

const STATUS_400 = [400];

export interface Answered {
  readonly wrong: string;
  readonly reply: Reply;
  readonly expected: readonly number[] | string;
}

async function answerTo(
  { wrong, alsoRight, payload }: breaks.Broken,
  send: (payload: Payload) => Promise<Reply>,
): Promise<Answered> {
  const reply = await send(payload);
  if (reply.status !== null && alsoRight?.has(reply.status))
    permit(reply, `Here, ${describe(reply)} is as right as 400.`, reply);
  return { wrong, reply, expected: alsoRight?.expected ?? STATUS_400 };
}

export const forecastModel = errors.record(
  { id: 'errors.forecast-model', of: { asked: askedUsual, servedUsual }, conditional: true },
  ({ asked, servedUsual }) => {
    const [served] = servedUsual;
    if (neverForecast(asked) !== null) notApplicable('No slot that was tried can be forecast.');
    if (served === undefined)
      inconclusive('No valid forecast request was answered 200.', ...asked.slice(0, 3).map(({ reply }) => reply));
    return served.request;
  },
);

function brokenForecasts(kind: keyof typeof breaks.FORECAST_BREAKS) {
  const forms = breaks.FORECAST_BREAKS[kind];
  return errors.traffic(
    {
      id: `errors.${kind}`,
      phase: 'refuse forecasts',
      uses: { model: forecastModel },
      sends: { forecast: forms.length },
      atOnce: true,
      odd: true,
    },
    ({ http, model }) => Promise.all(forms.map((apply) => answerTo(apply(model), (payload) => http.forecast(payload)))),
  );
}

/** New references; no longer name and no later flight than in accepted orders, since there may be limits. */
const orderModel = errors.record(
  { id: 'errors.order-model', of: { material, basic, booked: bookedKinds } },
  ({ material: { campaigns }, basic: { on }, booked }) => {
    const { severalLines } = booked.kinds;
    const taken =
      severalLines !== undefined && isAccepted(severalLines)
        ? severalLines.request.line_items.slice(0, 2)
        : [campaigns.line('bad', on), campaigns.line('bad', on, { flight: campaigns.later(on) })];
    const lines = taken.map((line, index) => ({ ...line, external_ref: campaigns.ref(`Line-bad-${index + 1}`) }));
    return (label: string) => campaigns.order(`bad-${label}`, ...lines);
  },
);

/** Sends a valid order broken in one place. The header keeps the valid key, so that only the body is wrong. */
function sendBroken(http: Wire, makeValid: () => OrderRequest, apply: breaks.Break) {
  const valid = makeValid();
  const options = { idempotencyKey: valid.idempotency_key, unheeded: isDraftWithoutRef };
  return answerTo(apply(valid), (payload) => {
    const isWhole = 'text' in payload && payload.text.includes(valid.order.external_ref);
    return http.orders('text' in payload ? { ...payload, of: isWhole ? valid : null } : payload, options);
  });
}

/** Whether it became a draft with a line that lacks its reference: then nothing but the status is wrong. */
function isDraftWithoutRef(reply: Reply): boolean {
  const lines = linesOf(reply);
  const statuses = [valueAt(reply, 'status'), ...lines.map(({ status }) => status)];
  return statuses.every((status) => status === 'DRAFT') && lines.some(({ ref }) => typeof ref !== 'string');
}

/** After so many accepted orders of one kind no more are sent, lest drafts pile up. */
export const MOST_ACCEPTED = 3;
const SENDERS = 4;
const MOST_DRAFTS = MOST_ACCEPTED + SENDERS - 1;

async function sendUntilAccepted<T extends Answered>(sends: readonly (() => Promise<T>)[]): Promise<T[]> {
  const sent: (T | undefined)[] = [];
  const left = sends.entries();
  const sendInTurn = async () => {
    for (const [index, send] of left) {
      sent[index] = await send();
      if (sent.filter((one) => one && isTaken(one)).length >= MOST_ACCEPTED) return;
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sendInTurn));
  return sent.filter((one) => one !== undefined);
}

export const isTaken = ({ reply }: Answered): boolean => isSuccess(reply);

function brokenOrders(kind: keyof typeof breaks.ORDER_BREAKS) {
  const forms = breaks.ORDER_BREAKS[kind];
  return errors.traffic(
    {
      id: `errors.${kind}`,
      phase: 'refuse',
      uses: { material, order: orderModel },
      sends: { orders: forms.length, inventory: 0 },
      draftsAtMost: Math.min(forms.length, MOST_DRAFTS),
      atOnce: true,
      again: true,
      odd: true,
    },
    async ({ http, material, order }) => {
      const label = Object.keys(breaks.ORDER_BREAKS).indexOf(kind);
      const sends = forms.map((apply, index) => () => sendBroken(http, () => order(`${label}-${index}`), apply));
      const replies = await sendUntilAccepted(sends);
      // An unreadable body cannot be refused for its values.
      if (kind !== 'orders-malformed-json')
        await new Desk(http, material).excuseRefusedAnyway(replies, order(`${label}-sound`));
      return replies;
    },
  );
}

const UPDATES = Object.entries(breaks.UPDATE_BREAKS).flatMap(([kind, forms]) =>
  forms.map((apply) => ({ kind, apply })),
);

/** Spread over orders that nothing else updates meanwhile; one at a time for each order, as a service may require. */
const brokenUpdates = errors.traffic(
  {
    id: 'errors.broken-updates',
    phase: 'break',
    uses: { material, basic, created },
    ifThere: { booked: bookedKinds },
    sends: { orders: UPDATES.length, inventory: 0 },
    atOnce: true,
    again: true,
    odd: true,
  },
  async ({ http, material, basic, created, booked: { kinds } = { kinds: {} } }) => {
    const updated = new Set([basic, kinds.script, kinds.image].map((one) => one?.reply));
    const free = created.filter(({ reply }) => !updated.has(reply));
    const orders = free.length > 0 ? free : created;
    const sent = orders.map(async ({ request }, place) => {
      const own = [];
      for (const { kind, apply } of UPDATES.filter((_, index) => index % orders.length === place)) {
        const sent = await sendBroken(http, () => material.campaigns.update(request), apply);
        own.push({ ...sent, kind, wrong: `${sent.wrong} in an update` });
      }
      await new Desk(http, material).excuseRefusedAnyway(own, material.campaigns.update(request));
      return own;
    });
    return (await Promise.all(sent)).flat();
  },
);

function withUpdates(kind: keyof typeof breaks.UPDATE_BREAKS) {
  const orders = kind === 'line-odd-options' ? {} : { orders: brokenOrders(kind) };
  return errors.record(
    { id: `errors.${kind}-with-updates`, of: { updates: brokenUpdates, ...orders } },
    ({ updates, orders = [] }): readonly Answered[] => [...orders, ...updates.filter((one) => one.kind === kind)],
  );
}

const brokenReports = errors.traffic(
  {
    id: 'errors.malformed-reports',
    phase: 'refuse',
    uses: { usual: reported },
    sends: { reports: breaks.REPORT_BREAKS.length },
    atOnce: true,
    odd: true,
  },
  async ({ http, usual: { by, own } }) => {
    const sent = breaks.REPORT_BREAKS.map((apply) => answerTo(apply(by.own), (payload) => http.reports(payload)));
    const all = await Promise.all(sent);
    const why = refusedAlone('A well-formed report request is refused in the same way', own);
    for (const { reply } of all) if (!isServed(own) && reply.status === own.status) leaveOpen(reply, why, own, reply);
    return all;
  },
);

const linesLackingMembers = errors.record(
  { id: 'errors.lines-lacking-members', of: { answers: withUpdates('line-missing-member') }, maybe: { withBareLine } },
  ({ answers, withBareLine }): readonly Answered[] =>
    // A service that refuses any added line may do so first.
    withBareLine === undefined || isRefusal(withBareLine)
      ? answers
      : [
          ...answers,
          { ...withBareLine, wrong: 'one more line, of a reference alone, in an update', expected: STATUS_400 },
        ],
);

export const emptyOrder = errors.traffic(
  {
    id: 'errors.empty-order',
    phase: 'refuse',
    uses: { access },
    sends: { orders: 2 },
    atOnce: true,
    again: true,
    odd: true,
  },
  ({ http }) => forEachAccept((options) => http.orders({ text: '{}', of: null }, options)),
);

export const broken = {
  'forecast-malformed-json-is-400': brokenForecasts('forecast-malformed-json'),
  'forecast-missing-member-is-400': brokenForecasts('forecast-missing-member'),
  'forecast-wrong-type-is-400': brokenForecasts('forecast-wrong-type'),
  'forecast-odd-options-are-handled': brokenForecasts('forecast-odd-options'),
  'orders-malformed-json-is-400': brokenOrders('orders-malformed-json'),
  'orders-missing-member-is-400': withUpdates('orders-missing-member'),
  'orders-wrong-type-is-400': brokenOrders('orders-wrong-type'),
  'line-missing-member-is-400': linesLackingMembers,
  'line-wrong-type-is-400': withUpdates('line-wrong-type'),
  'line-odd-options-are-handled': withUpdates('line-odd-options'),
  'reports-malformed-json-is-refused': brokenReports,
} as const;
