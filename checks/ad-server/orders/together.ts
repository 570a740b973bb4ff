import { describe, violation } from '../../../src/engine/expect.ts';
import { blockedBy, notApplicable } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { maxPages } from '../../givens.ts';
import { basic, GENTLER, material, orders } from './basic.ts';
import { created, kinds, optionalMembers, severalLinesTaken } from './kinds.ts';
import {
  booked,
  isAccepted,
  isRefusedForValues,
  mayBeBeyondLimits,
  send,
  sendFirstTaken,
  SUCCESSES,
  type Booking,
  type Sent,
  type Tried,
} from '../readers/booking.ts';
import type { Bookable, Campaigns } from '../values/campaign.ts';
import type { Kinds } from './same-buyer.ts';
import { inCountries, onSlots } from '../desk/order-forms.ts';
import { inOtherCaseAtEnds } from '../values/other-case.ts';
import type { OrderRequest } from '../values/requests.ts';
import { expectStillListed, type Asking } from '../desk/still-listed.ts';

/** So many pairs of countries are tried before it is asked which countries are taken at all. */
const PAIRS = 3;
/** So many slots are asked for alone. */
const SLOTS = 8;

/** An order with two lines on one slot for the same days, in an odd form, and where that was not taken as it is. */
interface Pair {
  readonly odd: Sent;
  readonly sent: Tried;
}

async function inPair(
  http: Wire,
  { campaigns }: { readonly campaigns: Campaigns },
  on: Bookable,
  kinds: Kinds,
  first: number,
): Promise<Pair> {
  const pair = campaigns.countries.slice(first, first + 2);
  const plain = underAlmostKnown(campaigns, inCountries(campaigns, on, `pair-${first + 1}`, ...pair), kinds);
  const odd = await send(http, inOddForm(plain, kinds));
  if (isAccepted(odd)) return { odd, sent: { ...odd, refused: [] } };
  return { odd, sent: { ...(await send(http, campaigns.update(plain))), refused: [odd] } };
}

/** An order under almost the reference of another: whether it is told apart shows in the ids. */
function underAlmostKnown(campaigns: Campaigns, request: OrderRequest, { severalLines, tag }: Kinds): OrderRequest {
  const [usual, long] = [severalLines.request.order.external_ref, tag.request.order.external_ref];
  // Cut off, or by its end, a long one alone is like another.
  const known = long.length > usual.length ? long : usual;
  return { ...request, order: { ...request.order, external_ref: campaigns.almost(known, inOtherCaseAtEnds) } };
}

/** The order by the name of one which is there. */
function inOddForm(request: OrderRequest, { oneDay }: Kinds): OrderRequest {
  const { name } = oneDay.request.order;
  return withOddRefs({ ...request, order: { ...request.order, name } });
}

const pair = orders.stage(
  {
    id: 'orders.pair-of-countries',
    needs: { material, basic, kinds, severalLinesTaken },
    sends: { orders: 1 },
    drafts: 1,
  },
  async ({ http, material, basic: { on }, kinds }): Promise<Pair> => {
    const pair = await inPair(http, material, on, kinds, 0);
    if (isAccepted(pair.odd) || !isRefusedForValues(pair.sent)) return pair;
    // A service may serve one country alone: the odd form is not to be left out for that.
    const { campaigns } = material;
    const [first, second] = [
      campaigns.line('days-a', on),
      campaigns.line('days-b', on, { flight: campaigns.later(on) }),
    ];
    const inDays = underAlmostKnown(campaigns, campaigns.order('days', first, second), kinds);
    return { ...pair, odd: await send(http, inOddForm(inDays, kinds)) };
  },
);

const twoCountries = orders.check(
  {
    id: 'orders.lines-in-two-countries',
    level: 'must',
    section: 'ad-server §2.5',
    requirement: 'Two lines on one slot for the same days, each in another country, are accepted.',
    fix: 'Allow lines on one slot to overlap: two countries with a price of their own are two lines. Tell them apart by `external_ref`.',
    needs: { material, basic, kinds, pair, maxPages },
    sends: { orders: 0, inventory: 0 },
  },
  async ({ http, material, basic: { on }, kinds, pair, maxPages }) => {
    const { campaigns } = material;
    let { sent } = pair;
    for (let count = 1; count < PAIRS && isRefusedForValues(sent); count++)
      ({ sent } = await inPair(http, material, on, kinds, 2 * count));
    await expectStillListed({ http, maxPages }, sent, ...SUCCESSES);
    return isRefusedForValues(sent)
      ? expectTogether(
          { http, maxPages },
          {
            what: 'countries',
            all: campaigns.countries,
            usual: on.goal,
            order: (label, goal, ...countries) => inCountries(campaigns, { ...on, goal }, label, ...countries),
          },
        )
      : booked(sent);
  },
);

orders.check(
  {
    id: 'orders.any-name-and-references',
    level: 'must',
    section: 'ad-server §2.5',
    requirement:
      'An order is taken, or refused with 422, also where another has its name, and where references are long.',
    fix: 'Take the name of an order for a label that another may have: only `order.external_ref` says which order it is. Store references as Unicode text of any length; keep 409 for keys that were used for another body.',
    needs: { pair },
    prefers: { twoCountries },
  },
  ({ pair: { odd, sent } }) => {
    if (isAccepted(odd) || mayBeBeyondLimits(odd)) return;
    if (!isAccepted(sent) && !isRefusedForValues(sent)) blockedBy(twoCountries);
    violation({
      expected: 'an order with the name of another, and long references in its lines, taken as one with its own is',
      actual: describe(odd.reply),
      replies: [sent.reply, odd.reply],
    });
  },
);

/**
 * The lines under references that are long, in other than plain letters, and differ in a separator alone: whether they
 * come back as they were sent, and are told apart, shows in the lines and the ids of all orders.
 */
function withOddRefs(request: OrderRequest): OrderRequest {
  const line_items = request.line_items.map((line, index, { length }) => {
    const [{ external_ref } = line] = request.line_items;
    return { ...line, external_ref: `${external_ref} Frühjahr.Größe & Länge${index === length - 1 ? '_' : '/'}1 äöü` };
  });
  return { ...request, line_items };
}

/** All orders that were made by creating, those of two lines included where they were taken. */
export const everyCreated = orders.stage(
  { id: 'orders.every-created', needs: { created }, prefers: { twoCountries, pair } },
  ({ created, twoCountries, pair }): readonly Booking[] => {
    const isOther = pair !== undefined && isAccepted(pair.odd) && pair.odd.request !== twoCountries?.request;
    return [...created, ...(twoCountries ? [twoCountries] : []), ...(isOther ? [booked(pair.odd)] : [])];
  },
);

export const onTwoSlots = orders.check(
  {
    id: 'orders.lines-on-two-slots',
    level: 'should',
    section: 'ad-server §2.5',
    requirement: 'Lines on different slots are accepted in one order.',
    fix: 'Take every line of an order on the slot that it names: `line_items` holds one element for each line of the campaign, on whichever slots they are.',
    needs: { material, basic, kinds, optionalMembers, maxPages },
    sends: { orders: 0, inventory: 0 },
  },
  async ({ http, material: { bookable, campaigns }, basic: { on }, kinds: { allMembers }, maxPages }) => {
    const booked = new Set(allMembers.request.line_items.map((line) => line.inventory_id));
    if (isAccepted(allMembers) && booked.size > 1) return true;
    // Slots of different formats may be no business of one order.
    const slots = bookable.map(({ slot }) => slot).filter(({ format }) => format === on.slot.format);
    await expectTogether(
      { http, maxPages },
      {
        what: 'slots',
        all: slots.slice(0, SLOTS),
        usual: on.goal,
        order: (label, goal, ...slots) => onSlots(campaigns, { ...on, goal }, label, ...slots),
      },
    );
    return true;
  },
);

/** What the lines of one order differ in. */
interface Apart<T> {
  readonly what: 'countries' | 'slots';
  readonly all: readonly T[];
  /** The goal of a line that was taken. */
  readonly usual: number;
  /** An order of one line for each, with this goal. */
  readonly order: (label: string, goal: number, ...some: readonly T[]) => OrderRequest;
}

/**
 * Expects some two of what is taken alone to be taken together. Alone they are booked for as many impressions as both
 * together, before and after: there may be room for one line and not for two.
 */
async function expectTogether<T>(asking: Asking, { what, all, usual, order }: Apart<T>): Promise<Booking> {
  const { http } = asking;
  for (const [tried, part] of GENTLER.slice(0, 4).entries()) {
    const goal = Math.ceil(usual / part);
    const label = `${what.charAt(0)}${tried + 1}`;
    const alone = (one: T, when: string) => send(http, order(`${label}-${when}`, 2 * goal, one));
    const taken: T[] = [];
    for (const [index, one] of all.entries())
      if (taken.length < 3 && isAccepted(await alone(one, `before-${index + 1}`))) taken.push(one);
    const pairs = taken.flatMap((one, index) => taken.slice(index + 1).map((other) => [one, other]));
    if (pairs.length === 0) continue;
    const together = await sendFirstTaken(
      http,
      pairs.map((pair, index) => order(`${label}-both-${index + 1}`, goal, ...pair)),
    );
    await expectStillListed(asking, together, ...SUCCESSES);
    if (!isRefusedForValues(together)) return booked(together);
    const after: Sent[] = [];
    for (const [index, one] of taken.entries()) after.push(await alone(one, `after-${index + 1}`));
    if (!after.every(isAccepted)) notApplicable(`There is no room left for two ${what} in one order.`);
    for (const [index, one] of taken.entries())
      if (!isAccepted(await send(http, order(`${label}-half-${index + 1}`, goal, one))))
        notApplicable('A line alone is refused for as little as each of two: there may be a least goal.');
    violation({
      expected: 'both lines accepted, as each of them is alone',
      actual: describe(together.reply),
      replies: [...after.map(({ reply }) => reply), together.reply],
    });
  }
  return notApplicable(`No two ${what} are taken with room to spare.`);
}
