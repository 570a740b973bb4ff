import { describe, expect, it } from 'vitest';
import { watch } from '../../src/diagnose/watch.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { httpServer } from '../network/listening.ts';
import { HOST, KEY, publisher, resolvesTo, running } from './walking.ts';

/** A service that answers 503 until it is switched on. */
async function startingUp() {
  let ready = false;
  const good = publisher();
  const bad = publisher({ '/api/v1/health': 503 });
  const { port } = await running(
    httpServer((request, response) => {
      (ready ? good : bad)(request, response);
    }),
  );
  const options = {
    baseUrl: `http://${HOST}:${port}/api/v1`,
    apiKey: KEY,
    local: true,
    environment: {},
    resolve: resolvesTo('127.0.0.1'),
  };
  return { options, switchOn: () => (ready = true) };
}

describe('a connection that is watched', () => {
  it('is walked until it is connected, and every change is told', async () => {
    const { options, switchOn } = await startingUp();
    const told: string[] = [];
    const clock = new JumpingClock();
    const last = await watch({
      ...options,
      interval: 7,
      clock,
      onDiagnosis: ({ connection }, changed) => {
        told.push(`${connection.status} ${changed ? 'new' : 'same'}`);
        if (told.length === 2) switchOn();
      },
    });
    expect(last.connection.status).toBe('connected');
    expect(told).toEqual(['error new', 'error same', 'connected new']);
    expect(clock.now()).toBe(14_000);
  });

  it('is given up when the time is over, with a last walk at its end', async () => {
    const { options } = await startingUp();
    const clock = new JumpingClock();
    const at: number[] = [];
    const last = await watch({
      ...options,
      interval: 10,
      limit: 25,
      clock,
      onDiagnosis: () => at.push(clock.now()),
    });
    expect(last.connection.status).toBe('error');
    expect(at).toEqual([0, 10_000, 20_000, 25_000]);
  });

  it('ends when it is told to, in the middle of a wait', async () => {
    const { options } = await startingUp();
    const end = new AbortController();
    const last = await watch({
      ...options,
      signal: end.signal,
      onDiagnosis: () => {
        setImmediate(() => {
          end.abort();
        });
      },
    });
    expect(last.connection.status).toBe('error');
  });
});
