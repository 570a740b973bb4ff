import process from 'node:process';
import { LISTING_MOMENTS, listingScenarios, MOMENTS, scenarios } from '../../fixtures/trouble/scenarios.ts';
import { endedAs } from '../matrix/judge.ts';
import { judgeIn, type Judged } from './judge.ts';
import { randomFrom } from './random.ts';

/*
 * Judges the reference publisher in every trouble, begun at every moment, and prints what was held against it:
 * `npm run trouble [-- <seeds> [part of a contract and a name [moment]]]`.
 */

const AT_ONCE = 3;

const [seeds = '1', part = '', moment] = process.argv.slice(2);
const CONTRACTS = [
  { contract: 'ad-server', all: scenarios, moments: MOMENTS },
  { contract: 'listing', all: listingScenarios, moments: LISTING_MOMENTS },
] as const;
const cases = CONTRACTS.flatMap(({ contract, all, moments }) =>
  all
    .filter(({ name }) => `${contract} ${name}`.includes(part))
    .flatMap((scenario) =>
      (moment === undefined ? moments : [Number(moment)]).flatMap((begin) =>
        Array.from({ length: Number(seeds) }, (_none, index) => ({ contract, scenario, begin, seed: index + 1 })),
      ),
    ),
);
const waiting = [...cases];
let wrong = 0;

function told({ report, met, seconds }: Judged): string {
  return `${report.verdict}, ${met} met of ${report.run.requests}, ${seconds.toFixed(0)} s`;
}

async function judgeInTurn(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { contract, scenario, begin, seed } = next;
    const judged = await judgeIn(scenario.from(begin, randomFrom(seed)), { contract });
    const { report, met } = judged;
    const { [scenario.warns ?? '']: _due, ...held } = endedAs(report, 'fail', 'warn', 'error');
    const stays = met > 0 ? scenario.stays : undefined;
    const due = {
      service: ['inconclusive'],
      endpoint: ['failed'],
      order: ['failed'],
      quota: ['passed', 'inconclusive'],
      machine: ['passed', 'inconclusive'],
      none: ['passed', 'certified'],
    }[stays ?? 'none'];
    const broken = Object.keys(held).length;
    const isCounted = broken === Number(stays === 'endpoint' || stays === 'order');
    const isRight = isCounted && due.includes(report.verdict);
    if (!isRight) wrong += 1;
    const left = Object.keys(endedAs(report, 'inconclusive')).length;
    process.stdout.write(
      `${isRight ? 'ok   ' : 'WRONG'} ${contract} ${scenario.name} from ${begin}, seed ${seed}: ${told(judged)}, ${left} inconclusive\n`,
    );
    for (const [id, found] of Object.entries(held)) process.stdout.write(`        ${id} ${found}\n`);
    if (process.env['LEFT'])
      for (const [id, found] of Object.entries(endedAs(report, 'inconclusive', 'skip')))
        process.stdout.write(`      ? ${id} ${found}\n`);
    if (process.env['REASONS']) for (const reason of report.reasons) process.stdout.write(`      > ${reason}\n`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, judgeInTurn));
process.stdout.write(`${cases.length} runs, ${wrong} wrong.\n`);
process.exitCode = wrong === 0 ? 0 : 1;
