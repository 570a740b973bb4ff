import { expect, test } from 'vitest';
import { addApiKey, SCOPES } from '../../examples/publisher/src/ad-server.ts';
import { BASE, createApp } from '../../examples/publisher/src/app.ts';
import { openDatabase, type Database } from '../../examples/publisher/src/database.ts';
import { addListingCredential } from '../../examples/publisher/src/listing.ts';
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

const checksOf = (report: Report): readonly CheckResult[] =>
  report.contracts.flatMap(({ modules }) => modules.flatMap(({ checks }) => checks));

const notPassedOf = (report: Report): readonly string[] =>
  checksOf(report)
    .filter(({ outcome }) => ['fail', 'warn', 'inconclusive', 'error'].includes(outcome))
    .map(({ id, outcome, message }) => `${outcome} ${id}: ${message}`);

async function certified(options: (base: string) => CertifyOptions): Promise<Report> {
  const database = await openDatabase();
  await fill(database);
  const app = await createApp(database, { secret: new Uint8Array(32), window: WINDOW_SECONDS * 1000 });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    return await certify({ ...options(`${address}${BASE}`), local: true, environment: {} });
  } finally {
    await app.close();
    await database.close();
  }
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
