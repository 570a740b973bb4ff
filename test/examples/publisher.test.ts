import type { FastifyInstance } from 'fastify';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { addApiKey, SCOPES } from '../../examples/publisher/src/ad-server.ts';
import { BASE, createApp } from '../../examples/publisher/src/app.ts';
import { openDatabase, type Database } from '../../examples/publisher/src/database.ts';
import { addListingCredential } from '../../examples/publisher/src/listing.ts';
import { createValidator } from '../../examples/publisher/src/requests.ts';
import { certify } from '../../src/certify.ts';
import type { CheckResult, Report } from '../../src/report/model.ts';
import type { CertifyOptions } from '../../src/settings.ts';

test('the example of an ad server breaks no rule', async () => {
  const report = await certified(adServerOptions);
  expect(notPassedOf(report)).toEqual([]);
  expect(report.verdict).toBe('passed');
});

test('the example of a listing API breaks no rule', async () => {
  const report = await certified(listingOptions);
  expect(notPassedOf(report)).toEqual([]);
  expect(report.verdict).toBe('passed');
});

/** What a framework answers by default in place of an answer of the example. */
type Default = (answer: Answer, request: IncomingMessage) => Answer;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const isMalformed = ({ status, body }: Answer) => status === 400 && !body.includes('bad_idempotency_key');

/** Usual defaults of frameworks that the contract does not allow. */
const DEFAULTS: readonly (readonly [what: string, change: Default, only: string, names: RegExp])[] = [
  [
    '201 for every POST',
    (answer, { method }) => (method === 'POST' && answer.status === 200 ? { ...answer, status: 201 } : answer),
    'forecast.answers-200',
    /NestJS/,
  ],
  [
    'an HTML page for every error',
    (answer) =>
      answer.status < 400
        ? answer
        : {
            ...answer,
            type: 'text/html; charset=utf-8',
            body: `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Error: ${answer.status}</pre>\n</body>\n</html>\n`,
          },
    'errors.body-is-object',
    /Express/,
  ],
  [
    '422 for a malformed body',
    (answer) =>
      isMalformed(answer)
        ? {
            status: 422,
            type: 'application/json',
            body: '{"detail":[{"type":"missing","loc":["body","order"],"msg":"Field required","input":{}}]}',
          }
        : answer,
    'errors.orders-missing-member-is-400',
    /FastAPI/,
  ],
];

test.each(DEFAULTS)('%s is caught, and the fix says whose default it is', async (_what, change, only, names) => {
  const report = await certified(adServerOptions, { change, only: [only] });
  const failure = checksOf(report).find(({ outcome }) => outcome === 'fail');
  expect([failure?.id, failure?.message, failure?.fix].join(' ')).toMatch(names);
});

test('a validator that turns null into texts is caught, and the fix names its switch', async () => {
  const report = await certified(adServerOptions, {
    validator: createValidator(true),
    only: ['errors.orders-wrong-type-is-400'],
  });
  const failure = checksOf(report).find(({ outcome }) => outcome === 'fail');
  expect(failure).toMatchObject({
    id: 'errors.orders-wrong-type-is-400',
    fix: expect.stringContaining('coerceTypes') as unknown,
  });
});

const checksOf = (report: Report): readonly CheckResult[] =>
  report.contracts.flatMap(({ modules }) => modules.flatMap(({ checks }) => checks));

const notPassedOf = (report: Report): readonly string[] =>
  checksOf(report)
    .filter(({ outcome }) => ['fail', 'warn', 'inconclusive', 'error'].includes(outcome))
    .map(({ id, outcome, message }) => `${outcome} ${id}: ${message}`);

interface Changes {
  readonly change?: Default;
  readonly only?: readonly string[];
  readonly validator?: ReturnType<typeof createValidator>;
}

async function certified(
  options: (base: string) => CertifyOptions,
  { change = (answer) => answer, only, validator }: Changes = {},
): Promise<Report> {
  const database = await openDatabase();
  await fill(database);
  const app = await createApp(database, { secret: new Uint8Array(32), window: WINDOW_SECONDS * 1000 }, validator);
  await app.ready();
  const server = createServer((request, response) => {
    void answered(app, request).then((answer) => {
      const { status, type, body } = change(answer, request);
      response
        .writeHead(status, { 'content-type': type, ...(status === 429 && { 'retry-after': answer.wait }) })
        .end(body);
    });
  });
  const address = await listening(server);
  try {
    return await certify({ ...options(`${address}${BASE}`), ...(only && { only }), local: true, environment: {} });
  } finally {
    server.close();
    await app.close();
    await database.close();
  }
}

async function answered(app: FastifyInstance, request: IncomingMessage): Promise<Answer & { readonly wait: string }> {
  // The suite uses no other methods.
  const { method, url = '/', headers } = request as IncomingMessage & { method: 'GET' | 'POST' };
  const payload = await text(request);
  const { statusCode, headers: given, body } = await app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: statusCode, type: String(given['content-type']), body, wait: String(given['retry-after'] ?? 1) };
}

function listening(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      // A server on a port has an address with one.
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

const WINDOW_SECONDS = 4;

const keys = {
  apiKey: 'full-key-of-the-example',
  keyWithoutRead: 'key-without-read-of-it',
  keyWithoutDraft: 'key-without-draft-of-it',
  keyWithoutReport: 'key-without-report-of-it',
  expiredKey: 'expired-key-of-the-example',
};
const credential = { key: 'listing-key-1', secret: 'listing-secret-1', token: 'listing-token-1' };
const limited = { key: 'listing-key-2', secret: 'listing-secret-2', token: 'listing-token-2' };

async function fill(database: Database): Promise<void> {
  await addApiKey(database, keys.apiKey, SCOPES);
  await addApiKey(database, keys.keyWithoutRead, ['create-draft', 'report']);
  await addApiKey(database, keys.keyWithoutDraft, ['read', 'report']);
  await addApiKey(database, keys.keyWithoutReport, ['read', 'create-draft']);
  await addApiKey(database, keys.expiredKey, SCOPES, new Date(0));
  await addListingCredential(database, { ...credential, scopes: ['toplist:read', 'brand:read'] });
  await addListingCredential(database, { ...limited, scopes: ['brand:read'] });
  await database.query(`insert into toplists values (1, 1, 'Example Shoes')`);
}

function adServerOptions(baseUrl: string): CertifyOptions {
  return { baseUrl, ...keys };
}

function listingOptions(listingUrl: string): CertifyOptions {
  return {
    listingUrl,
    listingKey: credential.key,
    listingSecret: credential.secret,
    listingToken: credential.token,
    listingLimitedKey: limited.key,
    listingLimitedSecret: limited.secret,
    listingLimitedToken: limited.token,
    listingTemplateId: 1,
    throttleWindow: WINDOW_SECONDS,
  };
}
