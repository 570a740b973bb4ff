import { isCountry } from '../contract/country.ts';
import { isCreativeSize } from '../contract/creative-size.ts';
import { isCurrency } from '../contract/currency.ts';
import { isHostName } from '../contract/host-name.ts';
import { isTimeZone } from '../contract/time-zone.ts';

/** The formats used by the schemas that JSON Schema does not define. */
export const formats = {
  'iana-time-zone': isTimeZone,
  'iso-4217': isCurrency,
  'creative-size': isCreativeSize,
  country: isCountry,
  'host-name': isHostName,
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
};
