import type { Means } from '../desk/material.ts';
import { because } from '../../../src/engine/expect.ts';
import { isBeyondTerms } from '../../../src/http/reply.ts';
import type { Traffic } from '../../../src/engine/node.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { laterBy, type Flight } from '../../../src/contract/flight-date.ts';
import { permit, Desk, ordering } from '../desk/desk.ts';
import { following } from '../values/flights-and-countries.ts';
import { withOtherEnd } from '../values/near-misses.ts';
import type { LineItem } from '../values/request-bodies.ts';
import { withOneMoreLine, type ChangeName } from '../desk/changes.ts';
import { Updating } from '../desk/updating.ts';
import {
  asLeft,
  asUpdated,
  Steps,
  type Updated,
  booked,
  idsOf,
  isAccepted,
  isRefusedForValues,
  mayBeBeyondLimits,
  type Booking,
  type Sent,
} from '../readers/booking.ts';
import {
  almostUsedKeys,
  basic,
  material,
  bookedKinds,
  created,
  kinds,
  onOtherSlots,
  pair,
  renamed,
  reported,
  reportRequest,
  means,
  steps,
  updates,
} from '../booking-records.ts';
import { imageCreative, plainTagCreative, tagCreative } from '../values/campaign.ts';
import { askAgain, isReported } from '../desk/reports.ts';

updates.record(
  { makes: means, of: { material, basic, booked: bookedKinds }, ifThere: { onOtherSlots } },
  ({ material: { campaigns, bookable }, basic, booked: { kinds }, onOtherSlots = [] }): Means => {
    const isTaken = (sent?: Sent) => sent !== undefined && isAccepted(sent);
    const { tag, image, allMembers } = kinds;
    // A move to a slot that the terms rule out is not sent; its reply says so.
    const taken = [allMembers, ...onOtherSlots].flatMap((sent) =>
      sent !== undefined && (isAccepted(sent) || isBeyondTerms(sent.reply)) ? sent.request.line_items : [],
    );
    return {
      campaigns,
      sizes: new Map([...taken, ...bookable.map(({ slot }) => slot)].map((one) => [one.inventory_id, one.sizes])),
      shapes: [
        ...(isTaken(tag) ? [(size: string) => tagCreative(size, 'attached'), plainTagCreative] : []),
        ...(isTaken(image) ? [imageCreative] : []),
      ],
      bookedSlots: [...new Set(taken.map((line) => line.inventory_id))],
      takesOptionalMembers: isTaken(allMembers),
      buyer: basic.request.advertiser.name,
    };
  },
);

/** Changes of one order, one after the other; `null` if the order was not accepted. */
function row(order: Traffic<Sent | readonly Sent[]>, ...names: readonly [ChangeName, ...ChangeName[]]) {
  const turn = updates.traffic(
    { id: `updates.row-from-${names[0]}`, ...ordering('update', names.length), uses: { material, means, order } },
    ({ http, material, means, order }) => {
      const made = [order].flat().find(isAccepted);
      return made === undefined ? null : new Updating(new Desk(http, material), means).inTurn(booked(made), names);
    },
  );
  return { names, turn };
}

const ROWS = [
  row(basic, 'rename', 'creative', 'no-creative', 'last-shape'),
  row(onOtherSlots, 'goal', 'goal-back', 'added-to-several'),
  row(kinds.severalLines, 'flight', 'left-out', 'named-again'),
  row(kinds.script, 'geo', 'worldwide', 'buyer', 'rename-and-goal'),
  row(kinds.oneDay, 'sizes', 'new-line-alone'),
  row(kinds.image, 'added-line', 're-push', 'left-out-creative'),
  row(kinds.tag, 'advertiser', 'next-month'),
];

const MEANS: Partial<Record<ChangeName, Traffic<unknown>>> = { advertiser: kinds.allMembers, slot: onOtherSlots };

/** A rule that uses this traffic makes the run send these changes. */
export function rowsOf(...changes: readonly ChangeName[]): Readonly<Record<string, Traffic<unknown>>> {
  const wanted = ROWS.filter(({ names }) => names.some((name) => changes.includes(name))).map(({ turn }) => turn);
  const all = [...wanted, ...changes.flatMap((name) => MEANS[name] ?? [])];
  return Object.fromEntries(all.map((traffic) => [traffic.id, traffic]));
}

const turns = Object.fromEntries(ROWS.map(({ turn }) => [turn.id, turn]));

export const everyRow = rowsOf(...ROWS.flatMap(({ names }) => names));

const done = updates.record({ id: 'updates.rows', of: {}, ifThere: turns }, (records) =>
  ROWS.map(({ names, turn }) => ({ names, turn: records[turn.id] })),
);

/** The results of the rows. A row whose order was refused changes the basic one. */
export const edited = updates.traffic(
  { id: 'updates.edited', ...ordering('update', 0), uses: { material, means, basic, done } },
  async ({ http, material, means, basic, done }) => {
    const updating = new Updating(new Desk(http, material), means);
    const turns = done.flatMap(({ turn }) => turn ?? []);
    for (const { names, turn } of done) {
      if (turn !== null) continue;
      const before = turns.flatMap(({ steps }) => steps);
      turns.push(await updating.inTurn(basic, names, asLeft(basic, before)));
    }
    const steps = new Steps(await updating.judged(turns.flatMap((turn) => turn.steps)));
    return { steps, madeAgain: turns.find(({ madeAgain }) => madeAgain !== undefined)?.madeAgain };
  },
);

const SERIES = ['slot', 'creative-of-one', 'several', 'creatives-again'] as const;

/** Several changes at once, and changes of one line alone. Lines come in another order each time. */
export const series = updates.traffic(
  {
    id: 'updates.series',
    ...ordering('update', SERIES.length),
    uses: { material, means, basic, severalLines: kinds.severalLines, edited },
  },
  async ({ http, material, means, basic, severalLines, edited: { steps } }) => {
    const updating = new Updating(new Desk(http, material), means);
    const made = isAccepted(severalLines) ? booked(severalLines) : basic;
    const done: Updated<ChangeName>[] = [];
    for (const name of SERIES) {
      const { request, ...left } = asLeft(made, [...steps.all, ...done]);
      const reordered = { ...request, line_items: request.line_items.toReversed() };
      const step = await updating.change({ ...left, request: reordered }, name);
      if (step !== null) done.push(step);
    }
    return new Steps(await updating.judged(done));
  },
);

updates.record(
  { makes: steps, of: { edited }, ifThere: { series } },
  ({ edited, series }) => new Steps([...edited.steps.all, ...(series?.all ?? [])]),
);

/** Which request is sent again after an update. Nothing else uses these orders any more. */
const REPEATED = [
  ['goal', 'order'],
  ['geo', 'order'],
  ['added-line', 'update'],
] as const satisfies readonly (readonly [ChangeName, 'update' | 'order'])[];

export const repeats = updates.traffic(
  {
    id: 'updates.repeats',
    ...ordering('update', REPEATED.length),
    uses: { material, edited, created, ...rowsOf('left-out', ...REPEATED.map(([name]) => name)) },
    again: true,
  },
  async ({ http, material, edited: { steps, madeAgain }, created }) => {
    const desk = new Desk(http, material);
    const repeat = async (step: Updated, what: 'update' | 'order', sent?: Sent) => {
      const made = created.find(({ request }) => request.order.external_ref === step.request.order.external_ref);
      const before = what === 'update' ? booked(step) : made && { ...made, since: step.reply };
      if (before === undefined) return [];
      const asked = what === 'update' ? step.what : `the request that made the order, after ${step.what}`;
      return [{ before, again: sent ?? (await desk.send(before.request)), circumstance: `to a repeat of ${asked}` }];
    };
    const short = steps.step('left-out');
    const early = short && madeAgain ? await repeat(short, 'order', madeAgain) : [];
    const late = REPEATED.flatMap(([name, what]) => steps.taken(name).map((step) => repeat(step, what)));
    return [...early, ...(await Promise.all(late)).flat()];
  },
);

/** The rename of an order of several lines, and a later one of the same order. */
export const renamedSeveral = updates.traffic(
  {
    id: 'updates.renamed-several',
    ...ordering('update', 0),
    uses: { material, means, renamed },
    ifThere: { almostUsedKeys },
  },
  async ({ http, material, means, renamed, almostUsedKeys }) => {
    const desk = new Desk(http, material);
    await desk.excuseGone([renamed]);
    if (isRefusedForValues(renamed) && renamed.reply.excuse === undefined)
      await new Updating(desk, means).asNew('renamed', renamed);
    return { renamed, later: almostUsedKeys?.control };
  },
);

export const reportedAgain = updates.traffic(
  {
    id: 'updates.reported',
    phase: 'report again',
    uses: { steps, request: reportRequest, before: reported },
    mayUse: { series, ...everyRow },
    sends: { reports: 1 },
  },
  async ({ http, steps, request, before }) => {
    const taken = steps.all.filter(isAccepted);
    if (taken.length === 0) inconclusive('No update was accepted.');
    if (!isReported(before)) inconclusive(because('There was no report before any update', before.own), before.own);
    const updated = taken.flatMap(({ reply, what }) =>
      [...idsOf(reply).lines].map(([ref, id]) => [id, ` (${ref}), after ${what}`] as const),
    );
    const ids = new Set([...request.ids, ...updated.map(([id]) => id).filter((id) => typeof id === 'string')]);
    const names = new Map<unknown, string>([...request.names, ...updated]);
    return { ids: [...ids], names, before, ...(await askAgain(http, [...ids], before)) };
  },
);

/** Adds one line three times at once under different keys, and repeats the last update meanwhile. */
export const race = updates.traffic(
  { id: 'updates.race', ...ordering('race', 4), uses: { material, means, basic, steps }, again: true },
  async ({ http, material, means, basic, steps }) => {
    const desk = new Desk(http, material);
    const before = asLeft(basic, steps.all);
    const forms = withOneMoreLine((ref) => `${ref}-now`);
    const changes = forms.flatMap((ask) => ask(before.request, means, before.request));
    const rounds = changes.map((change) => {
      const updates = [1, 2, 3].map(() => desk.campaigns.update(before.request, change));
      return [...updates, ...updates.slice(-1)];
    });
    return { before, sent: await new Updating(desk, means).atOnce(rounds) };
  },
);

export interface LargeUpdate extends Sent {
  readonly what: string;
  readonly before: Booking;
}

/** The order of many lines: pushed again, then with more lines, then again. */
export const largeOrder = updates.traffic(
  { id: 'updates.large-order', ...ordering('update', 3), uses: { material, means, pair }, conditional: true },
  async ({ http, material, means, pair: { odd, sent } }): Promise<readonly LargeUpdate[]> => {
    const order = [odd, sent].find(isAccepted);
    if (order === undefined) notApplicable('No order of two lines for the same days was accepted.');
    const desk = new Desk(http, material);
    const updating = new Updating(desk, means);
    const made = booked(order);
    const pushed = await updating.pushAgain('many-lines', made);
    const changed = await change(desk, made);
    const all = [{ ...pushed, what: 'an update that changes nothing' }, changed];
    if (!isAccepted(changed)) return all;
    const again = await updating.pushAgain('more-lines', asUpdated(changed));
    return [...all, { ...again, what: 'the same update under another key' }];
  },
);

/** If flights are fixed or the number of lines is limited, only the name is changed. */
async function change(desk: Desk, before: Booking): Promise<LargeUpdate> {
  const { order, line_items: lines } = before.request;
  const [first, ...others] = lines;
  if (first === undefined) throw new Error('an order has a line');
  const renamed = { order: { ...order, name: withOtherEnd(order.name) } };
  const [ahead, behind] = [lineLike(desk, first, 'more-1'), lineLike(desk, first, 'more-2')];
  const line_items = [ahead, { ...first, flight: intoNextMonth(first) }, ...others, behind];
  const what = 'an update of the name and a flight, prolonged into the next month, with more lines';
  const full = { ...(await desk.update(before, { ...renamed, line_items })), what, before };
  if (!mayBeBeyondLimits(full)) return full;
  const brief = { ...(await desk.update(before, renamed)), what: 'an update of the name', before };
  if (mayBeBeyondLimits(brief)) permit(brief.reply, 'An update of many lines is refused, as a business rule may.');
  return brief;
}

/** A service that compares days of the month takes it for reversed. */
function intoNextMonth({ flight }: LineItem): Flight {
  const { start_date: next } = following(flight);
  return { ...flight, end_date: next.endsWith('01') ? next : laterBy(next, -1) };
}

function lineLike(desk: Desk, line: LineItem, label: string): LineItem {
  return { ...line, external_ref: desk.campaigns.ref(`Line-${label}`), flight: following(line.flight) };
}
