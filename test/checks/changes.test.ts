import { describe, expect, it } from 'vitest';
import { largeValues, type Means } from '../../checks/ad-server/desk/change-parts.ts';
import { CHANGES, type Change, type ChangeName } from '../../checks/ad-server/desk/changes.ts';
import { Campaigns, imageCreative, plainTagCreative } from '../../checks/ad-server/values/campaign.ts';
import { flightsOf } from '../../checks/ad-server/values/flights.ts';
import type { LineItem, OrderRequest } from '../../checks/ad-server/values/request-bodies.ts';
import { newRun } from '../../src/engine/run-identity.ts';

const run = newRun(new Date('2027-03-01T12:00:00Z'));
const means: Means = {
  campaigns: new Campaigns(run, flightsOf(run, 'UTC')),
  sizes: new Map([
    ['s', ['728x90', '300x250', '160x600']],
    ['t', ['320x50', '320x100']],
  ]),
  shapes: [plainTagCreative, imageCreative],
  bookedSlots: ['s', 't'],
  takesOptionalMembers: true,
  buyer: 'a',
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

/** What each form of a change asks for, of an order that was made as the last of these. */
function formsOf(
  name: ChangeName,
  now: OrderRequest,
  { made = now, ...more }: Partial<Means> & { readonly made?: OrderRequest } = {},
): readonly Partial<OrderRequest>[] {
  const { forms }: Change = CHANGES[name];
  return forms.flatMap((ask) => ask(now, { ...means, ...more }, made));
}

/** The values that one member of the lines has in each form of a change. */
function linesIn<K extends keyof LineItem>(
  name: ChangeName,
  member: K,
  ...lines: readonly LineItem[]
): LineItem[K][][] {
  return formsOf(name, order(...lines)).map(({ line_items = [] }) => line_items.map((one) => one[member]));
}

const flights = (...days: readonly (readonly [string, string])[]) =>
  days.map(([start_date, end_date]) => [{ start_date, end_date }]);

describe('Of the lines of an order', () => {
  it.each([
    [3000, [[1000], [4000], [2850], [6000]]],
    [2431, [[800], [3431], [2309], [4862]]],
    [1000, [[300], [2000], [950], [2000]]],
    [4, [[1], [1004], [3], [8]]],
    [1, [[1], [1001], [1], [2]]],
  ])('a goal of %i is lowered to about a third, else raised or lowered by a little, else doubled', (goal, forms) => {
    expect(linesIn('goal', 'goal_impressions', line({ goal_impressions: goal }))).toEqual(forms);
  });

  it.each([
    ['up', 2401, [[3000]]],
    ['down', 4000, [[3000]]],
    ['nowhere, if they are there', 3000, []],
  ])('goals go back to those of the beginning: %s', (_where, goal_impressions, forms) => {
    const back = formsOf('goal-back', order(line({ goal_impressions })), { made: order(line()) });
    expect(back.map(({ line_items = [] }) => line_items.map((one) => one.goal_impressions))).toEqual(forms);
  });

  it('goals of lines that were added later stay when others go back', () => {
    const now = order(line({ goal_impressions: 4000 }), second);
    expect(formsOf('goal-back', now, { made: order(line()) })).toEqual([{ line_items: [line(), second] }]);
  });

  it('flights are made longer, else moved a day, a week or by their length, else begun later; then shorter at both ends', () => {
    expect([linesIn('flight', 'flight', line()), linesIn('flight-within', 'flight', line())]).toEqual([
      flights(
        ['2027-04-01', '2027-04-09'],
        ['2027-04-02', '2027-04-08'],
        ['2027-04-02', '2027-04-07'],
        ['2027-04-08', '2027-04-14'],
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
    const leftOut = (...lines: readonly LineItem[]) => formsOf('left-out', order(...lines));
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
      [{ geo: ['DE'] }, { geo: ['DE'] }],
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
    expect([
      formsOf('left-out-creative', order(with1, { ...second, creatives: [] })),
      formsOf('left-out-creative', order(line({ creatives: [] }), second)),
    ]).toEqual([[{ line_items: [line(), second] }], []]);
  });

  it('one is added before the others: on the slot of the first, for its days or those behind; elsewhere; for little', () => {
    const [sameDays, behind, elsewhere, little] = formsOf('added-line', order(line())).map(
      ({ line_items }) => line_items,
    );
    const added = line({ external_ref: 'l_1' });
    expect([sameDays, behind, elsewhere, little]).toEqual([
      [added, line()],
      [{ ...added, flight: { start_date: '2027-04-08', end_date: '2027-04-14' } }, line()],
      [{ ...added, inventory_id: 't', sizes: ['320x50'], creatives: [] }, line()],
      [{ ...added, goal_impressions: 300 }, line()],
    ]);
  });

  it.each([
    ['added-line', 'Line_1'],
    ['added-to-several', 'LinE-1'],
  ] as const)(
    'by %s the one that is added has almost the reference of the first, else one that is longer',
    (name, ref) => {
      const refs = linesIn(name, 'external_ref', line({ external_ref: 'Line-1' })).map(([added]) => added);
      expect(refs).toEqual([ref, ref, ref, ref, 'Line-1-added', 'Line-1-added']);
    },
  );

  it('a new one is named alone', () => {
    expect(linesIn('new-line-alone', 'external_ref', line(), second)).toEqual([['l-1-own'], ['l-1-own']]);
  });

  const movedTo = (bookedSlots: readonly string[], ...lines: readonly LineItem[]) =>
    formsOf('slot', order(...lines), { bookedSlots }).map(({ line_items = [] }) => line_items);

  it('all are moved to one of the first other slots that are known to be taken', () => {
    const others = ['u', 'v', 'w', 'x'];
    const sizes = new Map([...means.sizes, ...others.map((id) => [id, ['728x90', '1x1']] as const)]);
    expect(formsOf('slot', order(line(), line()), { sizes, bookedSlots: ['s', ...others] })).toEqual(
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
  const changedBy = (name: ChangeName) =>
    formsOf(name, order(...lines)).map(({ line_items = [] }) => line_items.filter((one, at) => one !== lines[at]));

  it('the goal of the first line changes alone, with an empty geo for none', () => {
    expect(changedBy('rename-and-goal')[0]).toEqual([line({ goal_impressions: 1000, targeting: { geo: [] } })]);
  });

  it('the first line gets a creative, and then every line', () => {
    expect([changedBy('creative-of-one')[0], changedBy('creatives-again')[0]?.length]).toEqual([
      [line({ creatives: [plainTagCreative('728x90')] })],
      3,
    ]);
  });

  it('all of the last line changes and one is added, else none is added, else its end and the name change alone', () => {
    const forms = formsOf('several', order(...lines)).map(({ order: named, advertiser, line_items = [] }) => {
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
      { more: 1, others: ['name'], last: all },
      { more: 0, others: ['name'], last: all },
      { more: 0, others: ['name'], last: ['flight'] },
    ]);
  });

  it('a line of only one day ends later', () => {
    const oneDay = line({ flight: { start_date: '2027-04-01', end_date: '2027-04-01' } });
    const ends = formsOf('several', order(oneDay)).map(({ line_items = [] }) => line_items.at(-1)?.flight.end_date);
    expect([...new Set(ends)]).toEqual(['2027-04-02']);
  });
});

describe('Of an order itself', () => {
  it('the name changes, and the reference does not', () => {
    const [change] = formsOf('rename', order(line()));
    expect(change).toEqual({ order: { name: 'x', external_ref: 'c' } });
    expect(formsOf('rename', { ...order(line()), ...change })).toEqual([{ order: { name: 'y', external_ref: 'c' } }]);
  });

  it('the name and the buyer change along with the goal of its first line', () => {
    const [change] = formsOf('rename-and-goal', order(line()));
    expect(change).toEqual({
      order: { name: 'x', external_ref: 'c' },
      advertiser: { name: means.campaigns.name('other buyer') },
      line_items: [line({ goal_impressions: 1000, targeting: { geo: [] } })],
    });
  });

  it('countries stay where the goal of a line changes with the name', () => {
    const targeting = { geo: ['DE'] };
    const [change] = formsOf('rename-and-goal', order(line({ targeting })));
    expect(change?.line_items).toEqual([line({ goal_impressions: 1000, targeting })]);
  });

  it('the reference of the buyer changes only if one is accepted', () => {
    const now = order(line());
    expect([formsOf('advertiser', now), formsOf('advertiser', now, { takesOptionalMembers: false })]).toEqual([
      [{ advertiser: { name: 'a', external_ref: `conf-${run.id}-buyer` } }],
      [],
    ]);
  });

  it('the buyer becomes another', () => {
    expect(formsOf('buyer', order(line()))).toEqual([{ advertiser: { name: means.campaigns.name('other buyer') } }]);
  });

  it('nothing changes if it is sent again', () => {
    expect(formsOf('re-push', order(line()))).toEqual([{}]);
  });
});

describe('The table of changes', () => {
  const changes: readonly (readonly [string, Change])[] = Object.entries(CHANGES);

  it('promises a rename, a re-push, a creative, an added line, and a goal that is lower', () => {
    const [now, less] = [order(line()), order(line({ goal_impressions: 2999 }))];
    const promised = (then: OrderRequest) =>
      changes.filter(([, { isPromised }]) => isPromised?.(now, then)).map(([name]) => name);
    expect([promised(now), promised(less)]).toEqual([
      ['rename', 'creative', 'added-line', 're-push'],
      ['rename', 'creative', 'goal', 'goal-back', 'added-line', 're-push'],
    ]);
  });

  it('calls large what 16 bits, two countries and 2,000 characters do not hold', () => {
    const large = largeValues(order(line()), means);
    expect(large.map(({ change }) => Object.keys(change))).toEqual([
      ['goal_impressions'],
      ['targeting'],
      ['creatives'],
    ]);
    expect(JSON.stringify(large[2]?.change).length).toBeGreaterThan(2000);
    expect(largeValues(order(line()), { ...means, shapes: [] })).toHaveLength(2);
  });
});
