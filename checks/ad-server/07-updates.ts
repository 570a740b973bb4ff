import { laterBy } from '../../src/contract/flight-date.ts';
import { expect, violation } from '../../src/engine/expect.ts';
import { chapter } from '../../src/engine/node.ts';
import type { Wire } from '../../src/engine/wire.ts';
import { inconclusive, notApplicable } from '../../src/engine/signal.ts';
import { shown } from '../../src/schema/faults.ts';
import { basic, kinds, material } from './05-orders.ts';
import { booked, idsOf, isAccepted, send, type Booking, type Sent } from './booking.ts';
import { imageCreative, tagCreative, type Campaigns } from './campaign.ts';
import { member } from './json.ts';
import { COUNTRIES, type LineItem, type OrderRequest } from './requests.ts';
import { expectSameIds, expectSameOrder } from './same-ids.ts';

export const updates = chapter('ad-server', 'updates', 'Updates');

/** An order that existed, the update that was sent for it, and what came. */
interface Updated extends Sent {
  readonly before: Booking;
}

/** Ways to ask for a kind of edit: the next is tried where a business rule refuses one. */
type Edit = (request: OrderRequest, sizes: readonly string[]) => readonly Partial<OrderRequest>[];

const everyLine = (request: OrderRequest, change: (line: LineItem) => Partial<LineItem>): Partial<OrderRequest> => ({
  line_items: request.line_items.map((line) => ({ ...line, ...change(line) })),
});

const renamed: Edit = (request) => [{ order: { ...request.order, name: `${request.order.name} (renamed)` } }];

/** Lower first; higher where the goal was the smallest that the service takes. */
const otherGoal: Edit = (request) =>
  [0.8, 1.2].map((factor) =>
    everyLine(request, (line) => ({ goal_impressions: Math.max(1, Math.ceil(line.goal_impressions * factor)) })),
  );

const otherFlight: Edit = (request) => [
  everyLine(request, ({ flight }) => ({ flight: { ...flight, end_date: laterBy(flight.end_date, 2) } })),
  everyLine(request, ({ flight }) => ({ flight: { ...flight, start_date: laterBy(flight.start_date, 1) } })),
];

const otherGeo: Edit = (request) =>
  COUNTRIES.map((country) => everyLine(request, () => ({ targeting: { geo: [country] } })));

const otherSizes: Edit = (request, sizes) => [
  everyLine(request, (line) => ({ sizes: sizes.filter((size) => !line.sizes.includes(size)).slice(0, 1) })),
];

const creativeAttached: Edit = (request) => [
  everyLine(request, ({ sizes }) => ({ creatives: [tagCreative(sizes[0] ?? '', 'attached')] })),
  everyLine(request, ({ sizes }) => ({ creatives: [imageCreative(sizes[0] ?? '')] })),
];

/** The new line comes first, so that the old ones change their place. */
const lineAdded: Edit = (request) => [
  {
    line_items: [
      ...request.line_items.slice(0, 1).map((line) => ({ ...line, external_ref: `${line.external_ref}-added` })),
      ...request.line_items,
    ],
  },
];

const advertiserDetail: Edit = (request) => [
  { advertiser: { ...request.advertiser, external_ref: `${request.order.external_ref}-advertiser` } },
];

/** Each kind of edit on its own, and the kind of order that it is made to. */
const EDITS = {
  rename: { edit: renamed, of: 'basic' },
  goal: { edit: otherGoal, of: 'allMembers' },
  flight: { edit: otherFlight, of: 'severalLines' },
  geo: { edit: otherGeo, of: 'script' },
  sizes: { edit: otherSizes, of: 'oneDay' },
  creative: { edit: creativeAttached, of: 'basic' },
  'added-line': { edit: lineAdded, of: 'image' },
  advertiser: { edit: advertiserDetail, of: 'tag' },
} as const;

type Kind = keyof typeof EDITS;

/** All kinds of edit, those of different orders under way at once. */
const edited = updates.stage(
  { id: 'updates.edited', needs: { material, basic, kinds }, sends: { orders: 8 } },
  async ({ http, material: { campaigns }, basic, kinds }) => {
    const sizes = basic.on.slot.sizes;
    const orderFor = (of: (typeof EDITS)[Kind]['of']): Booking =>
      of === 'basic' || !isAccepted(kinds[of]) ? basic : booked(kinds[of]);
    const turns = new Map<Booking['request'], Promise<unknown>>();
    const sent = (Object.keys(EDITS) as Kind[]).map(async (kind): Promise<readonly [Kind, Updated]> => {
      const { edit, of } = EDITS[kind];
      const before = orderFor(of);
      const turn = (turns.get(before.request) ?? Promise.resolve()).then(() =>
        update(http, campaigns, before, kind, edit(before.request, sizes)),
      );
      turns.set(before.request, turn);
      return [kind, await turn];
    });
    // The entries are those of EDITS, one for each kind.
    return Object.fromEntries(await Promise.all(sent)) as Record<Kind, Updated>;
  },
);

async function update(
  http: Wire,
  campaigns: Campaigns,
  before: Booking,
  kind: string,
  changes: readonly Partial<OrderRequest>[],
): Promise<Updated> {
  let sent: Sent | null = null;
  for (const change of changes) {
    sent = await send(http, campaigns.update(before.request, kind, change));
    if (sent.reply.status !== 422) break;
  }
  if (sent === null) throw new Error(`no way to ask for ${kind}`);
  return { before, ...sent };
}

/** Edits in a row on one order, with the lines in another order each time. */
const series = updates.stage(
  { id: 'updates.series', needs: { material, basic, kinds, edited }, sends: { orders: 4 } },
  async ({ http, material: { campaigns }, basic, kinds: { severalLines } }) => {
    const before = isAccepted(severalLines) ? booked(severalLines) : basic;
    const steps: Updated[] = [];
    let request = before.request;
    for (const edit of [renamed, otherGoal, otherFlight, advertiserDetail]) {
      const changed = campaigns.update(request, 'series', edit(request, [])[0]);
      const sent = await send(http, { ...changed, line_items: changed.line_items.toReversed() });
      steps.push({ before, ...sent });
      if (isAccepted(sent)) request = sent.request;
    }
    return steps;
  },
);

const all = updates.stage({ id: 'updates.all', needs: { edited, series } }, ({ edited, series }) => [
  ...Object.entries(edited).map(([kind, updated]) => ({ kind, ...updated })),
  ...series.map((updated) => ({ kind: 'series', ...updated })),
]);

/** The gentlest updates: no business rule forbids them. */
const PROMISED = ['rename', 'goal'];

updates.check(
  {
    id: 'updates.answers-200',
    level: 'must',
    section: 'ad-server §4.4 rule 4',
    requirement: 'An update, a new key with the same `order.external_ref` and line references, is answered 200.',
    fix: 'Look the order up by `order.external_ref` and change it in place, with status 200; 201 is for new orders. Refuse with 422 only what a business rule forbids.',
    needs: { all },
  },
  ({ all }) => {
    for (const { kind, reply } of all)
      if (reply.status !== 422 || PROMISED.includes(kind)) expect(reply, `to the update of ${kind}`).status(200);
  },
);

const KEEPS = [
  ['rename', 'a rename'],
  ['goal', 'a new goal'],
  ['flight', 'a new flight'],
  ['geo', 'new geo targeting'],
  ['sizes', 'new sizes'],
  ['creative', 'an attached creative'],
  ['added-line', 'an added line'],
  ['advertiser', 'a new advertiser detail'],
] as const;

for (const [kind, what] of KEEPS)
  updates.check(
    {
      id: `updates.${kind}-keeps-ids`,
      level: 'must',
      section: 'ad-server §2.7',
      requirement: `The order and its lines keep their ids through ${what}.`,
      fix: 'Update the existing order and lines in place, found by their `external_ref`; do not delete and create anew, and do not derive ids from what can change.',
      needs: { edited },
    },
    ({ edited }) => {
      if (edited[kind].request.line_items.some(({ sizes }) => sizes.length === 0))
        notApplicable('The slot that was booked lists one size only.');
      expectKept([edited[kind]], what);
    },
  );

updates.check(
  {
    id: 'updates.series-keeps-ids',
    level: 'must',
    section: 'ad-server §2.7',
    requirement:
      'The order and its lines keep their ids through several updates in a row, in whatever order the lines are sent.',
    fix: 'Match each line by its `external_ref`, never by its place in the request, and keep its id for good.',
    needs: { series },
  },
  ({ series }) => {
    expectKept(series, 'a series of updates');
  },
);

/** Judges the updates that were accepted; that one was not is judged by its status. */
function expectKept(updated: readonly Updated[], what: string): void {
  const taken = updated.filter(isAccepted);
  const [first] = updated;
  if (taken.length === 0 && first !== undefined) {
    if (first.reply.status === 422) inconclusive(`Every request for ${what} was refused with 422.`, first.reply);
    expect(first.reply).status(200, 201);
  }
  for (const one of taken) {
    expectSameOrder(one.before, one);
    if (lineRefs(one).every((ref) => one.request.line_items.some((line) => line.external_ref === ref)))
      expectSameIds(one.before, withoutMissing(one));
  }
}

/** A line that the answer leaves out is judged as such, not as one that changed its id. */
function withoutMissing({ request, reply }: Updated): Sent {
  const answered = idsOf(reply).lines;
  return {
    reply,
    request: { ...request, line_items: request.line_items.filter((line) => answered.has(line.external_ref)) },
  };
}

function lineRefs({ reply }: Sent): unknown[] {
  const lines = reply.json.ok ? member(reply.json.value, 'line_items') : undefined;
  return (Array.isArray(lines) ? lines : []).map((line: unknown) => member(line, 'external_ref'));
}

updates.check(
  {
    id: 'updates.added-line-gets-new-id',
    level: 'must',
    section: 'ad-server §4.4 rule 5',
    requirement: 'A line that an update adds gets a `line_item_id` that no other line of the order has.',
    fix: 'Create only the line that is missing, with an id of its own.',
    needs: { edited },
  },
  ({ edited: { 'added-line': updated } }) => {
    if (!isAccepted(updated)) inconclusive('The request to add a line was refused.', updated.reply);
    const { ids } = booked(updated);
    for (const { external_ref: ref } of updated.request.line_items) {
      if (updated.before.ids.lines.has(ref)) continue;
      const id = ids.lines.get(ref);
      const owner = [...updated.before.ids.lines].find(([, other]) => id !== undefined && other === id);
      if (owner !== undefined)
        violation({
          expected: `an id of its own for ${ref}`,
          actual: `${shown(id)}, the id of ${owner[0]}`,
          pointer: '/line_items',
          replies: [updated.before.reply, updated.reply],
        });
    }
  },
);

updates.check(
  {
    id: 'updates.every-line-once',
    level: 'must',
    section: 'ad-server §4.4 rule 5',
    requirement: 'The answer to an update names every line that was sent, once.',
    fix: 'Answer one element for each line of the request; match lines by `external_ref`, so that none is created a second time.',
    needs: { all },
  },
  ({ all }) => {
    for (const updated of all.filter(isAccepted)) {
      const refs = lineRefs(updated);
      for (const { external_ref: ref } of updated.request.line_items) {
        const times = refs.filter((other) => other === ref).length;
        if (times !== 1)
          violation({
            expected: `the line ${ref} once (update of ${updated.kind})`,
            actual: times === 0 ? 'no such line' : `${times} such lines`,
            pointer: '/line_items',
            replies: [updated.reply],
          });
      }
    }
  },
);
