import { currencies } from './generated/currencies.ts';

let known: ReadonlySet<string> | null = null;

/** Whether a text is an ISO 4217 code: three upper-case letters (ad-server §2.2). */
export function isCurrency(text: string): boolean {
  known ??= new Set(currencies.split(' '));
  return known.has(text);
}
