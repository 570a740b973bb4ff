import type { Reply } from '../../../src/http/reply.ts';

/**
 * Whether an answer carries a code that the contract names, wherever it does so: error bodies have no other set form, and
 * OAuth has a header for it. A JSON text that is nothing but the code and blanks is another code.
 */
export function namesCode({ body, json, headers }: Reply, code: string): boolean {
  const text = Buffer.from(body).toString();
  const padded = new RegExp(`"(?: +${code} *| *${code} +)"`, 'g');
  const named = new RegExp(`(?<![\\w-])${code}(?![\\w-])`);
  return named.test(headers['www-authenticate'] ?? '') || named.test(json.ok ? text.replace(padded, '') : text);
}
