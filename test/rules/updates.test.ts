import { becauseOf } from '../../src/engine/signal.ts';
import { describe, expect, it } from 'vitest';
import type { ChangeName } from '../../checks/ad-server/desk/changes.ts';
import { booked, type Booking, type Sent, Steps, type Updated } from '../../checks/ad-server/readers/booking.ts';
import * as refused from '../../checks/ad-server/updates/refused-rules.ts';
import * as ofUpdated from '../../checks/ad-server/updates/report-rules.ts';
import * as rules from '../../checks/ad-server/updates/rules.ts';
import type { OrderRequest } from '../../checks/ad-server/values/request-bodies.ts';
import { excuse, type Reply } from '../../src/http/reply.ts';
import { answer, findingOf, said } from './judging.ts';

const requestOf = (...refs: readonly string[]): OrderRequest => ({
  idempotency_key: 'key',
  advertiser: { name: 'A buyer' },
  order: { name: 'An order', external_ref: 'order-1' },
  line_items: refs.map((external_ref) => ({
    external_ref,
    inventory_id: 'slot-1',
    flight: { start_date: '2026-12-01', end_date: '2026-12-21' },
    goal_impressions: 3000,
    sizes: ['300x250'],
  })),
});

/** The body of an answer that names these lines by these ids. */
const order = (ids: Readonly<Record<string, unknown>>, order_id: unknown = 'o1') => ({
  order_id,
  status: 'DRAFT',
  line_items: Object.entries(ids).map(([external_ref, line_item_id]) => ({
    external_ref,
    line_item_id,
    status: 'DRAFT',
  })),
});

const sent = (status: number | null, body?: unknown, ...refs: readonly string[]): Sent => ({
  request: requestOf(...(refs.length === 0 ? ['line-1'] : refs)),
  reply: answer(status, body),
});

const made: Booking = booked(sent(201, order({ 'line-1': 'l1' })));

const update = (name: ChangeName, one: Sent, rest: Partial<Updated> = {}): Updated => ({
  name,
  what: `an update of ${name}`,
  before: made,
  form: 0,
  refusals: [422],
  refused: [],
  ...one,
  ...rest,
});

const same = () => sent(200, order({ 'line-1': 'l1' }));
const renewed = () => sent(200, order({ 'line-1': 'l9' }));
const records = (...steps: readonly Updated[]) => ({ steps: new Steps(steps) });

/** An answer that is held against nobody. */
function excused(one: Sent, why = 'A new order of the same content is refused, too.', permitted?: true): Sent {
  excuse(one.reply, { because: becauseOf(why), shownBy: [one.reply], ...(permitted && { permitted }) });
  return one;
}

const keeps = (name: ChangeName) => {
  const rule = Object.values(rules.kept).find(({ id }) => id === `updates.${name}-keeps-ids`);
  if (rule === undefined) throw new Error(`no rule about ${name}`);
  return rule;
};

describe('an update', () => {
  it('is answered 200, or refused as a business rule may', async () => {
    expect(await said(rules.answers200, records(update('rename', same(), { refusals: [] })))).toBe('holds');
    expect(await said(rules.answers200, records(update('flight', sent(422))))).toBe('holds');
  });

  it('is broken with 201, and with a refusal of what is promised', async () => {
    expect(await said(rules.answers200, records(update('geo', sent(201, order({ 'line-1': 'l1' })))))).toMatch(
      /^broken: .*status 201 to an update of geo/,
    );
    expect(await said(rules.answers200, records(update('goal', sent(422), { refusals: [] })))).toMatch(
      /^broken: Expected status 200, got status 422/,
    );
  });

  it('is broken first where it changes nothing, if others are answered 200', async () => {
    const [goal, rePush] = [
      update('goal', sent(404), { refusals: [] }),
      update('re-push', sent(404), { refusals: [] }),
    ];
    const found = await findingOf('updates.answers-200', records(goal, rePush, update('rename', same())));
    expect(found).toMatchObject({
      circumstance: 'to an update of re-push',
      more: 'Answered 200: an update of rename.',
      slip: 'unchanged-row',
    });
    const ofName = await findingOf(
      'updates.answers-200',
      records(update('rename', sent(404), { refusals: [] }), update('goal', same())),
    );
    expect(ofName.slip).toBe('unchanged-row');
    const ofAll = await findingOf('updates.answers-200', records(goal, rePush));
    expect([ofAll.slip, ofAll.more]).toEqual([undefined, undefined]);
    const ofGoal = await findingOf('updates.answers-200', records(goal, update('re-push', same())));
    expect(ofGoal).toMatchObject({ more: 'Answered 200: an update of re-push.' });
    expect(ofGoal.slip).toBeUndefined();
  });

  it('is left open where the control is refused, too, unless another one is broken', async () => {
    const open = update('goal', excused(sent(422)), { refusals: [] });
    expect(await said(rules.answers200, records(open))).toMatch(/^inconclusive: A new order of the same content/);
    expect(await said(rules.answers200, records(open, update('geo', sent(500))))).toMatch(/^broken: .*500/);
  });

  it('takes the creative that a new order takes', async () => {
    const control = sent(201, order({ 'line-1': 'l2' }));
    const edited = (one: Updated) => ({ edited: { steps: new Steps([one]) } });
    expect(await said(rules.attachesCreatives, edited(update('creative', same())))).toBe('holds');
    expect(await said(rules.attachesCreatives, edited(update('creative', sent(422), { control })))).toMatch(/^broken/);
    expect(await said(rules.attachesCreatives, edited(update('creative', excused(sent(422)), { control })))).toMatch(
      /^inconclusive/,
    );
    expect(await said(rules.attachesCreatives, { edited: { steps: new Steps([]) } })).toMatch(/^inconclusive/);
  });
});

describe('ids', () => {
  it('that only a move to another slot changes show that lines are found by their slot', async () => {
    const found = (name: ChangeName, ...others: readonly Updated[]) =>
      findingOf(`updates.${name}-keeps-ids`, records(update(name, renewed()), ...others));
    expect((await found('slot', update('geo', same()))).slip).toBe('slot-as-key');
    expect((await found('slot', update('geo', renewed()))).slip).toBeUndefined();
    expect((await found('goal', update('geo', same()))).slip).toBeUndefined();
  });

  it('that each update changes may be those of orders that are not kept at all', async () => {
    const all = records(update('goal', renewed()), update('re-push', renewed()));
    const moreOf = async (retry: Sent) => {
      const found = await findingOf('updates.re-push-keeps-ids', { ...all, retry });
      return 'more' in found ? found.more : undefined;
    };
    expect(await moreOf(same())).toBe('All 2 updates change ids, whatever they change.');
    expect(await moreOf(sent(201, order({ 'line-1': 'l5' })))).toMatch(
      /a literal retry makes a new order: .*committed/,
    );
  });

  it('are kept by an update and by the same change in other ways', async () => {
    expect(await said(keeps('goal'), records(update('goal', same())))).toBe('holds');
    expect(await said(keeps('goal'), records(update('goal', renewed())))).toMatch(
      /^broken: Expected "l1", the id that the line line-1 had before/,
    );
    expect(await said(keeps('creative'), records(update('creative', same()), update('last-shape', renewed())))).toMatch(
      /^broken/,
    );
    expect(await said(keeps('goal'), records(update('goal', same()), update('flight', renewed())))).toBe('holds');
  });

  it('that every update changes are told as such', async () => {
    const [goal, flight] = [update('goal', renewed()), update('flight', renewed())];
    const all = /All 2 updates change ids, whatever they change$/;
    expect(await said(keeps('goal'), records(goal, flight))).toMatch(all);
    expect(await said(keeps('goal'), records(goal, update('flight', same())))).not.toMatch(all);
  });

  it('of the order are kept, too', async () => {
    const other = sent(200, order({ 'line-1': 'l1' }, 'o2'));
    expect(await said(keeps('rename'), records(update('rename', other)))).toMatch(
      /^broken: Expected "o1", the id that the order had before/,
    );
  });

  it('are left open by an update that was refused in every form, unless it is optional', async () => {
    const first = sent(422, { code: 'fixed', message: 'First.' });
    expect(await said(keeps('sizes'), records(update('sizes', sent(422), { refused: [first] })))).toBe(
      'inconclusive: Every request for new sizes was refused, the first with status 422 (fixed: First.).',
    );
    expect(await said(keeps('buyer'), records(update('buyer', sent(422))))).toBe(
      'holds: Refused with 422, as a business rule may.',
    );
    expect(await said(keeps('buyer'), records(update('buyer', sent(500))))).toMatch(/^inconclusive/);
    expect(await said(keeps('sizes'), records())).toMatch(/^not applicable: .*only one size/);
    expect(await said(keeps('advertiser'), records())).toMatch(/^inconclusive/);
  });

  it('are kept in a series, but for a move to another slot, which is told apart', async () => {
    const series = (...steps: readonly Updated[]) => ({
      ...{ series: new Steps(steps), steps: new Steps(steps), edited: { steps: new Steps([]) } },
    });
    const moved = update('slot', renewed());
    expect(await said(rules.seriesKept, series(moved, update('several', same())))).toBe('holds');
    expect(await said(rules.seriesKept, series(update('several', renewed())))).toMatch(/^broken/);
    const edited = { steps: new Steps([update('rename-and-goal', renewed())]) };
    expect(await said(rules.seriesKept, { ...series(), edited })).toMatch(/^broken/);
    expect(await said(rules.kept.slot, series(moved))).toMatch(/^broken/);
    expect(await said(rules.kept.slot, series(update('slot', sent(422))))).toMatch(/^holds: Refused with 422/);
    expect(await said(rules.kept.slot, series())).toMatch(/^not applicable/);
  });

  it('of a line that was left out come back with it', async () => {
    const edited = (...steps: readonly Updated[]) => ({
      ...{ steps: new Steps(steps), edited: { steps: new Steps(steps) } },
    });
    const without = update('left-out', same());
    expect(await said(rules.kept['left-out'], edited(update('left-out', renewed())))).toMatch(/^broken/);
    expect(await said(rules.kept['left-out'], edited(update('left-out', sent(409), { refusals: [422, 409] })))).toBe(
      'holds: Refused with 409, as a business rule may.',
    );
    expect(await said(rules.leftOutComesBack, edited(without, update('named-again', same())))).toBe('holds');
    expect(await said(rules.leftOutComesBack, edited(without, update('named-again', renewed())))).toMatch(/^broken/);
    expect(await said(rules.leftOutComesBack, edited(without, update('named-again', sent(422))))).toMatch(
      /^inconclusive/,
    );
    expect(await said(rules.leftOutComesBack, edited())).toMatch(/^not applicable/);
  });

  it('are returned by repeats of updates', async () => {
    const repeat = (again: Sent) => ({ repeats: [{ before: made, again, circumstance: 'to a repeat' }] });
    expect(await said(rules.retried, repeat(same()))).toBe('holds');
    expect(await said(rules.retried, repeat(sent(409)))).toMatch(/^broken: .*409 to a repeat/);
    expect(await said(rules.retried, repeat(renewed()))).toMatch(/^broken/);
    expect(await said(rules.retried, { repeats: [] })).toMatch(/^inconclusive/);
  });
});

describe('a line that is added', () => {
  const added = (ids: Readonly<Record<string, unknown>>) =>
    update('added-line', sent(200, order(ids), 'line-2', 'line-1'));
  const both = (step: Updated) => ({ ...records(step), created: [made] });

  it('gets an id of its own', async () => {
    expect(await said(rules.addedIsNew, both(added({ 'line-1': 'l1', 'line-2': 'l2' })))).toBe('holds');
    expect(await said(rules.addedIsNew, both(added({ 'line-1': 'l1', 'line-2': 'l1' })))).toMatch(
      /^broken: .*for both line-1 of .* and line-[^ ]+ of /,
    );
    expect(await said(rules.addedIsNew, both(update('added-line', sent(422))))).toMatch(/^inconclusive/);
  });

  it('is named once, and no other line is', async () => {
    expect(await said(rules.everyLineOnce, both(added({ 'line-1': 'l1', 'line-2': 'l2' })))).toBe('holds');
    expect(await said(rules.everyLineOnce, both(added({ 'line-1': 'l1' })))).toMatch(
      /^broken: .*no such line, but line-1/,
    );
    expect(await said(rules.everyLineOnce, both(added({ 'line-1': 'l1', 'LINE-2': 'l2' })))).toMatch(
      /^broken: .*the line LINE-2 in its place\. The two differ in upper and lower case, or in accents, alone/,
    );
    expect(await said(rules.everyLineOnce, both(added({ 'line-1': 'l1', 'line-2': 'l2', fee: 'l3' })))).toMatch(
      /^broken: .*a line .*fee/,
    );
  });

  it('is created once by updates at once', async () => {
    const answered = (id: string) => sent(200, order({ 'line-1': 'l1', 'line-2': id }), 'line-1', 'line-2');
    const blind = sent(200, order({ 'line-1': 'l1' }), 'line-1', 'line-2');
    const race = (...all: readonly Sent[]) => ({ race: { before: made, sent: all } });
    expect(await said(rules.addedAtOnce, race(answered('l2'), answered('l2')))).toBe('holds');
    expect(await said(rules.addedAtOnce, race(answered('l2'), answered('l3')))).toMatch(/^broken: .*line-2/);
    expect(await said(rules.addedAtOnce, race(answered('l2'), sent(422)))).toMatch(/^broken: .*422/);
    expect(await said(rules.addedAtOnce, race(excused(sent(422)), excused(sent(422))))).toMatch(/^inconclusive/);
    expect(await said(rules.addedAtOnce, race(answered('l2'), blind))).toMatch(/^broken: .*no such line/);
  });
});

describe('an update that is to be refused', () => {
  it('is answered 422 for values that cannot be', async () => {
    const impossible = (status: number, ...also: readonly number[]) => ({
      impossible: {
        refused: [{ what: 'a reversed flight', statuses: [422, ...also], ...sent(status) }],
        corrected: { before: made, ...same() },
      },
    });
    expect(await said(refused.impossibleRefused, impossible(422))).toBe('holds');
    expect(await said(refused.impossibleRefused, impossible(400, 400))).toBe('holds');
    expect(await said(refused.impossibleRefused, impossible(400))).toMatch(
      /^broken: .*400 to an update with a reversed flight/,
    );
  });

  it('is answered 404 for an unknown slot, unless a line on a known one is refused, too', async () => {
    const unknown = (added: Sent, moved: Sent) => ({ unknown: { before: made, added, moved } });
    expect(await said(refused.unknownRefused, unknown(sent(404), sent(422)))).toBe('holds');
    expect(await said(refused.unknownRefused, unknown(sent(422), sent(404)))).toMatch(/^broken: .*adds a line there/);
    expect(await said(refused.unknownRefused, unknown(sent(404), same()))).toMatch(/^broken: .*moves a line there/);
    const known = excused(sent(422), 'As a line on a known slot is.', true);
    expect(await said(refused.unknownRefused, unknown(known, sent(404)))).toBe('holds: As a line on a known slot is.');
  });

  it('leaves the order alone', async () => {
    const all = (again: Sent, impossible: Sent = sent(422), corrected = same()) => ({
      impossible: { refused: [impossible], corrected: { before: made, ...corrected } },
      unknown: { before: made, added: sent(404), moved: sent(404) },
      afterRefused: { broken: sent(400), after: { before: made, ...again } },
    });
    expect(await said(refused.leftAlone, all(same()))).toBe('holds');
    expect(await said(refused.leftAlone, all(renewed()))).toMatch(/^broken/);
    expect(await said(refused.leftAlone, all(sent(404)))).toMatch(/^broken: .*404 to an update after some/);
    expect(await said(refused.leftAlone, all(same(), same()))).toMatch(/^inconclusive/);
    const more = sent(409, undefined, 'line-1', 'line-2');
    expect(await said(refused.leftAlone, all(same(), sent(422), more))).toMatch(
      /^broken: .*409 to .*with its line put right/,
    );
    expect(await said(refused.leftAlone, all(same(), sent(422), renewed()))).toMatch(/^broken/);
  });

  it('may be too large, but causes no server error and no conflict', async () => {
    const large = (one: Sent, inOne = sent(201)) => ({
      large: [
        { what: 'an update with much', before: made, ...one },
        { what: 'an update with more', before: made, ...same() },
      ],
      inOne,
    });
    expect(await said(refused.largeHandled, large(same()))).toMatch(/^holds/);
    expect(await said(refused.largeHandled, large(sent(422)))).toMatch(/^holds/);
    expect(await said(refused.largeHandled, large(sent(500)))).toMatch(/^broken: .*500 to an update with much/);
    expect(await said(refused.largeHandled, large(sent(409)))).toMatch(/^broken/);
    expect(await said(refused.largeHandled, large(renewed()))).toMatch(/^broken/);
    expect(await said(refused.largeHandled, large(same(), sent(500)))).toMatch(/^broken: .*names of 200 characters/);
  });
});

describe('an update to a country that is none', () => {
  it('is refused', async () => {
    expect(await said(refused.countryRefused, { noCountry: sent(422) })).toBe('holds');
    expect(await said(refused.countryRefused, { noCountry: sent(200) })).toMatch(
      /^broken: .*200 to a line in "Germany"/,
    );
    expect(await said(refused.countryRefused, { noCountry: sent(500) })).toMatch(/^broken/);
  });
});

describe('a report over updated lines', () => {
  const row = (rest: object = {}) => ({ line_item_id: 'l1', date: '2026-11-01', impressions: 0, clicks: 0, ...rest });
  const report = (...rows: readonly object[]) => answer(200, { rows });
  const again = (own: Reply, before: Reply = report(row())) => ({
    again: {
      ids: ['l1'],
      names: new Map(),
      own,
      served: own.status === 200 ? [own] : [],
      before: { own: before, served: [before] },
    },
  });

  it('has the form of before', async () => {
    expect(await said(ofUpdated.reportsKeepForm, again(report(row())))).toBe('holds');
    expect(await said(ofUpdated.reportsKeepForm, again(report(row({ clicks: null }))))).toMatch(/^broken: .*clicks/);
    expect(await said(ofUpdated.reportsKeepForm, again(answer(500)))).toMatch(/^broken/);
    expect(await said(ofUpdated.reportsKeepForm, again(answer(422)))).toMatch(/^inconclusive/);
    const odd = report(row({ date: null }));
    expect(await said(ofUpdated.reportsKeepForm, again(odd, odd))).toMatch(/^inconclusive: .*before any update/);
  });

  it('has no delivery', async () => {
    expect(await said(ofUpdated.stillNoDelivery, again(report(row())))).toBe('holds');
    const delivered = report(row({ impressions: 7 }));
    expect(await said(ofUpdated.stillNoDelivery, again(delivered))).toMatch(/^broken: .*7 impressions/);
    expect(await said(ofUpdated.stillNoDelivery, again(delivered, delivered))).toMatch(/^inconclusive/);
    expect(await said(ofUpdated.stillNoDelivery, again(answer(500)))).toMatch(/^inconclusive/);
  });

  it('is under the same ids', async () => {
    expect(await said(ofUpdated.reportsKeepIds, again(report(row())))).toBe('holds');
    expect(await said(ofUpdated.reportsKeepIds, again(report(row({ line_item_id: 'l1-2' }))))).toMatch(/^broken/);
    expect(await said(ofUpdated.reportsKeepIds, again(report()))).toBe('holds');
    expect(await said(ofUpdated.reportsKeepIds, again(report(row()), report()))).toMatch(/^not applicable/);
  });
});
