import { inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { bookingTerms, maxPages } from '../../givens.ts';
import { valueAt } from '../../json.ts';
import { walk, type WalkOptions } from '../readers/inventory-walk.ts';
import { allButOne, evenLimit, LARGEST, LOOK, oddLimit, onceMore, pagesOf } from '../values/page-sizes.ts';
import type { Walk } from '../readers/inventory-summary.ts';
import { access, inventoryReply } from '../connection/records.ts';
import { inventory, listed, rereading, walks, type SizedWalk } from './records.ts';

// Walks over the inventory in several page sizes, and odd requests for a page.

type Options = Omit<WalkOptions, 'maxPages'>;

/** Reads the list, no further than `--max-pages` allows. */
export const read = inventory.record(
  { id: 'inventory.read', of: { maxPages, terms: bookingTerms } },
  ({ maxPages, terms: { inventoryIds: wanted } }) =>
    (http: Wire, options: Options = { limit: LARGEST }) =>
      walk(http, { ...options, maxPages, wanted }),
);

/** The whole list in the largest pages: what later modules book and forecast is taken from it. */
const whole = inventory.traffic(
  { id: 'inventory.whole-walk', phase: 'read', uses: { access, read }, sends: { inventory: 1 } },
  ({ http, read }) => read(http),
);

inventory.record({ makes: listed, of: { whole } }, ({ whole }) => {
  if (whole.pages === 0) inconclusive('No page of the inventory could be read.', whole.first);
  return whole;
});

inventory.record({ makes: rereading, of: { read }, maybe: { whole } }, ({ read, whole }) => ({
  readAgain: (http: Wire) => read(http, whole && onceMore(whole)),
}));

/** A walk at another page size; none where it would show nothing new. */
function walkAt(id: string, calls: number, optionsFor: (whole: Walk) => Options | null) {
  return inventory.traffic(
    { id: `inventory.${id}-walk`, phase: 'read', uses: { listed, read }, sends: { inventory: calls } },
    async ({ http, listed, read }) => {
      const options = optionsFor(listed);
      return options === null ? null : sized(await read(http, options), options.limit);
    },
  );
}

export const sized = (walk: Walk, limit?: number): SizedWalk => ({
  walk,
  limit,
  size: limit === undefined ? 'without a limit' : `with limit=${limit}`,
});

export const byDefault = walkAt('default', 7, (whole) => pagesOf(whole, 5000, 20));

const odd = walkAt('odd-limit', 14, (whole) => ({ limit: oddLimit(whole), ...pagesOf(whole, 1000, LOOK) }));

const even = walkAt('even-limit', 2, (whole) => {
  const limit = evenLimit(whole);
  return limit === null ? null : { limit, ...pagesOf(whole, 2000, LOOK) };
});

const butOne = walkAt('all-but-one', 0, (whole) => {
  const limit = allButOne(whole);
  return limit === null ? null : { limit };
});

const oneByOne = inventory.traffic(
  { id: 'inventory.one-by-one', phase: 'read', uses: { access, read }, sends: { inventory: 4 } },
  async ({ http, read }) => sized(await read(http, { limit: 1, pages: 4 }), 1),
);

inventory.record(
  { makes: walks, of: { whole }, maybe: { byDefault, odd, even, butOne, oneByOne } },
  ({ whole, byDefault, odd, even, butOne, oneByOne }): readonly SizedWalk[] =>
    [sized(whole, LARGEST), byDefault, odd, even, butOne, oneByOne].filter((one) => one !== undefined && one !== null),
);

const OUT_OF_RANGE = [LARGEST + 1, 1_000_000, 0, -1, 'many', 1.5, ''];

/** Far beyond the largest page, and no more than a careless service would take. */
const FAR_BEYOND = 1000;

/** Limits that may be refused or clamped; with a cursor, too, if there is one. */
export const outOfRange = inventory.traffic(
  {
    id: 'inventory.out-of-range',
    phase: 'read',
    uses: { access, probe: inventoryReply },
    sends: { inventory: OUT_OF_RANGE.length + 1 },
  },
  ({ http, probe }) => {
    const cursor = valueAt(probe, 'next_cursor');
    const limits = OUT_OF_RANGE.map((limit) => ({ limit }));
    const all = typeof cursor === 'string' && cursor !== '' ? [...limits, { limit: FAR_BEYOND, cursor }] : limits;
    return Promise.all(all.map(async (query) => ({ ...query, reply: await http.inventory(query) })));
  },
);

export const madeUpCursor = inventory.traffic(
  { id: 'inventory.made-up-cursor', phase: 'read', uses: { access }, sends: { inventory: 1 } },
  ({ http }) => http.inventory({ cursor: 'conformance-no-such-cursor' }),
);
