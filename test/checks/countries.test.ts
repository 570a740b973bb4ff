import { describe, expect, it } from 'vitest';
import { countriesFor, COUNTRIES } from '../../checks/ad-server/values/countries.ts';

describe('Of the countries to try', () => {
  it.each([
    ['Asia/Ho_Chi_Minh', 'VN'],
    ['Asia/Saigon', 'VN'],
    ['Africa/Nairobi', 'KE'],
    ['America/New_York', 'US'],
    ['europe/berlin', 'DE'],
    ['Europe/Kyiv', 'UA'],
    ['Pacific/Kiritimati', 'KI'],
  ])('the first is that of the time zone: %s lies in %s', (zone, home) => {
    const countries = countriesFor(zone, undefined);
    expect([countries[0], [...countries].sort()]).toEqual([home, [...new Set([home, ...COUNTRIES])].sort()]);
  });

  it.each([
    ['UTC', 'KES', ['KE']],
    ['UTC', 'EUR', []],
    ['UTC', 'XOF', []],
    ['Europe/Prague', 'CZK', ['CZ']],
    ['Africa/Nairobi', 'USD', ['KE', 'US']],
  ])('those of the zone and of the currency go first: %s, %s', (zone, currency, homes) => {
    expect(countriesFor(zone, currency)).toEqual([...new Set([...homes, ...COUNTRIES])]);
  });

  it.each([undefined, 'UTC', 'Etc/GMT+2', 'Mars/Olympus'])('none goes before the others for %s', (zone) => {
    expect(countriesFor(zone, undefined)).toEqual(COUNTRIES);
  });
});
