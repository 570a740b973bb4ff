import { describe, expect, it } from 'vitest';
import { countriesFor } from '../../checks/ad-server/parts/countries.ts';
import { COUNTRIES } from '../../checks/ad-server/parts/requests.ts';

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
    const countries = countriesFor(zone);
    expect([countries[0], [...countries].sort()]).toEqual([home, [...new Set([home, ...COUNTRIES])].sort()]);
  });

  it.each([undefined, 'UTC', 'Etc/GMT+2', 'Mars/Olympus'])('none goes before the others for %s', (zone) => {
    expect(countriesFor(zone)).toEqual(COUNTRIES);
  });
});
