import { inconclusive } from '../../../src/engine/signal.ts';
import type { Walk } from '../readers/inventory-summary.ts';
import * as comparison from '../readers/walk-comparison.ts';
import { LARGEST, onceMore } from '../values/page-sizes.ts';
import { inventory, listed, walks, type SizedWalk } from './records.ts';
import { read, sized } from './requests.ts';

// Reads the list again to see whether differences were chance: live inventory changes while it is read.

const firstPage = inventory.traffic(
  { id: 'inventory.first-page-again', phase: 'read', uses: { walks, read }, sends: { inventory: 1 } },
  async ({ http, read }): Promise<SizedWalk> => ({ ...sized(await read(http, { pages: 1 })), size: 'when read again' }),
);

/** A walk that differs from the whole list, and both read once more. */
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
      const isSame =
        comparison.renamed(listed, one.walk) === null && comparison.difference(listed, one.walk).length === 0;
      if (isSame && !comparison.isListedTwice(one.walk, isRound)) continue;
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
