import type { Traffic } from '../../../src/engine/node.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { bookingTerms, maxPages } from '../../givens.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { member, valueAt } from '../../json.ts';
import {
  walk,
  type WalkOptions,
  evenLimit,
  LARGEST,
  LOOK,
  oddLimit,
  onceMore,
  pagesOf,
  confirmedRenamed,
  difference,
  isListedTwice,
  renamed,
} from '../readers/inventory-walk.ts';
import type { Walk } from '../readers/inventory-summary.ts';
import { access, inventoryReply, inventory, listed, rereading, walks, type SizedWalk } from '../records.ts';

/** `anyway`: with the largest limit even if that was refused before. */
type Options = Omit<WalkOptions, 'maxPages'> & { readonly anyway?: true };

/** Reads the list, up to `--max-pages`. A longer list is read so far only once, because that takes long. */
export const read = inventory.record(
  { id: 'inventory.read', of: { maxPages, terms: bookingTerms } },
  ({ maxPages, terms: { inventoryIds: wanted } }) => {
    const tooLong = new Map<number | undefined, Walk>();
    let largest: number | undefined = LARGEST;
    return async (http: Wire, { anyway, ...options }: Options = { limit: LARGEST }): Promise<Walk> => {
      const limit = options.limit === LARGEST && !anyway ? largest : options.limit;
      const known = options.pages === undefined ? tooLong.get(limit) : undefined;
      if (known !== undefined) return known;
      const made = await walk(http, { ...options, limit, maxPages, wanted });
      if (made.end.kind === 'too-long') tooLong.set(limit, made);
      if (limit === LARGEST && isLimitRefused(made)) largest = undefined;
      return made;
    };
  },
);

const isLimitRefused = ({ pages, first }: Walk): boolean =>
  pages === 0 && (first.status === 400 || first.status === 422);

const whole = inventory.traffic(
  { id: 'inventory.whole-walk', phase: 'read', uses: { access, read }, sends: { inventory: 1 } },
  ({ http, read }) => read(http, { limit: LARGEST, anyway: true }),
);

/** Without a limit, if the largest is refused. */
const unlimited = inventory.traffic(
  { id: 'inventory.unlimited-walk', phase: 'read', uses: { whole, read }, sends: { inventory: 0 } },
  ({ http, whole, read }) => (isLimitRefused(whole) ? read(http) : null),
);

inventory.record({ makes: listed, of: { whole, unlimited } }, ({ whole, unlimited }) => {
  const listed = unlimited ?? whole;
  if (listed.pages === 0) inconclusive('No page of the inventory could be read.', listed.first);
  return listed;
});

inventory.record({ makes: rereading, of: { read }, maybe: { whole } }, ({ read, whole }) => ({
  readAgain: (http: Wire) => read(http, whole && onceMore(whole)),
}));

/**
 * A walk at another page size; `null` if the list is too short for one. Walks go one after the other, as the client's do:
 * a service may drop a cursor when another reading begins.
 */
function walkAt(
  id: string,
  calls: number,
  optionsFor: (whole: Walk) => { limit?: number | null; pages?: number },
  earlier: Readonly<Record<string, Traffic<unknown>>> = {},
) {
  return inventory.traffic(
    { id: `inventory.${id}-walk`, phase: 'read', uses: { listed, read }, mayUse: earlier, sends: { inventory: calls } },
    async ({ http, listed, read }) => {
      const { limit, ...pages } = optionsFor(listed);
      return limit === null ? null : sized(await read(http, { limit, ...pages }), limit);
    },
  );
}

export const sized = (walk: Walk, limit?: number): SizedWalk => ({
  walk,
  limit,
  size: limit === undefined ? 'without a limit' : `with limit=${limit}`,
});

export const byDefault = walkAt('default', 7, (whole) => pagesOf(whole, 5000, 20));

const odd = walkAt('odd-limit', 14, (whole) => ({ limit: oddLimit(whole), ...pagesOf(whole, 1000, LOOK) }), {
  byDefault,
});

const even = walkAt('even-limit', 2, (whole) => ({ limit: evenLimit(whole), ...pagesOf(whole, 2000, LOOK) }), { odd });

const oneByOne = inventory.traffic(
  { id: 'inventory.one-by-one', phase: 'read', uses: { access, read }, mayUse: { even }, sends: { inventory: 4 } },
  async ({ http, read }) => sized(await read(http, { limit: 1, pages: 4, apart: true }), 1),
);

inventory.record(
  { makes: walks, of: { whole }, maybe: { byDefault, odd, even, oneByOne } },
  ({ whole, byDefault, odd, even, oneByOne }): readonly SizedWalk[] =>
    [sized(whole, LARGEST), byDefault, odd, even, oneByOne].filter((one) => one !== undefined && one !== null),
);

/** Slots behind the last page, when it is asked for again with as many slots as it has; `null` if there are none. */
export const behindTheEnd = inventory.traffic(
  {
    id: 'inventory.behind-the-end',
    phase: 'read',
    uses: { listed, read },
    mayUse: { oneByOne },
    sends: { inventory: 1 },
  },
  async ({ http, listed, read }) => {
    const { lastPage, ids } = listed;
    if (lastPage === null || lastPage.slots === 0 || lastPage.slots === LARGEST || ids.partial) return null;
    const { cursor, slots: limit } = lastPage;
    const next = valueAt(await http.inventory({ limit, cursor }), 'next_cursor');
    if (typeof next !== 'string' || next === '') return null;
    const found = slotIdsIn(await http.inventory({ limit, cursor: next })).find((id) => !ids.has(id));
    if (found === undefined) return null;
    // It may be new, or on one of several replicas alone.
    const whole = await read(http, onceMore(listed));
    if (whole.end.kind !== 'last-page' || whole.ids.has(found)) return null;
    const reply = await http.inventory({ limit, cursor: next });
    return slotIdsIn(reply).includes(found) ? { id: found, limit, reply, whole } : null;
  },
);

function slotIdsIn(reply: Reply): readonly string[] {
  const slots = valueAt(reply, 'data');
  const ids = Array.isArray(slots) ? slots.map((slot: unknown) => member(slot, 'inventory_id')) : [];
  return ids.filter((id) => typeof id === 'string');
}

const OUT_OF_RANGE = [LARGEST + 1, 2 ** 31, 0, -1, 'many', 1.5, ''];

/** Far above the maximum, but small enough for a careless service to return. */
const FAR_ABOVE_LARGEST = 1000;

export const outOfRange = inventory.traffic(
  {
    id: 'inventory.out-of-range',
    phase: 'read',
    uses: { access, probe: inventoryReply },
    mayUse: { oneByOne },
    sends: { inventory: OUT_OF_RANGE.length + 1 },
  },
  ({ http, probe }) => {
    const cursor = valueAt(probe, 'next_cursor');
    const behind = typeof cursor === 'string' && cursor !== '' ? [{ limit: FAR_ABOVE_LARGEST, cursor }] : [];
    const all = [...OUT_OF_RANGE.map((limit) => ({ limit })), ...behind];
    return Promise.all(all.map(async (query) => ({ ...query, reply: await http.inventory(query) })));
  },
);

// Reads again what differed: live inventory changes while it is read.

const firstPage = inventory.traffic(
  { id: 'inventory.first-page-again', phase: 'read', uses: { walks, read }, sends: { inventory: 1 } },
  async ({ http, read }): Promise<SizedWalk> => ({ ...sized(await read(http, { pages: 1 })), size: 'without a limit' }),
);

/** A walk that differs from the whole list, and second readings of both. */
export interface SecondLook extends SizedWalk {
  readonly whole: Walk;
  readonly again: readonly [Walk, Walk];
}

export const secondLooks = inventory.traffic(
  { id: 'inventory.second-looks', phase: 'read', uses: { listed, walks, firstPage, read }, sends: { inventory: 0 } },
  async ({ http, listed, walks, firstPage, read }) => {
    const looks: SecondLook[] = [];
    /** With a parameter that no cache has seen, if the service allows it. */
    const readFresh = async (options: { limit?: number | undefined; pages?: number }) => {
      const fresh = await read(http, { ...options, asked: { fresh: 'yes' } });
      return fresh.pages > 0 ? fresh : read(http, options);
    };
    const isRound = walks.some(({ walk }) => walk.end.kind === 'circle');
    for (const one of [firstPage, ...walks]) {
      const isSame = renamed(listed, one.walk) === null && difference(listed, one.walk).length === 0;
      if (isSame && !isListedTwice(one.walk, isRound)) continue;
      const whole = onceMore(listed);
      const options = { limit: one.limit, pages: Math.max(Math.min(one.walk.pages, whole.pages ?? Infinity), 1) };
      looks.push({
        ...one,
        whole: await readFresh(whole),
        again: [await readFresh(options), await readFresh(options)],
      });
    }
    return looks;
  },
);

export const stable = inventory.record(
  { id: 'inventory.stable', of: { listed, secondLooks } },
  ({ listed, secondLooks }) => {
    if (secondLooks.some((look) => confirmedRenamed(listed, look) !== null))
      inconclusive('Ids change from one reading to the next.', listed.first);
    return listed;
  },
);

export const lateReading = inventory.traffic(
  { id: 'inventory.late-reading', phase: 'read again', uses: { listed: stable, read }, sends: { inventory: 1 } },
  ({ http, read }) => read(http, { limit: LARGEST, pages: 1 }),
);
