import { inconclusive } from '../../../src/engine/signal.ts';
import { excuse } from '../../../src/http/reply.ts';
import type { Walk } from '../readers/inventory-summary.ts';
import * as comparison from '../readers/walk-comparison.ts';
import { LARGEST, onceMore } from '../values/page-sizes.ts';
import { inventory, listed, walks, type SizedWalk } from './records.ts';
import { madeUpCursor, outOfRange, read, sized } from './requests.ts';

// Reads the list again to see whether differences were chance: live inventory changes while it is read.

const firstPage = inventory.traffic(
  { id: 'inventory.first-page-again', phase: 'read', uses: { walks, read }, sends: { inventory: 1 } },
  async ({ http, read }): Promise<SizedWalk> => ({ ...sized(await read(http, { pages: 1 })), size: 'when read again' }),
);

/** A walk that differs from the whole list, and both read once more. */
export interface SecondLook extends SizedWalk {
  readonly whole: Walk;
  readonly again: readonly [Walk, Walk];
  /** If they differ again: both with a parameter that no cache has seen. */
  readonly uncached: readonly [Walk, Walk] | null;
}

export const secondLooks = inventory.traffic(
  { id: 'inventory.second-looks', phase: 'read', uses: { listed, walks, firstPage, read }, sends: { inventory: 0 } },
  async ({ http, listed, walks, firstPage, read }) => {
    const looks: SecondLook[] = [];
    const isRound = walks.some(({ walk }) => walk.end.kind === 'circle');
    for (const one of [firstPage, ...walks]) {
      const isSame =
        comparison.renamed(listed, one.walk) === null && comparison.difference(listed, one.walk).length === 0;
      if (isSame && !comparison.isListedTwice(one.walk, isRound)) continue;
      const whole = onceMore(listed);
      const options = { limit: one.limit, pages: Math.max(Math.min(one.walk.pages, whole.pages ?? Infinity), 1) };
      const readAgain = () => read(http, options);
      const look = { ...one, whole: await read(http, whole), again: [await readAgain(), await readAgain()] as const };
      const isConfirmed = comparison.confirmedDifference(listed, look).length > 0;
      const asked = { uncached: 'yes' };
      looks.push({
        ...look,
        uncached: isConfirmed ? [await read(http, { ...whole, asked }), await read(http, { ...options, asked })] : null,
      });
    }
    return looks;
  },
);

/** The contract does not say how long a cursor is valid: a refused one is excused if that walk alone gets past it. */
export const walksAlone = inventory.traffic(
  {
    id: 'inventory.walks-alone',
    phase: 'read',
    uses: { walks, read },
    // Everything else that reads pages runs first.
    mayUse: { outOfRange, madeUpCursor, firstPage, secondLooks },
    sends: { inventory: 0 },
  },
  async ({ http, walks, read }) => {
    for (const { walk, limit, size } of walks) {
      if (walk.end.kind !== 'unanswered' || walk.pages === 0) continue;
      const { reply } = walk.end;
      const isRefused = reply.status !== null && reply.status >= 400 && reply.status < 500 && reply.status !== 429;
      if (!isRefused || !(await goesOn(() => read(http, { limit, pages: walk.pages + 1 })))) continue;
      const why = `The cursor of page ${walk.pages} ${size} was refused, as a cursor may be that is old or not from the latest walk.`;
      excuse(reply, { why, shownBy: [reply], permitted: true });
    }
    return walks;
  },
);

/** Whether a walk gets past the page in two of three tries: occasional refusals are not about an old cursor. */
async function goesOn(readAgain: () => Promise<Walk>): Promise<boolean> {
  let refusals = 0;
  for (let passes = 0; passes < 2;) {
    const { end } = await readAgain();
    if (end.kind !== 'unanswered') passes++;
    else if (++refusals > 1) return false;
  }
  return true;
}

export const stable = inventory.record(
  { id: 'inventory.stable', of: { listed, secondLooks } },
  ({ listed, secondLooks }) => {
    if (secondLooks.some((look) => comparison.confirmedRenamed(listed, look) !== null))
      inconclusive('Ids change from one reading to the next.', listed.first);
    return listed;
  },
);

export const lateReadings = inventory.traffic(
  { id: 'inventory.late-readings', phase: 'read again', uses: { listed: stable, read }, sends: { inventory: 1 } },
  async ({ http, listed, read }) => {
    const look = await read(http, { limit: LARGEST, pages: 1 });
    return { look, whole: comparison.renumbered(listed, look) === null ? null : await read(http, onceMore(listed)) };
  },
);
