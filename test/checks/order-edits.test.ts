import { describe, expect, it } from 'vitest';
import {
  EDITS,
  renameAndGoal,
  SERIES,
  slot,
  withLine,
  type EditKind,
  type Means,
  type Step,
} from '../../checks/ad-server/desk/order-edits.ts';
import { Campaigns, imageCreative, plainTagCreative } from '../../checks/ad-server/values/campaign.ts';
import { flightsOf } from '../../checks/ad-server/values/flights.ts';
import type { LineItem, OrderRequest } from '../../checks/ad-server/values/requests.ts';
import { newRun } from '../../src/engine/run-identity.ts';

const run = newRun(new Date('2027-03-01T12:00:00Z'));
const means: Means = {
  campaigns: new Campaigns(run, flightsOf(run, 'UTC')),
  sizes: new Map([
    ['s', ['728x90', '300x250', '160x600']],
    ['t', ['320x50', '320x100']],
  ]),
  shapes: [plainTagCreative, imageCreative],
  taken: ['s', 't'],
  takesAdvertiserRef: true,
};

const line = (change: Partial<LineItem> = {}): LineItem => ({
  external_ref: 'l-1',
  inventory_id: 's',
  flight: { start_date: '2027-04-01', end_date: '2027-04-07' },
  goal_impressions: 3000,
  sizes: ['728x90'],
  ...change,
});
const second = line({ external_ref: 'l-2', inventory_id: 't', sizes: ['320x50'] });
const order = (...lines: readonly LineItem[]): OrderRequest => ({
  idempotency_key: 'k',
  advertiser: { name: 'a' },
  order: { name: 'o', external_ref: 'c' },
  line_items: lines,
});

/** The values that one member of the lines has in each form of an edit. */
function linesIn<K extends keyof LineItem>(kind: EditKind, name: K, ...lines: readonly LineItem[]): LineItem[K][][] {
  const [edit] = EDITS[kind];
  return edit(order(...lines), means).map(({ line_items = [] }) => line_items.map((one) => one[name]));
}

const flights = (...days: readonly (readonly [string, string])[]) =>
  days.map(([start_date, end_date]) => [{ start_date, end_date }]);

describe('Of the lines of an order', () => {
  it.each([
    [3000, [[2400], [4000], [6000], [2850], [2000]]],
    [2431, [[1944], [3431], [5431], [2309], [2000]]],
    [1000, [[800], [2000], [4000], [950], [500]]],
    [4, [[3], [1004], [3004], [3], [3]]],
    [1, [[1], [1001], [3001], [1], [1]]],
  ])(
    'a goal of %i is lowered, else raised by a little, else by much, else lowered by little, or to a round one',
    (goal_impressions, forms) => {
      expect(linesIn('goal', 'goal_impressions', line({ goal_impressions }))).toEqual(forms);
    },
  );

  it.each([
    ['up, or by a little', 2401, [[3000], [3401]]],
    ['down, and not otherwise', 4000, [[3000]]],
    ['nowhere, where they are there', 3000, []],
  ])('goals go back to those of the beginning: %s', (_where, goal_impressions, forms) => {
    const [edit] = EDITS['goal-back'];
    const back = edit(order(line({ goal_impressions })), means, order(line()));
    expect(back.map(({ line_items = [] }) => line_items.map((one) => one.goal_impressions))).toEqual(forms);
  });

  it('goals of lines that were added later stay where others go back', () => {
    const [edit] = EDITS['goal-back'];
    const now = order(line({ goal_impressions: 4000 }), second);
    expect(edit(now, means, order(line()))).toEqual([{ line_items: [line(), second] }]);
  });

  it('flights are made longer, else moved, else begun later, else a week later; then shorter at both ends', () => {
    expect([linesIn('flight', 'flight', line()), linesIn('flight-within', 'flight', line())]).toEqual([
      flights(
        ['2027-04-01', '2027-04-09'],
        ['2027-04-02', '2027-04-08'],
        ['2027-04-02', '2027-04-07'],
        ['2027-04-08', '2027-04-14'],
      ),
      flights(['2027-04-02', '2027-04-06']),
    ]);
  });

  it('flights start a day earlier, and end as before or a day earlier as well', () => {
    expect(linesIn('earlier', 'flight', line())).toEqual(
      flights(['2027-03-31', '2027-04-07'], ['2027-03-31', '2027-04-06']),
    );
  });

  it('sizes become another of the slot of each, alone or besides', () => {
    expect(linesIn('sizes', 'sizes', line(), second)).toEqual([
      [['300x250'], ['320x100']],
      [
        ['728x90', '300x250'],
        ['320x50', '320x100'],
      ],
    ]);
  });

  it.each([
    ['one has them all', [line(), { ...second, sizes: ['320x50', '320x100'] }]],
    ['the slot of one is unknown', [line(), { ...second, inventory_id: 'u' }]],
  ])('no other size is asked for where %s', (_why, lines) => {
    expect(linesIn('sizes', 'sizes', ...lines)).toEqual([]);
  });

  it('all sizes of the slot of each are asked for, unless all have them', () => {
    const all = [line({ sizes: ['728x90', '300x250', '160x600'] }), { ...second, sizes: ['320x50', '320x100'] }];
    expect([
      linesIn('all-sizes', 'sizes', line(), second),
      linesIn('all-sizes', 'sizes', ...all.slice(0, 1), second),
      linesIn('all-sizes', 'sizes', ...all),
    ]).toEqual([[all.map(({ sizes }) => sizes)], [all.map(({ sizes }) => sizes)], []]);
  });

  it('each is targeted at two countries, then at one, and at the next where that is refused', () => {
    const forms = linesIn('geo', 'targeting', line(), second);
    expect(forms.slice(0, 3)).toEqual([
      [{ geo: ['US', 'GB'] }, { geo: ['US', 'GB'] }],
      [{ geo: ['US'] }, { geo: ['US'] }],
      [{ geo: ['GB'] }, { geo: ['GB'] }],
    ]);
  });

  it('countries become another one, else the last of them, where there are any', () => {
    const targeted = line({ targeting: { geo: ['US', 'GB'] } });
    expect([
      linesIn('other-geo', 'targeting', targeted),
      linesIn('other-geo', 'targeting', line({ targeting: { geo: ['GB'] } })),
      linesIn('other-geo', 'targeting', line()),
    ]).toEqual([[[{ geo: ['DE'] }], [{ geo: ['FR'] }], [{ geo: ['GB'] }]], [[{ geo: ['US'] }], [{ geo: ['DE'] }]], []]);
  });

  it('all but the first are left out, where there are several', () => {
    const leftOut = (...lines: readonly LineItem[]) => EDITS['left-out'][0](order(...lines), means);
    expect([leftOut(line(), second), leftOut(line())]).toEqual([[{ line_items: [line()] }], []]);
  });

  it('targeting is taken away again, where some have any', () => {
    const targeted = line({ targeting: { geo: ['DE'] } });
    expect([
      linesIn('worldwide', 'targeting', targeted, second),
      linesIn('worldwide', 'targeting', line({ targeting: { geo: [] } }), second),
    ]).toEqual([[[undefined, undefined]], []]);
  });

  it('each gets a creative of its own size, in every shape that is taken', () => {
    expect(linesIn('creative', 'creatives', line(), second)).toEqual([
      [[plainTagCreative('728x90')], [plainTagCreative('320x50')]],
      [[imageCreative('728x90')], [imageCreative('320x50')]],
    ]);
  });

  it('creatives that are there are replaced, and others come beside them', () => {
    const with1 = line({ creatives: [plainTagCreative('728x90')] });
    const [other] = linesIn('creative', 'creatives', with1);
    expect(other?.[0]).toHaveLength(1);
    expect(other?.[0]).not.toEqual(with1.creatives);
    expect(linesIn('creative', 'creatives', with1)).toHaveLength(1);
    expect(linesIn('creative', 'creatives', with1, second)).toEqual([
      [other?.[0], [plainTagCreative('320x50')]],
      [other?.[0], [imageCreative('320x50')]],
    ]);
  });

  it('all go to another country than that of the first; to two, where it has none', () => {
    const targeted = line({ targeting: { geo: ['US'] } });
    const forms = (...lines: readonly LineItem[]) => linesIn('geo-of-several', 'targeting', ...lines);
    expect(forms(targeted, second).slice(0, 2)).toEqual([
      [{ geo: ['GB'] }, { geo: ['GB'] }],
      [{ geo: ['US'] }, { geo: ['US'] }],
    ]);
    expect(forms(line(), second)).toEqual(linesIn('geo', 'targeting', line(), second));
  });

  it('creatives are taken off where there are some', () => {
    const with1 = line({ creatives: [plainTagCreative('728x90')] });
    expect([
      linesIn('no-creative', 'creatives', with1, second),
      linesIn('no-creative', 'creatives', line({ creatives: [] }), second),
      linesIn('no-creative', 'creatives', second),
    ]).toEqual([[[[], []]], [], []]);
  });

  it('creatives are left out where there are some', () => {
    const with1 = line({ creatives: [plainTagCreative('728x90')] });
    const [edit] = EDITS['left-out-creative'];
    expect([
      edit(order(with1, { ...second, creatives: [] }), means),
      edit(order(line({ creatives: [] }), second), means),
    ]).toEqual([[{ line_items: [line(), second] }], []]);
  });

  it('one is added before the others, on the slot of the first, for its days or those behind', () => {
    const added = { ...line(), external_ref: 'l-1-new' };
    const behind = { ...added, flight: { start_date: '2027-04-08', end_date: '2027-04-14' } };
    const withNew = (days: 'same' | 'behind') => withLine(order(line(), second), (ref) => `${ref}-new`, days);
    expect([withNew('same'), withNew('behind')]).toEqual([
      { line_items: [added, line(), second] },
      { line_items: [behind, line(), second] },
    ]);
  });

  it.each([
    ['added-line', 'Line_1'],
    ['added-to-several', 'LinE-1'],
  ] as const)(
    'by %s the one that is added has almost the reference of the first, else one that is longer, also for little',
    (kind, ref) => {
      const refs = linesIn(kind, 'external_ref', line({ external_ref: 'Line-1' }));
      expect(refs.map(([added]) => added)).toEqual([ref, ref, 'Line-1-added', 'Line-1-added', ref, 'Line-1-little']);
    },
  );

  it('the one that is added is at last on another slot that is known to be taken, and for a tenth of the goal', () => {
    const [elsewhere, here] = linesIn('added-line', 'inventory_id', line()).slice(-2);
    const own = line().inventory_id;
    expect([elsewhere, here]).toEqual([
      [means.taken.find((id) => id !== own), own],
      [own, own],
    ]);
    expect(linesIn('added-line', 'goal_impressions', line({ goal_impressions: 3001 })).at(-1)).toEqual([301, 3001]);
  });

  const movedTo = (taken: readonly string[], ...lines: readonly LineItem[]) =>
    slot(order(...lines), { ...means, taken }).map(({ line_items = [] }) => line_items);

  it('all are moved to one of the first other slots that are known to be taken', () => {
    const others = ['u', 'v', 'w', 'x'];
    const sizes = new Map([...means.sizes, ...others.map((id) => [id, ['728x90', '1x1']] as const)]);
    expect(slot(order(line(), line()), { ...means, sizes, taken: ['s', ...others] })).toEqual(
      others.slice(0, 3).map((inventory_id) => ({ line_items: [line({ inventory_id }), line({ inventory_id })] })),
    );
  });

  it('one that does not fit the other slot gets a size of that, and loses its creatives', () => {
    expect(movedTo(['t'], line({ creatives: [plainTagCreative('728x90')] }))).toEqual([
      [line({ inventory_id: 't', sizes: ['320x50'], creatives: [] })],
    ]);
  });

  it('none is moved where each such slot has one of them', () => {
    expect(movedTo(['s', 't'], line(), second)).toEqual([]);
  });
});

describe('In a series', () => {
  const lines = [line(), line({ external_ref: 'l-2' }), line({ external_ref: 'l-3' })];
  const changedBy = (kind: Step) =>
    SERIES.filter(([step]) => step === kind).map(([, edit]) =>
      edit(order(...lines), means).map(({ line_items = [] }) => line_items.filter((one, at) => one !== lines[at])),
    );

  it('the goal of the first line changes alone', () => {
    const [forms] = changedBy('rename-and-goal');
    expect(forms?.[0]).toEqual([line({ goal_impressions: 2400 })]);
  });

  it('the first line gets a creative, and then every line', () => {
    const [one, every] = changedBy('creative');
    expect([one?.[0], every?.[0]?.length]).toEqual([[line({ creatives: [plainTagCreative('728x90')] })], 3]);
  });

  it('all of the last line changes and one is added, else less, at last its end alone', () => {
    const forms = SERIES.filter(([step]) => step === 'several')
      .flatMap(([, edit]) => edit(order(...lines), means))
      .map(({ order: named, advertiser, line_items = [] }) => {
        const was = new Map<string, unknown>(Object.entries(lines.at(-1) ?? {}));
        const changed = Object.entries(line_items.at(-1) ?? {}).filter(([name, value]) => was.get(name) !== value);
        return {
          more: line_items.length - lines.length,
          others: [...(named ? ['name'] : []), ...(advertiser ? ['buyer'] : [])],
          last: changed.map(([name]) => name),
        };
      });
    const all = ['flight', 'goal_impressions', 'sizes', 'targeting', 'creatives'];
    expect(forms).toEqual([
      { more: 1, others: ['name', 'buyer'], last: all },
      { more: 0, others: ['name', 'buyer'], last: all },
      { more: 0, others: ['name'], last: all },
      { more: 0, others: ['name'], last: ['flight', 'goal_impressions'] },
      { more: 0, others: [], last: ['flight'] },
      { more: 0, others: [], last: ['flight'] },
    ]);
  });

  it('a line of one day alone ends later', () => {
    const oneDay = line({ flight: { start_date: '2027-04-01', end_date: '2027-04-01' } });
    const ends = SERIES.filter(([step]) => step === 'several').flatMap(([, edit]) =>
      edit(order(oneDay), means).map(({ line_items = [] }) => line_items.at(-1)?.flight.end_date),
    );
    expect([...new Set(ends)]).toEqual(['2027-04-02', '2027-04-03']);
  });
});

describe('Of an order itself', () => {
  const changes = (kind: EditKind, more: Partial<Means> = {}) => EDITS[kind][0](order(line()), { ...means, ...more });

  it('the name changes, and the reference does not', () => {
    const [change] = changes('rename');
    expect(change).toEqual({ order: { name: 'x', external_ref: 'c' } });
    expect(EDITS.rename[0]({ ...order(line()), ...change }, means)).toEqual([
      { order: { name: 'y', external_ref: 'c' } },
    ]);
  });

  it('the name changes along with the goals of its lines', () => {
    const [change] = renameAndGoal(order(line()), means);
    expect(change).toEqual({
      order: { name: 'x', external_ref: 'c' },
      line_items: [line({ goal_impressions: 2400 })],
    });
  });

  it('the reference of the buyer changes only where one is taken', () => {
    expect([changes('advertiser'), changes('advertiser', { takesAdvertiserRef: false })]).toEqual([
      [{ advertiser: { name: 'a', external_ref: `conf-${run.id}-buyer` } }],
      [],
    ]);
  });

  it('the buyer becomes another', () => {
    expect(changes('buyer')).toEqual([{ advertiser: { name: means.campaigns.name('other buyer') } }]);
  });

  it('nothing changes where it is sent again', () => {
    expect(changes('re-push')).toEqual([{}]);
  });
});
