import { notApplicable } from '../../../src/engine/signal.ts';
import { laterBy } from '../../../src/contract/flight-date.ts';
import { permit } from '../desk/excuses.ts';
import { Desk, ordering } from '../desk/desk.ts';
import { Updating } from '../desk/updating.ts';
import { booked, isAccepted, mayBeBeyondLimits, type Booking, type Sent } from '../readers/booking.ts';
import { asUpdated } from '../readers/updates.ts';
import { material, pair } from '../orders/records.ts';
import { withOtherEnd } from '../values/other-case.ts';
import { following } from '../values/flights.ts';
import type { LineItem, OrderRequest } from '../values/request-bodies.ts';
import { means, updates } from './records.ts';

// Updates the order of many lines, which nothing else changes: with nothing changed, then its name, a flight and more
// lines, then back.

export interface LargeUpdate extends Sent {
  /** For example `an update that changes nothing`. */
  readonly what: string;
  readonly before: Booking;
}

export const largeOrder = updates.traffic(
  { id: 'updates.large-order', ...ordering('update', 3), uses: { material, means, pair } },
  async ({ http, material, means, pair: { odd, sent } }): Promise<readonly LargeUpdate[]> => {
    const order = [odd, sent].find(isAccepted);
    if (order === undefined) notApplicable('No order of two lines for the same days was accepted.');
    const desk = new Desk(http, material);
    const made = booked(order);
    const pushed = await new Updating(desk, means).pushAgain('many-lines', made);
    const changed = await change(desk, made);
    const all = [{ ...pushed, what: 'an update that changes nothing', before: made }, changed];
    return isAccepted(changed) ? [...all, await putBack(desk, made, changed)] : all;
  },
);

async function change(desk: Desk, before: Booking): Promise<LargeUpdate> {
  const { order, line_items: lines } = before.request;
  const renamed = { order: { ...order, name: withOtherEnd(order.name) } };
  const [ahead = [], behind = []] = ['more-1', 'more-2'].map((label) => lineLike(desk, lines, label));
  const [first, ...others] = lines;
  const longer = first === undefined ? [] : [{ ...first, flight: intoNextMonth(first) }, ...others];
  const forms: readonly (readonly [what: string, Partial<OrderRequest>])[] = [
    [
      'an update of the name and a flight, prolonged into the next month, with more lines',
      { ...renamed, line_items: [...ahead, ...longer, ...behind] },
    ],
    // Flights may be fixed, and the number of lines limited.
    ['an update of the name, with more lines', { ...renamed, line_items: [...ahead, ...lines, ...behind] }],
    ['an update of the name', renamed],
  ];
  return firstTaken(desk, before, before, forms);
}

/** A service that compares days of the month takes it for reversed. */
function intoNextMonth({ flight }: LineItem) {
  const { start_date: next } = following(flight);
  return { ...flight, end_date: next.endsWith('01') ? next : laterBy(next, -1) };
}

async function firstTaken(
  desk: Desk,
  before: Booking,
  order: Pick<Sent, 'request'>,
  forms: readonly (readonly [what: string, Partial<OrderRequest>])[],
): Promise<LargeUpdate> {
  let last: LargeUpdate | undefined;
  for (const [what, change] of forms) {
    last = { ...(await desk.update(order, change)), what, before };
    if (!mayBeBeyondLimits(last)) return last;
  }
  if (last === undefined) throw new Error('no form of the update to send');
  permit(last.reply, 'An update of many lines is refused, as a business rule may.');
  return last;
}

/** The lines as they were made, with those that the last update added, and one more if that is not refused. */
function putBack(desk: Desk, made: Booking, changed: LargeUpdate): Promise<LargeUpdate> {
  const known = new Set(made.request.line_items.map((line) => line.external_ref));
  const added = changed.request.line_items.filter((line) => !known.has(line.external_ref));
  const lines = [...made.request.line_items, ...added];
  const what = 'the next update, which puts the lines back as they were';
  return firstTaken(desk, asUpdated(changed), made, [
    [what, { line_items: [...lines, ...lineLike(desk, lines, 'more-3')] }],
    [what, { line_items: lines }],
  ]);
}

function lineLike(desk: Desk, lines: readonly LineItem[], label: string): LineItem[] {
  return lines.slice(0, 1).map((line) => ({
    ...line,
    external_ref: desk.campaigns.ref(`Line-${label}`),
    flight: following(line.flight),
  }));
}
