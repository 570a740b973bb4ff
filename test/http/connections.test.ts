import { request } from 'node:http';
import { expect, it } from 'vitest';
import { Connections } from '../../src/http/connections.ts';

/** Whether a connection rests after answers with these headers, none of which comes over the network. */
async function restsAfter(
  ...answers: readonly (Readonly<Record<string, string>> & { last?: 'yes' })[]
): Promise<boolean> {
  const connections = new Connections(() => new Promise(() => undefined));
  for (const { last, ...headers } of answers) {
    const asked = request({ agent: connections });
    asked.on('error', () => undefined);
    asked.shouldKeepAlive = last === undefined;
    connections.heard(asked, headers);
    asked.destroy();
  }
  const first = await Promise.race([connections.rest().then(() => 'no rest'), soon()]);
  connections.destroy();
  return first === 'a rest';
}

/** Resolves after whatever needs no turn of the event loop. */
async function soon(): Promise<'a rest'> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  return 'a rest';
}

it.each([
  [false, [{ connection: 'keep-alive' }, { connection: 'Keep-Alive' }]],
  [true, [{}]],
  [true, [{ connection: 'keep-alive' }, {}, { connection: 'keep-alive' }]],
  [false, [{ connection: 'keep-alive' }, { connection: 'close', last: 'yes' as const }]],
])('A connection rests: %s, after %j', async (rests, answers) => {
  expect(await restsAfter(...answers)).toBe(rests);
});
