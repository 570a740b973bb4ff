import process from 'node:process';
import { variations } from '../../fixtures/variations/index.ts';
import { changes, outcomesInAnyOrder, outcomesInOrder } from './any-order.ts';

/*
 * Judges every variation in shuffled order and with random delays, and prints each check whose outcome changes:
 * `npm run order [-- <seeds> [part of a name]]`.
 */

/** Runs wait for delays most of the time. */
const AT_ONCE = 8;

const [seeds = '5', part = ''] = process.argv.slice(2);
const chosen = variations.filter(({ name }) => name.includes(part));
const waiting = [...chosen];
let flips = 0;

async function judgeInTurn(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { name, behaviour } = next;
    const before = await outcomesInOrder(behaviour);
    for (let seed = 1; seed <= Number(seeds); seed++) {
      const changed = changes(before, await outcomesInAnyOrder(behaviour, seed));
      if (changed.length === 0) continue;
      flips += 1;
      process.stdout.write(`${name}, seed ${seed}:\n${changed.map((one) => `  ${one}\n`).join('')}`);
    }
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, judgeInTurn));
process.stdout.write(`${chosen.length} variations, ${seeds} seeds: ${flips} runs with another outcome.\n`);
process.exitCode = flips === 0 ? 0 : 1;
