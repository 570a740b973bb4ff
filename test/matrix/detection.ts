import type { Fault } from '../../fixtures/entries.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { suite } from '../../checks/suite.ts';
import type { Report } from '../../src/report/model.ts';
import * as listing from '../listing/judge.ts';
import { moduleOf, endedAs, judge } from './judge.ts';

/*
 * Prints how many faults the suite catches, misses, or blames on a check that is not theirs, module by module.
 * `npm run detection [-- <module> …]`
 */

interface Detection {
  readonly fault: Fault;
  readonly missed: readonly string[];
  readonly collateral: readonly string[];
}

const AT_ONCE = 6;

const chosen = process.argv.slice(2);
const modules = suite.modules.filter(({ id }) => chosen.length === 0 || chosen.includes(id));
const own = (module: string) => faults.filter(({ name }) => moduleOf(name) === module);

print(
  `${'module'.padEnd(20)}${['faults', 'caught', 'missed', 'collateral'].map((head) => head.padStart(12)).join('')}`,
);
const rows: { module: string; detections: Detection[] }[] = [];
for (const { id, contract } of modules) {
  const detections = await inTurns(own(id), async (fault) => detect(fault, await reportOn(fault, contract)));
  rows.push({ module: id, detections });
  print(row(id, detections));
}
print(
  row(
    'all',
    rows.flatMap(({ detections }) => detections),
  ),
);
for (const { fault, missed, collateral } of rows.flatMap(({ detections }) => detections))
  if (missed.length + collateral.length > 0)
    print(`${fault.name}: missed ${missed.join(', ') || 'none'}; besides ${collateral.join(', ') || 'none'}`);
process.exitCode = rows.some(({ detections }) =>
  detections.some(({ missed, collateral }) => missed.length + collateral.length > 0),
)
  ? 1
  : 0;

function reportOn({ name, behaviour }: Fault, contract: 'ad-server' | 'listing'): Promise<Report> {
  if (contract === 'ad-server') return judge(behaviour);
  return listing.judge(behaviour, listing.optionsFor(name));
}

function detect(fault: Fault, report: Report): Detection {
  const ended = Object.keys(endedAs(report, 'fail', 'warn', 'error'));
  return {
    fault,
    missed: fault.fails.filter((id) => !ended.includes(id)),
    collateral: ended.filter((id) => !fault.fails.includes(id)),
  };
}

function row(name: string, detections: readonly Detection[]): string {
  const missed = detections.filter(({ missed }) => missed.length > 0).length;
  const collateral = detections.filter(({ collateral }) => collateral.length > 0).length;
  const cells = [detections.length, detections.length - missed, missed, collateral];
  return name.padEnd(20) + cells.map((cell) => String(cell).padStart(12)).join('');
}

async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
