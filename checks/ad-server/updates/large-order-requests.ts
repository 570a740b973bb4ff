import { notApplicable } from '../../../src/engine/signal.ts';
import { permit } from '../desk/excuses.ts';
import { Desk, ordering } from '../desk/desk.ts';
import { afterEdits, type LineEdit } from '../desk/line-edits.ts';
import { Updating } from '../desk/updating.ts';
import { booked, isAccepted, mayBeBeyondLimits, type Booking, type Sent } from '../readers/booking.ts';
import { asUpdated } from '../readers/updates.ts';
import { material, pair } from '../orders/records.ts';
import { withOtherEnd } from '../values/other-case.ts';
import { following } from '../values/flights.ts';
import type { LineItem, OrderRequest } from '../values/request-bodies.ts';
import { means, updates } from './records.ts';

// Updates the order of many lines, which nothing else changes: with nothing changed, then another change in each line,
// then back.

export interface LargeUpdate extends Sent {
  /** For example `an update that changes nothing`. */
  readonly what: string;
  readonly before: Booking;
  /** What it changed in each line, by the reference of the line. */
  readonly edits: ReadonlyMap<string, string>;
}

export const largeOrder = updates.traffic(
  { id: 'updates.large-order', ...ordering('update', 3), uses: { material, means, pair } },
  async ({ http, material, means, pair: { odd, sent, edits } }): Promise<readonly LargeUpdate[]> => {
    const order = [odd, sent].find(isAccepted);
    if (order === undefined) notApplicable('No order of two lines for the same days was accepted.');
    const desk = new Desk(http, material);
    const made = booked(order);
    const none = new Map<string, string>();
    const pushed = await new Updating(desk, means).pushAgain('many-lines', made);
    const edited = await edit(desk, made, edits);
    const all = [{ ...pushed, what: 'an update that changes nothing', edits: none }, edited];
    return isAccepted(edited) ? [...all, await putBack(desk, made, edited)] : all;
  },
);

async function edit(desk: Desk, before: Booking, edits: readonly LineEdit[]): Promise<LargeUpdate> {
  const { order, advertiser, line_items: lines } = before.request;
  const renamed = { order: { ...order, name: withOtherEnd(order.name) } };
  const [ahead = [], behind = []] = ['more-1', 'more-2'].map((label) => lineLike(desk, lines, label));
  const otherRef = { advertiser: { ...advertiser, external_ref: desk.campaigns.ref('buyer') } };
  const inPlace = edits.map((one) => (one.of === 'flight' ? undefined : one));
  const update = async (what: string, some: readonly (LineEdit | undefined)[], change: Partial<OrderRequest>) => ({
    ...(await desk.update(before, change)),
    what,
    before,
    edits: new Map(lines.flatMap((line, at) => (some[at] ? [[line.external_ref, some[at].what]] : []))),
  });
  const hasRef = advertiser.external_ref !== undefined;
  const withMore = (some: readonly (LineEdit | undefined)[]) => [...ahead, ...afterEdits(lines, some), ...behind];
  const forms = [
    {
      what: `an update of the name${hasRef ? ', the advertiser reference' : ''} and each line, with more lines`,
      some: edits,
      change: { ...renamed, ...(hasRef && otherRef), line_items: withMore(edits) },
    },
    // Flights may be fixed.
    {
      what: 'an update of the name and each line, with more lines',
      some: inPlace,
      change: { ...renamed, line_items: withMore(inPlace) },
    },
    { what: 'an update of the name', some: [], change: renamed },
  ];
  let last: LargeUpdate | undefined;
  for (const { what, some, change } of forms) {
    last = await update(what, some, change);
    if (!mayBeBeyondLimits(last)) break;
  }
  if (last === undefined) throw new Error('no form of the update to send');
  if (mayBeBeyondLimits(last)) permit(last.reply, 'Another change in each line is refused, as a business rule may.');
  if (isAccepted(last) || mayBeBeyondLimits(last)) return last;
  // Which of the changes is answered otherwise?
  for (const [at, { what }] of edits.entries()) {
    const only = edits.map((one, index) => (index === at ? one : undefined));
    const alone = await update(`an update of a line: ${what}`, only, { line_items: afterEdits(lines, only) });
    if (!isAccepted(alone) && !mayBeBeyondLimits(alone)) return alone;
  }
  return last;
}

/** The lines as they were made, with those that the last update added, and one more if that is not refused. */
async function putBack(desk: Desk, made: Booking, edited: LargeUpdate): Promise<LargeUpdate> {
  const before = asUpdated(edited);
  const { external_ref: _, ...advertiser } = made.request.advertiser;
  const known = new Set(made.request.line_items.map((line) => line.external_ref));
  const added = edited.request.line_items.filter((line) => !known.has(line.external_ref));
  const lines = [...made.request.line_items, ...added];
  const back = { ...made.request, advertiser };
  const what = 'the next update, which puts the lines back as they were';
  const more = lineLike(desk, lines, 'more-3');
  let last: Sent | undefined;
  for (const line_items of [[...lines, ...more], lines]) {
    last = await desk.update({ request: back }, { line_items });
    if (!mayBeBeyondLimits(last)) break;
  }
  if (last === undefined) throw new Error('no form of the update to send');
  if (mayBeBeyondLimits(last)) permit(last.reply, 'An update back is refused, as a business rule may.');
  return { ...last, what, before, edits: new Map() };
}

function lineLike(desk: Desk, lines: readonly LineItem[], label: string): LineItem[] {
  return lines.slice(0, 1).map((line) => ({
    ...line,
    external_ref: desk.campaigns.ref(`Line-${label}`),
    flight: following(line.flight),
  }));
}
