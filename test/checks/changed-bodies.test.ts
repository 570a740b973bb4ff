import { describe, expect, it } from 'vitest';
import { Campaigns, imageCreative, withOtherEnding, plainTagCreative } from '../../checks/ad-server/values/campaign.ts';
import { spreadChanges, type Change } from '../../checks/ad-server/idempotency/changed-bodies.ts';
import { flightsOf } from '../../checks/ad-server/values/flights.ts';
import type { LineItem, OrderRequest, Targeting } from '../../checks/ad-server/values/request-bodies.ts';
import { newRun } from '../../src/engine/run-identity.ts';
import type { InventorySlot } from '../../src/schema/generated/types.ts';

const run = newRun(new Date('2027-03-01T12:00:00Z'));
const campaigns = new Campaigns(run, flightsOf(run, 'UTC'));

const slot = (inventory_id: string, ...sizes: readonly string[]): InventorySlot => ({
  inventory_id,
  name: inventory_id,
  sizes: [...sizes],
});
const wide = slot('wide', '728x90', '300x250', '160x600');
const SLOTS = [slot('half', '300x250'), wide, slot('other', '160x600', '728x90', '300x250')];

const line = (name: string, change: Partial<LineItem> = {}): LineItem =>
  campaigns.line(name, { slot: wide, goal: 3000 }, change);
const tag = plainTagCreative('728x90');
const image = imageCreative('728x90');

const rich = campaigns.order('rich', line('a'), line('b', { creatives: [tag] }));
const plain = campaigns.order('plain', line('c'));

const changesTo = (request: OrderRequest, slots = SLOTS): readonly Change[] =>
  spreadChanges([request], { campaigns, slots })[0] ?? [];

/** The places where two bodies differ, with what the second holds there. */
function differences(one: unknown, other: unknown, place = ''): [string, unknown][] {
  if (!(one instanceof Object && other instanceof Object)) return Object.is(one, other) ? [] : [[place, other]];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
    differences(Reflect.get(one, name), Reflect.get(other, name), `${place}/${name}`),
  );
}

/** How a body differs by the change of this name. */
const by = (where: string, request: OrderRequest, slots = SLOTS): [string, unknown][] | undefined => {
  const change = changesTo(request, slots).find((each) => each.where === where);
  return change && differences(request, change.request);
};

describe('A body under a used key differs', () => {
  it.each<[string, string, unknown]>([
    ['line_items[1].inventory_id', '/line_items/1/inventory_id', 'other'],
    ['line_items[1].goal_impressions', '/line_items/1/goal_impressions', 3001],
    ['line_items[1].creatives', '/line_items/1/creatives/0/tag', Reflect.get(withOtherEnding(tag), 'tag')],
    ['order.name (in the case of two letters)', '/order/name', run.name('rich').replace('Conformance', 'conformanCe')],
    ['advertiser.name', '/advertiser/name', run.name('other buyer')],
    ['advertiser.external_ref', '/advertiser/external_ref', run.ref('buyer')],
    ['line_items[0].goal_impressions', '/line_items/0/goal_impressions', 4000],
    ['line_items[1].flight.start_date', '/line_items/1/flight/start_date', '2027-03-07'],
    ['line_items[1].flight.end_date', '/line_items/1/flight/end_date', '2027-03-25'],
    ['line_items[1].targeting.geo', '/line_items/1/targeting', { geo: ['US'] }],
    ['line_items (a line less)', '/line_items/1', undefined],
    ['line_items (a line more)', '/line_items/2', { ...rich.line_items[1], external_ref: run.ref('Line-x') }],
  ])('in %s', (where, pointer, value) => {
    expect(by(where, rich)).toEqual([[pointer, value]]);
  });

  it('in the references of two lines, which are exchanged', () => {
    const [first, last] = rich.line_items.map(({ external_ref }) => external_ref);
    expect(by('line_items[].external_ref (exchanged)', rich)).toEqual([
      ['/line_items/0/external_ref', last],
      ['/line_items/1/external_ref', first],
    ]);
  });

  it('in these ways where it has two lines, the last with a tag', () => {
    expect(changesTo(rich).map(({ where }) => where)).toEqual([
      'line_items[].external_ref (exchanged)',
      'line_items[1].inventory_id',
      'line_items (a line less)',
      'line_items[1].goal_impressions',
      'line_items[1].creatives',
      'line_items[1].creatives (none any more)',
      'order.name (in the case of two letters)',
      'advertiser.name',
      'advertiser.external_ref',
      'line_items[0].goal_impressions',
      'line_items[1].flight.start_date',
      'line_items[1].flight.end_date',
      'line_items[1].targeting.geo',
      'line_items (a line more)',
    ]);
  });

  it('in these ways where it has one line that goes everywhere', () => {
    expect(changesTo(plain).map(({ where }) => where)).toEqual([
      'line_items[0].external_ref',
      'line_items[0].inventory_id',
      'line_items[0].creatives',
      'order.name (in the case of two letters)',
      'advertiser.name',
      'advertiser.external_ref',
      'line_items[0].goal_impressions',
      'line_items[0].flight.start_date',
      'line_items[0].flight.end_date',
      'line_items[0].targeting.geo',
      'line_items[0].sizes',
      'line_items (a line more)',
    ]);
  });

  it('in its names alone where it has no lines', () => {
    expect(changesTo({ ...plain, line_items: [] }).map(({ where }) => where)).toEqual([
      'order.name (in the case of two letters)',
      'advertiser.name',
      'advertiser.external_ref',
    ]);
  });

  it.each([
    ['line_items[2].goal_impressions', '/line_items/2/goal_impressions'],
    ['line_items[0].goal_impressions', '/line_items/0/goal_impressions'],
    ['line_items (a line less)', '/line_items/2'],
  ])('in the last of three lines, or in the first: in %s', (where, pointer) => {
    const three = campaigns.order('three', line('d'), line('e'), line('f'));
    expect(by(where, three)?.map(([place]) => place)).toEqual([pointer]);
  });
});

describe('Of creatives', () => {
  it('the first is attached where there is none', () => {
    expect(by('line_items[0].creatives', plain)).toEqual([['/line_items/0/creatives', [tag]]]);
  });

  it('an image goes elsewhere', () => {
    const request = campaigns.order('image', line('g', { creatives: [image] }));
    expect(by('line_items[0].creatives (an image)', request)).toEqual([
      ['/line_items/0/creatives/0/click_url', Reflect.get(withOtherEnding(image), 'click_url')],
    ]);
  });

  it('an image among others will do', () => {
    const request = campaigns.order('both', line('h', { creatives: [tag, image] }));
    expect(by('line_items[0].creatives (an image)', request)).toHaveLength(2);
  });
});

describe('Of countries', () => {
  it('the last of several becomes another', () => {
    const request = campaigns.order('geo', line('k', { targeting: { geo: ['US', 'GB'] } }));
    expect(by('line_items[0].targeting.geo (the last of several)', request)).toEqual([
      ['/line_items/0/targeting/geo/1', 'DE'],
    ]);
  });

  it.each<[string, Targeting]>([
    ['one', { geo: ['US'] }],
    ['empty', { geo: [] }],
    ['left out', {}],
  ])('none becomes another where they are %s', (_how, targeting) => {
    const request = campaigns.order('everywhere', line('j', { targeting }));
    expect(by('line_items[0].targeting.geo (the last of several)', request)).toBeUndefined();
  });
});

describe('Of sizes', () => {
  const sizesFrom = (sizes: readonly string[], slots = SLOTS) =>
    by('line_items[0].sizes', campaigns.order('sizes', line('k', { sizes })), slots);

  it('the first becomes another one of the slot', () => {
    expect(sizesFrom(['728x90', '300x250'])).toEqual([['/line_items/0/sizes/0', '160x600']]);
  });

  it('none changes where a creative has to fit', () => {
    expect(by('line_items[0].sizes', campaigns.order('sizes', line('k', { creatives: [tag] })))).toBeUndefined();
  });

  it('several become one where the slot has no other', () => {
    expect(sizesFrom(['728x90', '300x250'], [slot('wide', '728x90', '300x250')])).toEqual([
      ['/line_items/0/sizes/1', undefined],
    ]);
  });

  it('a line keeps its one where its slot has no other', () => {
    expect(sizesFrom(['728x90'], [slot('other', '300x250'), slot('wide', '728x90')])).toBeUndefined();
  });

  it('a line keeps its one where its slot is not known', () => {
    expect(sizesFrom(['728x90'], [])).toBeUndefined();
  });
});

describe('A line is moved', () => {
  const movedFrom = (sizes: readonly string[], slots: readonly InventorySlot[]) =>
    by('line_items[0].inventory_id', campaigns.order('moved', line('l', { sizes })), [...slots]);

  it('to a slot that takes all its sizes', () => {
    expect(
      movedFrom(['300x250', '160x600'], [wide, slot('half', '300x250'), slot('all', '160x600', '300x250')]),
    ).toEqual([['/line_items/0/inventory_id', 'all']]);
  });

  it('nowhere where there is none', () => {
    expect(movedFrom(['300x250', '160x600'], [wide, slot('half', '300x250')])).toBeUndefined();
  });
});

describe('A change is certainly valid', () => {
  const validOnes = (request: OrderRequest) =>
    changesTo(request)
      .filter(({ valid }) => valid)
      .map(({ where }) => where);

  it('where an order is renamed, or a creative is another of its kind', () => {
    expect(validOnes(rich)).toEqual(['line_items[1].creatives', 'order.name (in the case of two letters)']);
  });

  it('not where a creative is the first', () => {
    expect(validOnes(plain)).toEqual(['order.name (in the case of two letters)']);
  });

  it('or it is not', () => {
    expect(new Set(changesTo(plain).map(({ valid }) => valid))).toEqual(new Set([true, false]));
  });
});

describe('Of several orders', () => {
  const placed = (...requests: readonly [OrderRequest, ...OrderRequest[]]) =>
    spreadChanges(requests, { campaigns, slots: SLOTS }).map((queue) => queue.map(({ where }) => where));
  const second = campaigns.order('second', line('m'));
  const withImage = campaigns.order('with-image', line('n', { creatives: [image] }));

  it('each has a queue of its own', () => {
    const queues = spreadChanges([plain, second, withImage], { campaigns, slots: SLOTS });
    expect(queues.map((queue) => new Set(queue.map(({ request }) => request.idempotency_key)))).toEqual(
      [plain, second, withImage].map(({ idempotency_key }) => new Set([idempotency_key])),
    );
  });

  it('the first takes what might lose a line, the others as much as is left to share', () => {
    expect(placed(plain, second, withImage)).toEqual([
      [
        'line_items[0].external_ref',
        'line_items[0].inventory_id',
        'advertiser.external_ref',
        'line_items[0].flight.start_date',
        'line_items[0].targeting.geo',
        'line_items (a line more)',
      ],
      [
        'order.name (in the case of two letters)',
        'advertiser.name',
        'line_items[0].goal_impressions',
        'line_items[0].flight.end_date',
        'line_items[0].sizes',
      ],
      [
        'line_items[0].creatives',
        'line_items[0].creatives (an image)',
        'line_items[0].creatives (the pixel of an image)',
        'line_items[0].creatives (the picture of an image)',
        'line_items[0].creatives (none any more)',
      ],
    ]);
  });
});
