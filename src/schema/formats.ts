import { isCountry } from '../contract/country.ts';
import { isCreativeSize } from '../contract/creative-size.ts';
import { isTimeZone } from '../contract/time-zone.ts';
import { currencies } from '../contract/generated/currencies.ts';
import { domainToASCII } from 'node:url';

/** The formats used by the schemas that JSON Schema does not define. */
export const formats = {
  'iana-time-zone': isTimeZone,
  'iso-4217': isCurrency,
  'creative-size': isCreativeSize,
  country: isCountry,
  'host-name': isHostName,
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
};

let known: ReadonlySet<string> | null = null;

/** Whether a text is an ISO 4217 code: three upper-case letters (ad-server §2.2). */
function isCurrency(text: string): boolean {
  known ??= new Set(currencies.split(' '));
  return known.has(text);
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`);

/** Whether a text is a valid DNS host name, in any script. */
function isHostName(text: string): boolean {
  const name = domainToASCII(text);
  return name.length <= 253 && HOST.test(name);
}
