import { describe, violation } from '../src/engine/expect.ts';
import type { Finding } from '../src/engine/signal.ts';
import type { Reply } from '../src/http/reply.ts';

export function expectHttps({ protocol }: URL): void {
  if (protocol !== 'https:')
    violation({ expected: 'an address that starts with https://', actual: `${protocol}//`, replies: [] });
}

export function unexpected(reply: Reply, expected: string, ...contrast: readonly Reply[]): never {
  return violation({ expected, actual: describe(reply), replies: [...contrast, reply] });
}

/** The same finding with another sentence in its message. */
export function withMore(finding: Finding, more: string): Finding {
  return { ...finding, message: `Expected ${finding.expected}, got ${finding.actual}. ${more}` };
}
