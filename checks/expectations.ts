import { otherAnswer, violation } from '../src/engine/expect.ts';
import type { Finding } from '../src/engine/signal.ts';
import type { Reply } from '../src/http/reply.ts';

export function expectHttps({ protocol }: URL): void {
  if (protocol !== 'https:')
    violation({ expected: 'an address that starts with https://', actual: `${protocol}//`, replies: [] });
}

export function unexpected(reply: Reply, expected: string | readonly number[], ...contrast: readonly Reply[]): never {
  return violation(otherAnswer(reply, expected, { beside: contrast }));
}

/** The same finding with another sentence. */
export function withMore({ found, ...finding }: Finding, more: string): Finding {
  return { ...finding, found: { ...found, more } };
}
