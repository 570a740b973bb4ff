import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { suite } from '../../checks/suite.ts';
import configSchema from '../../schemas/config.schema.json';
import { reportFormatsWith } from '../../src/cli/report-formats.ts';
import { checksOf } from '../../src/engine/suite.ts';
import { compareReports, somethingBroke } from '../../src/report/compare.ts';
import { readReport } from '../../src/report/read.ts';
import { build } from '../../src/run/releases.ts';
import { chunksOf } from '../../src/text/chunks.ts';
import { verifyReport } from '../../src/report/verify.ts';
import promised from '../stored/1.0/promises.json';

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** What the changelog says of the versions after 1.0.0. */
const [since = ''] = textOf('CHANGELOG.md').split(/^## 1\.0\.0/m);
const told = (name: string) => since.includes(`\`${name}\``);

describe('a report of version 1.0', () => {
  const text = textOf('test/stored/1.0/failed.report.json');

  it('is read', () => {
    const report = readReport(text);
    expect([report.tool.version, report.verdict, report.exchanges.length]).toEqual(['1.0.0', 'failed', 60]);
  });

  it.each(promised.formats)('is shown as %s', async (name) => {
    const display = { color: false, quiet: false, verbose: false, width: 100 };
    const shown = await reportFormatsWith({})[name]?.(readReport(text), display);
    expect([...chunksOf(shown ?? '')].join('')).toContain('health.timezone-is-iana');
  });

  it('is verified: its digest, its verdict and what it cites', () => {
    const bad = verifyReport(readReport(text), { build }).filter(({ outcome }) => outcome === 'bad');
    expect(bad).toEqual([]);
  });

  it('is compared, and does not differ from itself', () => {
    const report = readReport(text);
    const comparison = compareReports(report, report);
    expect(somethingBroke(comparison)).toBe(false);
    expect(comparison.changes.filter(({ change }) => change !== 'still-failing')).toEqual([]);
  });
});

describe('since version 1.0', () => {
  const levels = new Map(checksOf(suite).map(({ id, rule }) => [id, rule.level]));

  it('no check has vanished without a line in the changelog', () => {
    expect(Object.keys(promised.checks).filter((id) => !levels.has(id) && !told(id))).toEqual([]);
  });

  it('no check has another level without a line in the changelog', () => {
    const changed = Object.entries(promised.checks).filter(([id, level]) => levels.has(id) && levels.get(id) !== level);
    expect(changed.map(([id]) => id).filter((id) => !told(id))).toEqual([]);
  });

  it('every setting is there', () => {
    const names = Object.keys(configSchema.properties);
    expect(promised.settings.filter((name) => !names.includes(name))).toEqual([]);
  });
});
