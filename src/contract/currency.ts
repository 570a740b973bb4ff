import { codes } from 'currency-codes';

/** Codes newer than the library's list. */
const NEWER = ['XCG', 'XAD'];

let known: ReadonlySet<string> | null = null;

/** Whether a text is an ISO 4217 code, in its three upper-case letters (ad-server §2.2). */
export function isCurrency(text: string): boolean {
  known ??= new Set([...codes(), ...NEWER]);
  return known.has(text);
}
