import { Desk } from '../desk/desk.ts';
import { bookTogether, type Together } from '../desk/alone-and-together.ts';
import { isAccepted } from '../readers/booking.ts';
import type { LineItem } from '../values/request-bodies.ts';
import { basic, bookedKinds, material, orders } from './records.ts';
import type { Kinds } from '../desk/booked-kinds.ts';

// Orders of one line with two of something that is accepted one by one.

const MOST_TRIED = 6;

/** An accepted order with such a line; then nothing more is sent. */
function takenWith(kinds: Kinds, has: (line: LineItem) => boolean): Together | null {
  const sent = Object.values(kinds).find(
    (one) => one !== undefined && isAccepted(one) && one.request.line_items.some(has),
  );
  return sent === undefined ? null : { sent };
}

export const lineInTwoCountries = orders.traffic(
  {
    id: 'orders.line-in-two-countries',
    phase: 'book',
    uses: { material, basic, booked: bookedKinds },
    sends: { orders: 0, inventory: 0 },
  },
  async ({ http, material, basic: { on }, booked: { kinds } }): Promise<Together> => {
    const { campaigns } = material;
    const isInTwo = ({ targeting: { geo = [] } = {} }: LineItem) => geo.length > 1;
    return (
      takenWith(kinds, isInTwo) ??
      bookTogether(new Desk(http, material), {
        what: 'countries',
        all: campaigns.countries.slice(0, MOST_TRIED),
        usual: on.goal,
        order: (label, goal, ...geo) =>
          campaigns.order(`one-${label}`, campaigns.line(`one-${label}`, { ...on, goal }, { targeting: { geo } })),
      })
    );
  },
);

export const lineOfTwoSizes = orders.traffic(
  {
    id: 'orders.line-of-two-sizes',
    phase: 'book',
    uses: { material, basic, booked: bookedKinds },
    ifThere: { lineInTwoCountries },
    sends: { orders: 0, inventory: 0 },
  },
  async ({ http, material, basic: { on }, booked: { kinds } }): Promise<Together> => {
    const { campaigns, bookable } = material;
    const taken = takenWith(kinds, ({ sizes }) => sizes.length > 1);
    if (taken !== null) return taken;
    const slot = [on.slot, ...bookable.map(({ slot }) => slot)].find(({ sizes }) => sizes.length > 1);
    if (slot === undefined) return { none: 'No slot that may be booked lists two sizes.' };
    return bookTogether(new Desk(http, material), {
      what: 'sizes',
      all: slot.sizes.slice(0, MOST_TRIED),
      usual: on.goal,
      order: (label, goal, ...sizes) =>
        campaigns.order(`one-${label}`, campaigns.line(`one-${label}`, { ...on, slot, goal }, { sizes })),
    });
  },
);
