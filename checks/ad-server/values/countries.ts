import { zonesOf } from '../../../src/contract/country.ts';
import { canonicalZone } from '../../../src/contract/time-zone.ts';

/** Countries to try in requests, one after the other: a publisher need not serve all of them. */
export type Countries = readonly [string, ...string[]];

export const COUNTRIES = [
  'US',
  'GB',
  'DE',
  'FR',
  'ES',
  'IT',
  'NL',
  'PL',
  'CA',
  'BR',
  'IN',
  'JP',
  'AU',
  'MX',
  'AT',
  'CH',
  'BE',
  'IE',
  'SE',
  'DK',
] as const;

/** The stated ones first, then those of the account: a publisher of one country most likely sells there. */
export function countriesFor(
  zone: string | undefined,
  currency: string | undefined,
  stated: readonly string[] = [],
): Countries {
  const homes = [zone === undefined ? null : countryOf(zone), currency === undefined ? null : issuerOf(currency)];
  const [first, ...others] = new Set([...stated, ...homes.filter((home) => home !== null), ...COUNTRIES]);
  return first === undefined ? COUNTRIES : [first, ...others];
}

/** The country that a currency's code begins with; `null` if several countries share the currency. */
function issuerOf(currency: string): string | null {
  const country = currency.slice(0, 2);
  return /^[A-Z]{2}$/.test(country) && zonesOf(country).length > 0 ? country : null;
}

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** The country in which a time zone is used, as far as the runtime knows; preferably one that is tried anyway. */
function countryOf(zone: string): string | null {
  const name = canonicalZone(zone);
  if (name === null) return null;
  return [...COUNTRIES, ...CODES].find((country) => zonesOf(country).includes(name)) ?? null;
}
