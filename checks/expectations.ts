import { otherAnswer, violation } from '../src/engine/expect.ts';
import { type Finding } from '../src/engine/signal.ts';
import type { Watch } from '../src/engine/watch.ts';
import type { Reply } from '../src/http/reply.ts';

export const validHttp = {
  requirement: 'Every answer is valid HTTP/1.1, with a body of the length and coding that its headers state.',
  problem: 'Answers are not valid HTTP',
  fix: 'Leave the status line, the length and the end of the body to the web server or framework, and look at what your code and the proxies in front of it write into the headers.',
};

export function validHttpOf(concerns: (reply: Reply) => boolean): Watch {
  return {
    concerns: (reply) => concerns(reply) && (reply.status !== null || reply.violation !== undefined),
    judge: (reply) => {
      if (reply.violation === undefined) return;
      const { does, fix } = reply.violation;
      const actual = `an answer that ${does}`;
      violation({ expected: 'valid HTTP/1.1', actual, what: `The answer ${does}.`, fix, replies: [reply] });
    },
    leavesUnreadable: ({ status, json }) => status === null || !json.ok,
  };
}

export function unexpected(reply: Reply, expected: string | readonly number[], ...contrast: readonly Reply[]): never {
  return violation(otherAnswer(reply, expected, { beside: contrast }));
}

export function withMore({ found, ...finding }: Finding, more: string): Finding {
  return { ...finding, found: { ...found, more } };
}
