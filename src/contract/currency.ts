import { codes } from 'currency-codes';

/** Codes that ISO 4217 took up after the library's list was made. */
const NEWER = ['XCG', 'XAD'];

const known = new Set([...codes(), ...NEWER]);

/** Whether a text is an ISO 4217 code, in its three upper-case letters (ad-server §2.2). */
export function isCurrency(text: string): boolean {
  return known.has(text);
}
