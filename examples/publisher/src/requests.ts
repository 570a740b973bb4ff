import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import exchangeRequest from 'adserver-conformance/schemas/exchange-request.schema.json' with { type: 'json' };
import forecastRequest from 'adserver-conformance/schemas/forecast-request.schema.json' with { type: 'json' };
import orderRequest from 'adserver-conformance/schemas/order-request.schema.json' with { type: 'json' };
import reportRequest from 'adserver-conformance/schemas/report-request.schema.json' with { type: 'json' };
import { Problem } from './problem.ts';

/** Bodies as their schemas have accepted them. */
export interface Flight {
  readonly start_date: string;
  readonly end_date: string;
}

export interface ForecastRequest {
  readonly inventory_id: string;
  readonly flight: Flight;
  readonly targeting?: { readonly geo?: readonly string[] };
  readonly sizes?: readonly string[];
}

export interface Line {
  readonly external_ref: string;
  readonly inventory_id: string;
  readonly flight: Flight;
  readonly goal_impressions: number;
  readonly targeting?: { readonly geo?: readonly string[] };
  readonly sizes: readonly string[];
  readonly creatives?: readonly unknown[];
}

export interface OrderRequest {
  readonly idempotency_key: string;
  readonly advertiser: { readonly name: string; readonly external_ref?: string };
  readonly order: { readonly name: string; readonly external_ref: string };
  readonly line_items: readonly Line[];
}

export interface ReportRequest extends Flight {
  readonly line_item_ids: readonly string[];
}

export const schemas = { exchangeRequest, forecastRequest, orderRequest, reportRequest };

/** Types are taken as they come, unlike in Fastify's own validator: a number spelt as a text is no number. */
export function createValidator(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  ajv.addFormat('creative-size', /^[1-9]\d*x[1-9]\d*$/);
  return ajv;
}

/** What is missing or of a wrong type is malformed (400); any other value that a schema refuses is invalid (422). */
const MALFORMED = ['required', 'type'];

export function problemOf(errors: readonly ErrorObject[]): Problem {
  const error = errors.find(({ keyword }) => MALFORMED.includes(keyword)) ?? errors[0];
  const place = error === undefined || error.instancePath === '' ? 'The body' : error.instancePath;
  const message = `${place} ${error?.message ?? 'is not valid'}.`;
  return errors.some(({ keyword }) => MALFORMED.includes(keyword))
    ? new Problem(400, 'bad_request', message)
    : new Problem(422, 'invalid_value', message);
}

/** The number of days of a flight, both ends included. */
export function daysOf({ start_date, end_date }: Flight): number {
  const [start, end] = [start_date, end_date].map((text) => {
    const day = new Date(`${text}T00:00:00Z`);
    if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
      throw new Problem(422, 'invalid_date', `${text} is not a day.`);
    return day.getTime();
  }) as [number, number];
  if (end < start) throw new Problem(422, 'invalid_flight', `The flight ends on ${end_date}, before it starts.`);
  return (end - start) / 86_400_000 + 1;
}

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

export function assertCountries(geo: readonly string[]): void {
  const unknown = geo.find((code) => regions.of(code) === undefined);
  if (unknown !== undefined) throw new Problem(422, 'unknown_country', `${unknown} is not a country.`);
}
