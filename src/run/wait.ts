import { systemClock, type Clock } from '../http/clock.ts';
import type { Failure, Transport } from '../http/transport.ts';

export interface Waiting {
  readonly transport: Transport;
  readonly userAgent: string;
  /** At most so long, for all services together. */
  readonly seconds: number;
  readonly clock?: Clock | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onWait: (notice: string) => void;
}

const PAUSE_MS = 1000;
/** What a gateway answers as long as there is nothing behind it. */
const STARTING = [502, 503, 504];
/** Time changes nothing about these. */
const LASTING: readonly Failure['reason'][] = ['plain-http', 'non-public-address'];

/**
 * Waits until every service answers, whatever it answers, or the time is over: then the run says what is wrong. The calls
 * carry no credential and are no part of the report.
 */
export async function waitForServices(targets: readonly URL[], waiting: Waiting): Promise<void> {
  const { seconds, clock = systemClock, signal, onWait } = waiting;
  const end = clock.now() + seconds * 1000;
  for (const target of targets) {
    let told = false;
    for (;;) {
      const left = end - clock.now();
      if (left <= 0 || signal?.aborted || (await isThere(target, left, waiting))) break;
      if (!told) onWait(`waiting for ${target.host} to answer, for ${seconds} s at most`);
      told = true;
      await clock.sleep(Math.min(PAUSE_MS, left), signal);
    }
  }
}

async function isThere(target: URL, left: number, { transport, userAgent, signal }: Waiting): Promise<boolean> {
  const url = new URL(target);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/health`;
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  const end = AbortSignal.any([AbortSignal.timeout(Math.ceil(left)), ...(signal === undefined ? [] : [signal])]);
  const result = await transport.send({ method: 'GET', url, headers }, end);
  return result.kind === 'answer' ? !STARTING.includes(result.status) : LASTING.includes(result.failure.reason);
}
