import { Ajv2020 } from 'ajv/dist/2020.js';
import type { RequestListener } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { diagnose } from '../../src/diagnose/diagnose.ts';
import type { Resolve } from '../../src/http/resolve.ts';
import type { DiagnoseOptions } from '../../src/diagnose/options.ts';
import type { Diagnosis, Step } from '../../src/diagnose/model.ts';
import { formats } from '../../src/schema/formats.ts';
import diagnosisSchema from '../../schemas/diagnosis.schema.json' with { type: 'json' };
import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };
import type { Listening } from '../network/listening.ts';

/** A name that the resolvers of these tests resolve to loopback. */
export const HOST = 'ads.acme-test.com';
export const KEY = 'key-0123456789abcdef';

const ajv = new Ajv2020({ strictTypes: false, formats: { 'date-time': formats['date-time'] } });
ajv.addSchema(reportSchema);
const fits = ajv.compile(diagnosisSchema);

/** Keeps a server until the end of the test. */
export async function running<T extends Listening>(server: Promise<T>): Promise<T> {
  const listening = await server;
  onTestFinished(() => listening.close());
  return listening;
}

/** A resolver that returns these addresses for every name. */
export function resolvesTo(...addresses: readonly string[]): Resolve {
  return () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }) as const));
}

/** The options of a diagnosis in these tests. `null` means that no key is given. */
export type WalkOptions = Omit<Partial<DiagnoseOptions>, 'apiKey'> & {
  readonly baseUrl: string;
  readonly apiKey?: string | null;
};

/** Diagnoses a connection. The diagnosis must match its schema and must not contain the key. */
export async function walk({ apiKey = KEY, ...options }: WalkOptions): Promise<Diagnosis> {
  const diagnosis = await diagnose({
    ...(apiKey === null ? {} : { apiKey }),
    local: true,
    environment: {},
    resolve: resolvesTo('127.0.0.1'),
    ...options,
  });
  expect(fits(diagnosis), ajv.errorsText(fits.errors)).toBe(true);
  expect(JSON.stringify(diagnosis)).not.toContain(apiKey ?? KEY);
  return diagnosis;
}

/** One step of a diagnosis. */
export function step({ steps }: Diagnosis, id: string): Step {
  const found = steps.find((each) => each.id === id);
  if (!found) throw new Error(`no step ${id}`);
  return found;
}

/** All advice as one text. */
export function advised({ advice }: Diagnosis): string {
  return advice.map(({ who, what }) => `${who}: ${what}`).join('\n');
}

export const account = {
  account_id: '42',
  account_name: 'ACME News',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  capabilities: { forecast: true, reporting: true, draft_booking: true },
};

const slot = { inventory_id: 's1', name: 'Top', sizes: ['300x250'] };

/** The answers of a service by path. A number is a status with an error body, anything else a JSON body. */
export type Answers = Readonly<Record<string, unknown>>;

/** A publisher that requires the key and gives these answers. */
export function publisher(answers: Answers = {}, key: string | null = KEY): RequestListener {
  const all: Answers = {
    '/api/v1/health': account,
    '/api/v1/inventory': { data: [slot], next_cursor: null },
    ...answers,
  };
  return (request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const error = (status: number) => {
      send(status, { code: `code_${status}`, message: `message of ${status}` });
    };
    const path = new URL(request.url ?? '', 'http://base').pathname;
    const answer = all[path];
    if (answer === undefined) error(404);
    else if (key !== null && request.headers.authorization !== `Bearer ${key}`) error(401);
    else if (typeof answer === 'number') error(answer);
    else send(200, answer);
  };
}
