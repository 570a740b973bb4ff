import { describe, expect, it } from 'vitest';
import { watch } from '../../src/diagnose/watch.ts';
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
    const waits: number[] = [];
    const last = await watch({
      ...options,
      interval: 7,
      onDiagnosis: ({ connection }, changed) => told.push(`${connection.status} ${changed ? 'new' : 'same'}`),
      wait: (milliseconds) => {
        waits.push(milliseconds);
        if (waits.length === 2) switchOn();
        return Promise.resolve();
      },
    });
    expect(last.connection.status).toBe('connected');
    expect(told).toEqual(['error new', 'error same', 'connected new']);
    expect(waits).toEqual([7000, 7000]);
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
