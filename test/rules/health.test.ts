import { describe, expect, it } from 'vitest';
import { anyReply } from '../checks/any-reply.ts';
import { judged, judgedAnswers, telling } from './judging.ts';

const context = {
  account_id: 'a',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  capabilities: { forecast: true, reporting: true, draft_booking: true },
};

/** What comes of a rule where a later one of two answers is changed so. */
const withChange = (rule: string, change: object) => {
  const readings = [context, { ...context, ...change }].map((value) => anyReply({ json: { ok: true, value } }));
  return judged(`health.${rule}`, { readings });
};
const flags = (change: object) => ({ capabilities: { ...context.capabilities, ...change } });

describe('An account context', () => {
  it.each([
    ['account-id', {}],
    ['account-name', {}],
    ['account-name', { account_name: '' }],
    ['timezone-is-iana', { timezone: 'UTC' }],
    ['currency-is-iso-4217', { currency: 'USD' }],
    ['capabilities-exactly-three', {}],
    ['capabilities-are-booleans', flags({ forecast: false })],
    ['reporting-is-true', {}],
    ['draft-booking-is-true', {}],
  ])('is right by %s with %j', async (rule, change) => {
    expect(await withChange(rule, change)).toEqual({ held: '' });
  });

  it.each([
    ['account-id', { account_id: '' }, '/account_id'],
    ['account-id', { account_id: 7 }, '/account_id'],
    ['account-name', { account_name: null }, '/account_name'],
    ['timezone-is-iana', { timezone: 'UTC+2' }, '/timezone'],
    ['currency-is-iso-4217', { currency: 'eur' }, '/currency'],
    ['capabilities-exactly-three', flags({ inventory_read: true }), '/capabilities'],
    ['capabilities-exactly-three', { capabilities: { forecast: true, reporting: true } }, '/capabilities'],
    ['capabilities-exactly-three', { capabilities: [] }, '/capabilities'],
    ['capabilities-are-booleans', flags({ forecast: 'true' }), '/capabilities/forecast'],
    ['reporting-is-true', flags({ reporting: false }), '/capabilities/reporting'],
    ['draft-booking-is-true', flags({ draft_booking: false }), '/capabilities/draft_booking'],
  ])('is wrong by %s with %j', async (rule, change, pointer) => {
    expect(await withChange(rule, change)).toMatchObject({ violation: telling(''), pointer });
  });

  it.each([
    ['reporting-is-true', flags({ reporting: 'yes' })],
    ['draft-booking-is-true', { capabilities: null }],
  ])('leaves %s open with %j', async (rule, change) => {
    expect(await withChange(rule, change)).toHaveProperty('inconclusive');
  });

  it.each([['[]'], ['7'], ['null']])('is not the body %s', async (text) => {
    const replies = [anyReply({ json: { ok: true, value: JSON.parse(text) as unknown } })];
    expect(await judged('health.body-is-object', { replies })).toMatchObject({ pointer: '' });
  });
});

describe('Later answers of GET /health', () => {
  const answers = (...changes: readonly object[]) =>
    [{}, ...changes].map((change) => anyReply({ json: { ok: true, value: { ...context, ...change } } }));
  const rule = 'health.right-throughout';

  it('may be those of the same account, in any spelling of its zone', async () => {
    expect(await judgedAnswers(rule, answers({ account_name: 'A' }, {}))).toEqual({ held: '3 answers' });
  });

  it('are of another account if two of them say so', async () => {
    expect(await judgedAnswers(rule, answers({ account_id: 'b' }))).toHaveProperty('held');
    expect(await judgedAnswers(rule, answers({ account_id: 'b' }, { account_id: 'b' }))).toHaveProperty('violation');
  });

  it('have to fit, keep their flags, and keep coming', async () => {
    expect(await judgedAnswers(rule, answers({ currency: null }))).toMatchObject({ pointer: '/currency' });
    expect(await judgedAnswers(rule, answers(flags({ reporting: false })))).toHaveProperty('violation');
    expect(await judgedAnswers(rule, [anyReply({ status: 404 })])).toHaveProperty('violation');
    expect(await judgedAnswers(rule, [anyReply({ status: 503, callIds: ['x1', 'x2'] })])).toHaveProperty('violation');
  });

  it('that another credential asked for, or that may be a lockout, are not judged', async () => {
    expect(await judgedAnswers(rule, answers({ currency: null }), false)).toEqual({ held: '0 answers' });
    expect(await judgedAnswers(rule, [anyReply({ status: 403 })])).toEqual({ held: '0 answers' });
  });
});
