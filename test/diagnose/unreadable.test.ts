import { expect, it } from 'vitest';
import { rawServer } from '../network/listening.ts';
import { advised, HOST, running, walk } from './walking.ts';

const head = (...lines: readonly string[]) => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');

it.each([
  ['two lengths', head('Content-Length: 2', 'Content-Length: 2'), /has more than one Content-Length/, /once/],
  ['large headers', head(`X: ${'x'.repeat(70_000)}`, 'Content-Length: 2'), /headers larger than the 64 kB/, /cookies/],
  ['a wrong coding', head('Content-Encoding: utf-8', 'Content-Length: 2'), /utf-8, which the client does not/, /gzip/],
  ['no compression', head('Content-Encoding: gzip', 'Content-Length: 2'), /cannot be decompressed/, /compressed/],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', /is not HTTP\/1\.1/, /listen on this port/],
])('an answer with %s is named as that, with what to change', async (_what, answer, cause, fix) => {
  const { port } = await running(rawServer(`${answer}{}`));
  const diagnosis = await walk({ baseUrl: `http://${HOST}:${port}/api/v1` });
  expect(diagnosis.cause).toMatch(cause);
  expect(diagnosis.tellPublisher).toMatch(cause);
  expect(advised(diagnosis)).toMatch(fix);
});
