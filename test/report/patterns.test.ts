import { expect, test } from 'vitest';
import { Refusal } from '../../fixtures/publisher/refusal.ts';
import type { RecordedCall } from '../../src/http/recorded-call.ts';
import { patternsIn, type Judgement } from '../../src/report/patterns.ts';
import { reasonInWords } from '../../src/report/words/reasons.ts';
import { judge, PATIENCE } from '../matrix/judge.ts';
import { exchange } from './sample.ts';

const ADS = 'https://ads.example.com/api/v1';
const LISTS = 'https://lists.example.com/api/v1';
const adServer = { id: 'ad-server', target: `${ADS}/?tenant=1` } as const;
const listing = { id: 'listing', target: LISTS } as const;

interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
  readonly by?: string;
  readonly from?: string;
  readonly length?: string;
}

const answer = ({
  status = 200,
  type = 'application/json',
  body = '{}',
  by = 'ADSERVER_API_KEY',
  from = ADS,
  length,
}: Answer) =>
  exchange({
    request: {
      method: 'GET',
      url: `${from}/${from === LISTS ? 'toplists' : 'health'}?tenant=1`,
      headers: { authorization: `Bearer [${by}]` },
    },
    response: {
      status,
      headers: { 'content-type': type, ...(length === undefined ? {} : { 'content-length': length }) },
      body,
    },
  });
const answers = (number: number, of: Answer) => Array.from({ length: number }, () => answer(of));
/** As from a service that counts the characters of an answer, and sends so many bytes. */
const short = (text: string): Answer => {
  const bytes = Buffer.from(text).subarray(0, text.length);
  return { body: bytes.toString(), length: String(bytes.length) };
};
const page: Answer = { type: 'text/html; charset=utf-8', body: '<p>Welcome' };

const underToken = {
  ...answer({}),
  request: { ...answer({}).request, headers: { authorization: 'Token [ADSERVER_API_KEY]' } },
};

const suspicions = (judgement: Judgement) => patternsIn(judgement).map(reasonInWords);
const told = (exchanges: readonly RecordedCall[]) => suspicions({ contracts: [adServer], exchanges, blocked: false });

test.each<[string, readonly RecordedCall[], string]>([
  [
    'a web page',
    answers(4, page),
    'All 4 requests got HTML instead of JSON. This address serves a web page, not the API.',
  ],
  ['a page of no type', answers(3, { type: '', body: '\n<!DOCTYPE html>' }), 'All 3 requests got HTML instead of JSON'],
  ['a wrong key', [...answers(4, { status: 401 }), answer({})], '4 of 5 requests got 401. The API key looks wrong.'],
  ['another path', answers(3, { status: 404 }), 'All 3 requests got 404. The API is not at this address.'],
  [
    'a length in characters',
    [...answers(3, {}), answer(short('{"name":"Größe {\\" [1]"}')), answer(short('[{"data":["ñ", null]}]'))],
    '2 of 5 answers end in the middle of their JSON, and only those have letters beyond ASCII. Content-Length seems to count',
  ],
])('%s is recognised', (_what, exchanges, sentence) => {
  expect(told(exchanges).join()).toContain(sentence);
});

test.each<[string, readonly RecordedCall[]]>([
  ['a service that answers', answers(9, {})],
  ['a page now and then', [...answers(3, page), ...answers(9, {})]],
  ['two answers', answers(2, page)],
  ['the page of a gateway', answers(9, { ...page, status: 503 })],
  ['a text that is whole', [answer({ body: '{"name":"Größe } ]"}', length: '21' })]],
  ['a text that breaks off without a length', [answer({ body: '{"name":"Größe' })]],
  ['a text that is no JSON', [answer({ body: 'Größe {', length: '8' })]],
  [
    'a text that breaks off although it is ASCII',
    [answer(short('{"name":"Größe"}')), answer({ body: '{"name":"x"', length: '11' })],
  ],
  ['a key that is accepted under another scheme', [...answers(8, { status: 401 }), underToken]],
  [
    'the refusal of keys that are wrong on purpose',
    [...answers(9, { status: 401, by: 'ADSERVER_API_KEY:truncated' }), answer({})],
  ],
])('%s is no reason for suspicion', (_what, exchanges) => {
  expect(told(exchanges)).toEqual([]);
});

/** Requests to some endpoints in turn, numbered as they were sent; each is answered with its status, `null` with nothing. */
const inTurn = (statuses: readonly (number | null)[], endpoints = ['health', 'orders', 'inventory?limit=1']) =>
  statuses.map((status, index): RecordedCall => {
    const path = endpoints[index % endpoints.length] ?? '';
    const { request, response } = answer(status === null ? {} : { status });
    const method = path === 'orders' ? 'POST' : 'GET';
    return exchange({
      id: `x${index + 1}`,
      request: { ...request, method, url: `${ADS}/${path}` },
      response: status === null ? null : response,
    });
  });
const times = <T>(number: number, status: T): T[] => Array.from({ length: number }, () => status);
const SERVED = times(250, 200);

test.each<[string, readonly RecordedCall[], RegExp]>([
  [
    'a refusal of the key',
    inTurn([200, 200, 422, ...times(40, 401)]),
    /^From request x4 on, every request with the API key got 401 \(40 requests\)\. The API key may have been revoked/,
  ],
  [
    'a refusal of the key, whatever wrong keys are answered',
    [...inTurn([...SERVED, ...times(12, 401)]), ...answers(9, { by: 'ADSERVER_API_KEY:truncated' })],
    /^From request x251 on, every request with the API key got 401/,
  ],
])('that all comes to %s from some request on is recognised', (_what, exchanges, sentence) => {
  expect(told(exchanges).join()).toMatch(sentence);
});

test.each<[string, readonly RecordedCall[]]>([
  ['nine requests', inTurn([...SERVED, ...times(9, 401)])],
  [
    'retries of a few requests',
    inTurn([...SERVED, ...times(20, 401)]).map((one, index) => ({ ...one, attempt: 1 + (index % 3) })),
  ],
  ['something served in between', inTurn([...SERVED, ...times(30, 401), 200, ...times(8, 401)])],
  ['refusals of requests', inTurn([...SERVED, ...times(30, 400)])],
  ['an outage, which is told as such', inTurn([...SERVED, ...times(30, 500)])],
  ['a limit of requests', inTurn([...SERVED, ...times(30, 429)])],
  ['one endpoint alone', [...inTurn(SERVED), ...inTurn(times(30, 403), ['health'])]],
  ['what was served never', [...inTurn(SERVED), ...inTurn(times(30, 403), ['orders', 'inventory?limit=0'])]],
  ['wrong keys', [...inTurn(SERVED), ...answers(30, { status: 401, by: 'ADSERVER_API_KEY:truncated' })]],
])('%s at the end of a run are no key that is lost', (_what, exchanges) => {
  expect(told(exchanges)).toEqual([]);
});

test.each<[string, number, RegExp]>([
  ['goes down', 500, /^The service was not available \(status 500\) from .*, and did not come back\./],
  ['takes the key no more', 401, /got 401 .*\. The API key may have been revoked/],
])('a run over a service that %s says from where on', { timeout: PATIENCE }, async (_what, status, sentence) => {
  const over = new Refusal({ reason: 'crashed', status, code: 'over', message: 'This is over.' });
  const report = await judge((base) => ({
    beforeHandle: (one) => (one.request.number > 250 ? over : base.beforeHandle(one)),
  }));
  expect(report.reasons.join()).toMatch(sentence);
});

test('of the listing API the credentials are named', () => {
  const exchanges = [...times(20, 200), ...times(12, 401)].map((status, index) => {
    const one = answer({ status, from: LISTS, by: index % 2 === 0 ? 'LISTING_TOKEN' : 'LISTING_ACCESS_TOKEN' });
    const url = index % 2 === 0 ? `${LISTS}/toplists` : `${LISTS}/auth/token`;
    return { ...one, request: { ...one.request, url } };
  });
  expect(suspicions({ contracts: [listing], exchanges, blocked: false }).join()).toMatch(
    /every request with the credentials got 401/,
  );
  expect(suspicions({ contracts: [listing], exchanges, blocked: true })).toEqual([]);
});

test('of two services the one is named that it is about', () => {
  const exchanges = [...answers(3, page), ...answers(3, { from: LISTS, by: 'LISTING_TOKEN' })];
  expect(suspicions({ contracts: [adServer, listing], exchanges, blocked: false }).join()).toMatch(/^Ad server: All 3/);
});

test('of two services at one address each is suspected by its own endpoints', () => {
  const contracts = [adServer, { ...listing, target: ADS }];
  expect(suspicions({ contracts, exchanges: answers(3, page), blocked: false })).toHaveLength(1);
});

test('where the machine is not on the allowlist, 401 is the right answer', () => {
  const exchanges = answers(3, { status: 401, from: LISTS, by: 'LISTING_TOKEN' });
  expect(suspicions({ contracts: [listing], exchanges, blocked: true })).toEqual([]);
  expect(suspicions({ contracts: [listing], exchanges, blocked: false })).toHaveLength(1);
});
