import { describe, violation } from '../../../src/engine/expect.ts';
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

/** A refusal carries the code that the contract names for it. */
export function carriesCode(reply: Reply, code: string): void {
  if (namesCode(reply, code)) return;
  const text = Buffer.from(reply.body).toString();
  const lack = text === '' ? 'with an empty body' : /"code"\s*:/.test(text) ? '' : 'without a `code`';
  violation({ expected: `the code ${code} in the body`, actual: describe(reply, lack), replies: [reply] });
}
