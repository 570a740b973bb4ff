import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { member } from '../src/text/json.ts';
import exchangeRequest from '../schemas/exchange-request.schema.json' with { type: 'json' };
import forecastRequest from '../schemas/forecast-request.schema.json' with { type: 'json' };
import orderRequest from '../schemas/order-request.schema.json' with { type: 'json' };
import reportRequest from '../schemas/report-request.schema.json' with { type: 'json' };
import { formats } from '../src/schema/formats.ts';
import type { WireRequest } from '../src/http/transport.ts';

/*
 * Whatever a run sends is well-formed in itself, and fits the schema of its request unless the traffic says that it is odd
 * on purpose. Every run of the matrix is held to that.
 */

const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
for (const [name, fits] of Object.entries(formats)) ajv.addFormat(name, fits);

const SCHEMAS: Readonly<Record<string, ValidateFunction>> = {
  '/forecast': ajv.compile(forecastRequest),
  '/orders': ajv.compile(orderRequest),
  '/reports': ajv.compile(reportRequest),
  '/auth/token': ajv.compile(exchangeRequest),
};

/** What is wrong with a request in itself; with its body only as far as it is meant to be right. */
export function* faultsOf({ url, headers, body, odd }: WireRequest): Generator<string> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) yield `a header named ${JSON.stringify(name)}`;
    if (!/^[\t\x20-\x7e]*$/.test(value) || value !== value.trimStart()) yield `${name}: ${JSON.stringify(value)}`;
  }
  if (!/^[\x21-\x7e]+$/.test(url.href) || /%(?![\dA-F]{2})/i.test(url.search)) yield `the address ${url.href}`;
  if (body === undefined) return;
  if (typeof body !== 'string') throw new Error('Bodies are texts.');
  if (!body.isWellFormed()) yield `half a character in ${body.slice(0, 200)}`;
  const value = parsed(body);
  if (holdsHalf(value)) yield `half a character in ${body.slice(0, 400)}`;
  // A publisher may state a report request of any other form.
  if (odd || (url.pathname.endsWith('/reports') && member(value, 'line_item_ids') === undefined)) return;
  const fits = Object.entries(SCHEMAS).find(([path]) => url.pathname.endsWith(path))?.[1];
  if (fits !== undefined && !fits(value)) yield `${ajv.errorsText(fits.errors)} in ${body.slice(0, 600)}`;
}

function holdsHalf(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => !name.isWellFormed() || holdsHalf(inner));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Some bodies are no JSON on purpose.
  }
}
