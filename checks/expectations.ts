import { describe, violation } from '../src/engine/expect.ts';
import type { Reply } from '../src/http/reply.ts';

/** Expects a base address to be one of HTTPS. */
export function expectHttps({ protocol }: URL): void {
  if (protocol !== 'https:')
    violation({ expected: 'an address that starts with https://', actual: `${protocol}//`, replies: [] });
}

/** Throws a violation by the status of an answer, next to answers that show the contrast. */
export function unexpected(reply: Reply, expected: string, ...contrast: readonly Reply[]): never {
  return violation({ expected, actual: describe(reply), replies: [...contrast, reply] });
}
