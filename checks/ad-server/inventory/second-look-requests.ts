import { inconclusive } from '../../../src/engine/signal.ts';
import { excuse } from '../../../src/http/reply.ts';
import type { Walk } from '../readers/inventory-summary.ts';
import {
  confirmedDifference,
  confirmedRenamed,
  difference,
  isListedTwice,
  renamed,
  renumbered,
} from '../readers/walk-comparison.ts';
import { LARGEST, onceMore } from '../values/page-sizes.ts';
import { inventory, listed, walks, type SizedWalk } from './records.ts';
import { madeUpCursor, outOfRange, read, sized } from './requests.ts';

// Readings of the list that show whether what came before was chance: live inventory changes while it is read.

const firstPage = inventory.traffic(
  { id: 'inventory.first-page-again', phase: 'read', uses: { walks, read }, sends: { inventory: 1 } },
  async ({ http, read }): Promise<SizedWalk> => ({ ...sized(await read(http, { pages: 1 })), size: 'when read again' }),
);

/** A walk that does not agree with the whole list, and both once more. */
export interface SecondLook extends SizedWalk {
  readonly whole: Walk;
  readonly again: readonly [Walk, Walk];
  /** Where both differ again: the two under an address that no cache knows. */
  readonly uncached: readonly [Walk, Walk] | null;
  /** Where they agree when read alone: walks that were read while another one was, and the last of the readings alone. */
  readonly together: { readonly walks: readonly Walk[]; readonly after: Walk } | null;
}

export const secondLooks = inventory.traffic(
  { id: 'inventory.second-looks', phase: 'read', uses: { listed, walks, firstPage, read }, sends: { inventory: 0 } },
  async ({ http, listed, walks, firstPage, read }) => {
    const looks: SecondLook[] = [];
    const isRound = walks.some(({ walk }) => walk.end.kind === 'circle');
    for (const one of [firstPage, ...walks]) {
      const isOdd =
        renamed(listed, one.walk) !== null ||
        difference(listed, one.walk).length > 0 ||
        isListedTwice(one.walk, isRound);
      if (!isOdd) continue;
      const whole = onceMore(listed);
      const options = { limit: one.limit, pages: Math.max(Math.min(one.walk.pages, whole.pages ?? Infinity), 1) };
      const readAgain = () => read(http, options);
      const look = { ...one, whole: await read(http, whole), again: [await readAgain(), await readAgain()] as const };
      const isConfirmed = confirmedDifference(listed, look).length > 0;
      const asked = { uncached: 'yes' };
      looks.push({
        ...look,
        uncached: isConfirmed ? [await read(http, { ...whole, asked }), await read(http, { ...options, asked })] : null,
        together: isConfirmed ? null : { walks: await readTogether(readAgain), after: await readAgain() },
      });
    }
    return looks;
  },
);

export const ROUNDS = 3;

/** Walks, each read while another one is. */
async function readTogether(readAgain: () => Promise<Walk>): Promise<Walk[]> {
  const walks: Walk[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [walk] = await Promise.all([readAgain(), readAgain()]);
    walks.push(walk);
  }
  return walks;
}

/**
 * The walks, once more where a cursor was refused: how long a cursor is valid, and whether one of another walk is valid at
 * the same time, is left open. Such a walk goes on past that page when nothing else is read.
 */
export const walksAlone = inventory.traffic(
  {
    id: 'inventory.walks-alone',
    phase: 'read',
    uses: { walks, read },
    // All else that reads pages comes first.
    mayUse: { outOfRange, madeUpCursor, firstPage, secondLooks },
    sends: { inventory: 0 },
  },
  async ({ http, walks, read }) => {
    for (const { walk, limit, size } of walks) {
      if (walk.end.kind !== 'unanswered' || walk.pages === 0) continue;
      const { reply } = walk.end;
      const isRefused = reply.status !== null && reply.status >= 400 && reply.status < 500 && reply.status !== 429;
      if (!isRefused || !(await goesOn(() => read(http, { limit, pages: walk.pages + 1 })))) continue;
      const why = `The cursor of page ${walk.pages} ${size} was refused, as one may be that is old or not of the latest walk.`;
      excuse(reply, { why, shownBy: [reply], permitted: true });
    }
    return walks;
  },
);

/** Whether a walk goes on in two of three tries: what is refused now and then is not an old cursor. */
async function goesOn(readAgain: () => Promise<Walk>): Promise<boolean> {
  let refusals = 0;
  for (let passes = 0; passes < 2;) {
    const { end } = await readAgain();
    if (end.kind !== 'unanswered') passes++;
    else if (++refusals > 1) return false;
  }
  return true;
}

/** The list, where its ids are the same in every reading. */
export const stable = inventory.record(
  { id: 'inventory.stable', of: { listed, secondLooks } },
  ({ listed, secondLooks }) => {
    if (secondLooks.some((look) => confirmedRenamed(listed, look) !== null))
      inconclusive('Ids change from one reading to the next.', listed.first);
    return listed;
  },
);

/** The list once all else has been asked for: its first page, and all of it where ids seem to have changed. */
export const lateReadings = inventory.traffic(
  { id: 'inventory.late-readings', phase: 'read again', uses: { listed: stable, read }, sends: { inventory: 1 } },
  async ({ http, listed, read }) => {
    const look = await read(http, { limit: LARGEST, pages: 1 });
    return { look, whole: renumbered(listed, look) === null ? null : await read(http, onceMore(listed)) };
  },
);
