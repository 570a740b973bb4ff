import { systemClock, type Clock } from '../http/clock.ts';
import type { Failure, Transport } from '../http/transport.ts';

export interface Waiting {
  readonly transport: Transport;
  readonly userAgent: string;
  /** Maximum time for all services together. */
  readonly seconds: number;
  readonly clock?: Clock | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onWait: (notice: string) => void;
}

const PAUSE_MS = 1000;
/** Statuses of a gateway while the service behind it has not started. */
const STARTING = [502, 503, 504];
/** Failures that waiting does not change. */
const LASTING: readonly Failure['reason'][] = ['plain-http', 'non-public-address'];

/**
 * Waits until every service gives some answer, or until the time is over; then the run reports what is wrong. These
 * requests carry no credential and are not part of the report.
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
