import { describe, expect, it } from 'vitest';
import type { Good, Hostility, Wire } from './front.ts';
import { chunk } from './servers.ts';
import { judgeHostile } from './judge.ts';

/** The right answer with its head written by hand. */
function written({ status, headers, body }: Good, more: readonly string[], tail?: string): Wire {
  const { 'content-length': _length, ...rest } = headers;
  const lines = Object.entries(rest).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} Some`, ...lines, ...more].join('\r\n');
  return { raw: [head, '\r\n\r\n', tail ?? body], then: 'close' };
}

const text = ({ body }: Good) => body.toString();
const length = ({ body }: Good) => `Content-Length: ${body.length}`;

const unreadable: readonly (readonly [what: string, sentence: RegExp, hostility: Hostility])[] = [
  ['two lengths', /more than one Content-Length/, (good) => written(good, [length(good), length(good)])],
  [
    'a length beside chunks',
    /both a Transfer-Encoding and a Content-Length/,
    (good) => written(good, [length(good), 'Transfer-Encoding: chunked'], `${chunk(text(good))}0\r\n\r\n`),
  ],
  ['a length that is too long', /larger than its body/, (good) => written(good, ['Content-Length: 9999'])],
  [
    'a length that is too short',
    /smaller than its body/,
    (good) => written(good, [`Content-Length: ${good.body.length - 7}`]),
  ],
  [
    'chunks without an end',
    /without the last, empty chunk/,
    (good) => written(good, ['Transfer-Encoding: chunked'], chunk(text(good))),
  ],
  ['a folded header', /folded over several lines/, (good) => written(good, ['X-A: a', ' b', length(good)])],
  ['a bare LF', /do not end in CR LF/, (good) => written(good, [`X-A: a\n${length(good)}`])],
  ['headers of 70 kB', /larger than the 64 kB/, (good) => written(good, [`X-A: ${'x'.repeat(70_000)}`, length(good)])],
  [
    'an unknown coding',
    /zstd, which the client does not/,
    (good) => written(good, ['Content-Encoding: zstd', length(good)]),
  ],
  ['another protocol', /not HTTP\/1\.1/, () => ({ raw: ['SSH-2.0-OpenSSH_9.0\r\n'], then: 'close' })],
];

describe.concurrent('a service whose every answer has', () => {
  it.each(unreadable)(
    '%s fails the one rule that says so, and nothing waits for it',
    async (_what, sentence, hostility) => {
      const { report, wrong, seconds } = await judgeHostile(hostility, {
        only: ['connection', 'health', 'orders'],
        timeout: 10,
      });
      const checks = report.contracts.flatMap(({ modules }) => modules.flatMap((module) => module.checks));
      const failed = checks.filter(({ outcome }) => outcome === 'fail');
      expect(wrong).toEqual([]);
      expect(report.verdict).toBe('failed');
      expect(failed.map(({ id }) => id)).toEqual(['connection.answers-are-http']);
      expect(failed[0]?.message).toMatch(sentence);
      expect(failed[0]?.fix).not.toMatch(/^Leave the status line/);
      expect(seconds).toBeLessThan(20);
    },
  );
});
