import type { Flight } from '../../../src/contract/flight-date.ts';
import { inWords } from '../../../src/text/in-words.ts';

/** Body of `POST /forecast` (ad-server §2.4). */
export interface ForecastRequest {
  readonly inventory_id: string;
  readonly flight: Flight;
  readonly targeting?: Targeting;
  readonly sizes?: readonly string[];
}

export interface Targeting {
  /** ISO 3166-1 alpha-2 codes; absent or empty means worldwide. */
  readonly geo?: readonly string[];
}

export function withMembers(optional: object): string {
  const names = Object.entries(optional).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return names.length === 0 ? '' : ` (with ${inWords(names, 'and')})`;
}

/** Body of `POST /orders` (ad-server §2.5). */
export interface OrderRequest {
  readonly idempotency_key: string;
  readonly advertiser: { readonly name: string; readonly external_ref?: string };
  readonly order: { readonly name: string; readonly external_ref: string };
  readonly line_items: readonly LineItem[];
}

export interface LineItem {
  readonly external_ref: string;
  readonly inventory_id: string;
  readonly flight: Flight;
  readonly goal_impressions: number;
  readonly targeting?: Targeting;
  readonly sizes: readonly string[];
  readonly creatives?: readonly Creative[];
}

/** The two shapes of a creative (ad-server §2.6). */
export type Creative =
  | { readonly type: 'third_party_tag'; readonly width: number; readonly height: number; readonly tag: string }
  | {
      readonly type: 'image';
      readonly width: number;
      readonly height: number;
      readonly image_url: string;
      readonly click_url: string;
      readonly impression_pixel_url: string;
    };

/** The reserved hosts of test creatives, used unless the publisher states another host. */
const EXAMPLE_HOSTS = /\/\/(?:ads|cdn)\.example\.com\//g;

export function isOnExampleHost(creative: object): boolean {
  return JSON.stringify(creative).search(EXAMPLE_HOSTS) >= 0;
}

export function onHost<Creative extends object>(creative: Creative, host: string): Creative {
  return JSON.parse(JSON.stringify(creative).replace(EXAMPLE_HOSTS, `//${host}/`)) as Creative; // But for its host.
}
