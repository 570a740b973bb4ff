import type { Reply } from '../../../src/http/reply.ts';

/** Whether a body carries a code that the contract names, wherever it does so: error bodies have no other set form. */
export function namesCode({ body }: Reply, code: string): boolean {
  return new RegExp(`(?<![\\w-])${code}(?![\\w-])`).test(Buffer.from(body).toString());
}
