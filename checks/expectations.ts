import { otherAnswer, violation } from '../src/engine/expect.ts';
import type { Finding } from '../src/engine/signal.ts';
import type { Watch } from '../src/engine/watch.ts';
import type { Reply } from '../src/http/reply.ts';

export function expectHttps({ protocol }: URL): void {
  if (protocol !== 'https:')
    violation({ expected: 'an address that starts with https://', actual: `${protocol}//`, replies: [] });
}

/** The version segment, whatever query string follows. */
export function expectVersion({ pathname }: URL): void {
  if (!/\/api\/v1\/*$/.test(pathname))
    violation({ expected: 'a path that ends in /api/v1', actual: `the path ${pathname}`, replies: [] });
}

/** What every rule about HTTP itself says, and how it judges. */
export const validHttp = {
  requirement: 'Every answer is valid HTTP/1.1, with a body of the length and coding that its headers state.',
  problem: 'Answers are not valid HTTP',
  fix: 'Leave the status line, the length and the end of the body to the web server or framework: remove code, and settings of proxies, that write `Content-Length`, `Transfer-Encoding` or `Content-Encoding` themselves.',
};

export function validHttpOf(concerns: (reply: Reply) => boolean): Watch {
  return {
    concerns: (reply) => concerns(reply) && (reply.status !== null || reply.violation !== undefined),
    judge: (reply) => {
      const { sentence: actual } = reply.violation ?? {};
      if (actual !== undefined) violation({ expected: 'valid HTTP/1.1', actual, what: actual, replies: [reply] });
    },
    leavesUnreadable: ({ status, json }) => status === null || !json.ok,
  };
}

export function unexpected(reply: Reply, expected: string | readonly number[], ...contrast: readonly Reply[]): never {
  return violation(otherAnswer(reply, expected, { beside: contrast }));
}

/** The same finding with another sentence. */
export function withMore({ found, ...finding }: Finding, more: string): Finding {
  return { ...finding, found: { ...found, more } };
}
