import { fileURLToPath, URL } from 'node:url';
import process from 'node:process';
import { Stryker } from '@stryker-mutator/core';
import { PARTS } from './parts.js';

/*
 * Changes the checks one operator at a time and judges the publishers of the module by each change, or runs the tests
 * of what is changed.
 * `npm run mutation [-- <part> …]`; a part takes minutes, or hours. Behind one part may stand what of it is to be
 * changed, as `checks/listing/01-token-exchange.ts` or `…:20-45`.
 */

const isPlace = (argument) => argument.includes('/');
const chosen = process.argv.slice(2).filter((argument) => !isPlace(argument));
const places = process.argv.slice(2).filter(isPlace);
if (places.length > 0 && chosen.length !== 1) throw new Error('Places are those of one part: name it before them.');
const unknown = chosen.filter((name) => !(name in PARTS));
if (unknown.length > 0)
  throw new Error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}.`);

const beside = (file) => fileURLToPath(new URL(file, import.meta.url));
const judging = (matrix) => ({
  testRunner: 'matrix',
  plugins: [beside('matrix-runner.js'), beside('unheeded.js')],
  ignorers: ['planning'],
  matrix,
});
const TESTING = {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.js', related: false },
};

const rows = [];
for (const [name, { mutate, ...matrix }] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const results = await new Stryker({
    ...('modules' in matrix ? judging(matrix) : TESTING),
    mutate: places.length > 0 ? places : mutate,
    // Requirements, fixes and messages are texts: what they say is no behaviour.
    mutator: { excludedMutations: ['StringLiteral'] },
    // Nothing else has to be in the copy that is changed.
    ignorePatterns: ['bench', 'bin', 'dist', 'examples', 'scripts', 'test/stored', '*.md'],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 15,
    disableTypeChecks: false,
    checkers: [],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: `reports/mutation/${name}.json` },
    allowConsoleColors: false,
  }).runMutationTest();
  rows.push([name, tally(results)]);
  for (const { fileName, location, mutatorName, replacement } of results.filter(({ status }) => lives(status)))
    print(
      `${fileName.replace(/^.*checks/, 'checks')}:${location.start.line}:${location.start.column} ${mutatorName} -> ${replacement}`,
    );
}
print('| part | mutants | killed | survived | score |\n| --- | --: | --: | --: | --: |');
for (const [name, { killed, survived }] of rows)
  print(
    `| ${name} | ${killed + survived} | ${killed} | ${survived} | ${((100 * killed) / (killed + survived)).toFixed(1)} % |`,
  );

function lives(status) {
  return status === 'Survived' || status === 'NoCoverage';
}

function tally(results) {
  const count = (wanted) => results.filter(({ status }) => wanted(status)).length;
  return { killed: count((status) => status === 'Killed' || status === 'Timeout'), survived: count(lives) };
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
