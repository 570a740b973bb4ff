import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, test } from 'vitest';
import overviewSchema from '../../schemas/overview.schema.json' with { type: 'json' };
import { latestOf } from '../../src/overview/overview.ts';
import type { Overview } from '../../src/overview/model.ts';
import { check } from '../report/sample.ts';
import { hostile } from '../report/page-sample.ts';
import { signOffFor } from '../sign-off/sample.ts';
import { altered, fleet, night, overviewFrom } from './fleet.ts';

const rows = ({ publishers }: Overview) => publishers.map((one) => ({ ...one, latest: latestOf(one) }));
const only = (overview: Overview) => {
  const [row] = rows(overview);
  if (row === undefined) throw new Error('there is no row');
  return row;
};
const host = 'ads.example.com';
const rule = 'forecast.answers-200';

describe('an overview', () => {
  it('has the worst first, and of those the changed ones', () => {
    expect(rows(fleet()).map(({ name, latest }) => `${name.split('.')[1] ?? ''} ${latest.word}`)).toEqual([
      'worse failed',
      'broken failed',
      'old expired',
      'altered altered',
      'silent inconclusive',
      'new passed',
      'mended certified',
      'steady certified',
    ]);
  });

  it('counts each publisher once, by its latest report', () => {
    expect(fleet().counts).toEqual({ failed: 2, inconclusive: 3, passed: 1, certified: 2 });
  });

  it('fits its schema', () => {
    const fits = new Ajv2020({ allErrors: true, strictTypes: false }).compile(overviewSchema);
    for (const overview of [fleet(), overviewFrom([]), overviewFrom([hostile()])])
      expect(fits(JSON.parse(JSON.stringify(overview))), JSON.stringify(fits.errors)).toBe(true);
  });

  it('takes the latest report, whatever the order of the files', () => {
    const reports = [night(host, { ago: 2 }), night(host, { ago: 0, broken: [rule] }), night(host, { ago: 1 })];
    const { latest, reports: all } = only(overviewFrom(reports));
    expect([latest.verdict, all.map(({ signOff }) => signOff.ageDays)]).toEqual(['failed', [0, 1, 2]]);
  });

  it('shows a report that was given twice once', () => {
    const same = night(host, { ago: 0 });
    expect(only(overviewFrom([same, same])).reports).toHaveLength(1);
  });
});

describe('a change', () => {
  const change = (before: Parameters<typeof night>[1], after: Parameters<typeof night>[1]) =>
    only(overviewFrom([night(host, before), night(host, after)])).latest.change;

  it('names what broke', () => {
    const { latest } = only(overviewFrom([night(host, { ago: 1 }), night(host, { ago: 0, broken: [rule] })]));
    expect(latest.change).toMatchObject({ before: 'certified', broke: [rule], fixed: [], trend: 'worse' });
    expect(latest.broken.first).toMatchObject([{ id: rule, isNew: true }]);
  });

  it('names what was fixed', () => {
    expect(change({ ago: 1, broken: [rule] }, { ago: 0 })).toMatchObject({ fixed: [rule], trend: 'better' });
  });

  it('holds nothing for fixed that was not judged', () => {
    const left = [check({ id: rule, outcome: 'skip', message: 'Left out by --skip.' })];
    const found = change({ ago: 1, broken: [rule] }, { ago: 0, verdict: 'passed', checks: left });
    expect(found).toMatchObject({ fixed: [], unjudged: [rule] });
  });

  it('is none between two reports that are alike', () => {
    const found = change({ ago: 1, broken: [rule] }, { ago: 0, broken: [rule] });
    expect(found).toMatchObject({ broke: [], fixed: [], trend: 'same' });
  });

  it('is not there for the first report', () => {
    expect(only(overviewFrom([night(host, { ago: 0 })])).latest).not.toHaveProperty('change');
  });
});

describe('one publisher', () => {
  const one = { account_id: 'a-1', account_name: 'One' };
  const two = { account_id: 'a-2', account_name: 'Two' };

  it('is one account at an address, if the address serves several', () => {
    const overview = overviewFrom([night(host, { ago: 0, account: one }), night(host, { ago: 0, account: two })]);
    expect(rows(overview).map(({ name }) => name)).toEqual(['One', 'Two']);
  });

  it('keeps its name when the key is refused', () => {
    const overview = overviewFrom([
      night(host, { ago: 1, account: one }),
      night(host, { ago: 0, account: null, broken: [rule] }),
    ]);
    expect(rows(overview).map(({ name, reports }) => [name, reports.length])).toEqual([['One', 2]]);
  });

  it('is called by its host if the service never named the account', () => {
    expect(only(overviewFrom([night(host, { ago: 0, account: null })])).name).toBe(host);
  });
});

describe('a verdict that does not count', () => {
  test.each([
    ['of a report that was altered', altered(night(host, { ago: 0, broken: [rule] })), 'altered'],
    ['of a run from the future', night(host, { ago: -3 }), 'in the future'],
    [
      'that does not follow from the checks',
      night(host, { ago: 0, broken: [rule], verdict: 'certified' }),
      'contradictory',
    ],
  ])('%s is told', (_name, report, word) => {
    expect(only(overviewFrom([report])).latest).toMatchObject({ word, shownAs: 'inconclusive' });
  });

  it('is told of a run of some checks', () => {
    expect(only(overviewFrom([night(host, { ago: 0, options: { only: ['health'] } })])).latest.notes).toEqual([
      'only some checks',
    ]);
  });
});

describe('age and sign-off', () => {
  it('marks what is older than asked for', () => {
    const ages = [29, 31].map((ago) => only(overviewFrom([night(host, { ago })], { maxAgeDays: 30 })).latest.tooOld);
    expect(ages).toEqual([undefined, true]);
  });

  it('counts the statements that a person answered', () => {
    const report = night(host, { ago: 0 });
    const signOff = signOffFor(report, {}, { answer: 'open' });
    const { latest } = only(overviewFrom([{ file: 'r.json', report, signOff }]));
    expect(latest.signOff).toMatchObject({ total: 2, confirmed: 1, open: 1 });
  });
});
