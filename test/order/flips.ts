import process from 'node:process';
import { parseArgs } from 'node:util';
import { faults } from '../../fixtures/faults/index.ts';
import { variations } from '../../fixtures/variations/index.ts';
import { flipsOf } from './any-order.ts';

/*
 * Judges every variation in shuffled order and with random delays, and prints each check whose outcome changes:
 * `npm run order [-- <seeds> [part of a name]]`. With `--faults` it takes the faults instead, and prints the checks that do not
 * fail in every order; `--every <n>` takes each n-th of either.
 */

/** High, because runs spend most of their time waiting for delays. */
const AT_ONCE = 8;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { faults: { type: 'boolean', default: false }, every: { type: 'string', default: '1' } },
});
const [count = '5', part = ''] = positionals;
const seeds = Array.from({ length: Number(count) }, (_, index) => index + 1);
const named = (values.faults ? faults : variations).filter(({ name }) => name.includes(part));
const chosen = named.filter((_, index) => index % Number(values.every) === 0);
const waiting = [...chosen];
let flips = 0;

async function judgeInTurn(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    for (const { seed, changes } of await flipsOf(next, seeds)) {
      flips += 1;
      process.stdout.write(`${next.name}, seed ${seed}:\n${changes.map((one) => `  ${one}\n`).join('')}`);
    }
}

await Promise.all(Array.from({ length: AT_ONCE }, judgeInTurn));
process.stdout.write(
  `${chosen.length} ${values.faults ? 'faults' : 'variations'}, ${seeds.length} seeds: ${flips} runs with another outcome.\n`,
);
process.exitCode = flips === 0 ? 0 : 1;
