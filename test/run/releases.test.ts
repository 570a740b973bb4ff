import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { suite } from '../../checks/suite.ts';
import { checksOf } from '../../src/engine/suite.ts';
import { wordsOf, type ReleaseCatalogue } from '../../src/report/catalogue.ts';
import { readReport } from '../../src/report/read.ts';
import { build, catalogueOf } from '../../src/run/releases.ts';
import { version } from '../../src/version.ts';
import { report } from '../report/sample.ts';
import promised from '../stored/1.0/promises.json';

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const knownAs = (made: string) =>
  build.releaseOf(report({ tool: { name: 'adserver-conformance', version: made } }))?.catalogue;
const checksIn = ({ contracts }: ReleaseCatalogue) =>
  Object.values(contracts).flatMap(({ checks }) => Object.entries(checks));

it('every released version has a catalogue, and no other', () => {
  const released = [...textOf('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, one = '']) => one);
  expect(released.filter((one) => knownAs(one) === undefined)).toEqual([]);
  expect(knownAs('1.0.7')).toBeUndefined();
  const files = readdirSync(new URL('../../src/report/catalogues/', import.meta.url));
  expect(files.filter((file) => knownAs(file.replace('.json', ''))?.version !== file.replace('.json', ''))).toEqual([]);
});

it('the catalogue of 1.0.0 is that of its reports', () => {
  const first = knownAs('1.0.0');
  const levels = first && checksIn(first).map(([id, { level }]) => [id, level]);
  expect(Object.fromEntries(levels ?? [])).toEqual(promised.checks);
  for (const { id, version: judged, modules, attested } of readReport(textOf('test/stored/1.0/failed.report.json'))
    .contracts) {
    const words = modules.flatMap(({ checks }) =>
      checks.map(({ id: check, section, requirement }) => [check, wordsOf({ section, requirement })]),
    );
    const { checks, ...due } = first?.contracts[id] ?? { checks: {} };
    expect(Object.fromEntries(Object.entries(checks).map(([check, one]) => [check, one.words]))).toEqual(
      Object.fromEntries(words),
    );
    expect(due).toEqual({ version: judged, attested: attested.map(wordsOf) });
  }
});

it('that of this version is made of the suite', () => {
  const present = catalogueOf(suite);
  expect([knownAs(version), checksIn(present).length]).toEqual([present, checksOf(suite).length]);
});
