import { systemClock, type Clock } from '../http/clock.ts';
import type { Pace } from '../http/pace.ts';
import type { Failure, Transport } from '../http/transport.ts';

/** A service that may not have started yet. */
export interface Awaited {
  readonly base: URL;
  /** Without these headers, a firewall in front may answer instead of the service. */
  readonly headers: Readonly<Record<string, string>>;
  readonly pace?: Pace | undefined;
}

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
const LASTING: readonly Failure['reason'][] = ['plain-http', 'non-public-address'];

/**
 * Waits until every service gives some answer, or until the time is over; then the run reports what is wrong. These
 * requests carry no API key and are not part of the report.
 */
export async function waitForServices(services: readonly Awaited[], waiting: Waiting): Promise<void> {
  const { seconds, clock = systemClock, signal, onWait } = waiting;
  const end = clock.now() + seconds * 1000;
  for (const service of services) {
    let told = false;
    for (;;) {
      await service.pace?.turn(1, clock, signal);
      const left = end - clock.now();
      if (left <= 0 || signal?.aborted || (await isThere(service, left, waiting))) break;
      if (!told) onWait(`waiting for ${service.base.host} to answer, for ${seconds} s at most`);
      told = true;
      await clock.sleep(Math.min(PAUSE_MS, left), signal);
    }
  }
}

async function isThere(
  { base, headers: given }: Awaited,
  left: number,
  { transport, userAgent, signal }: Waiting,
): Promise<boolean> {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/health`;
  const headers = { accept: 'application/json', 'user-agent': userAgent, ...given };
  const end = AbortSignal.any([AbortSignal.timeout(Math.ceil(left)), ...(signal === undefined ? [] : [signal])]);
  const result = await transport.send({ method: 'GET', url, headers }, end);
  return result.kind === 'answer' ? !STARTING.includes(result.status) : LASTING.includes(result.failure.reason);
}
