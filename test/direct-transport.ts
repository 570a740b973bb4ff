import { setImmediate } from 'node:timers/promises';
import type { WireReply } from '../fixtures/publisher/messages.ts';
import type { Publisher } from '../fixtures/publisher/index.ts';
import type { Report } from '../src/report/model.ts';
import type { CertifyOptions } from '../src/settings.ts';
import { faultsOf } from './request-faults.ts';
import type { Transport, WireRequest, WireResult } from '../src/http/transport.ts';

/** Headers that say how an answer travels. */
const OF_THE_WIRE = /^(?:connection|content-encoding|content-length|keep-alive|transfer-encoding)$/i;
/** Statuses whose answers have no body, whatever a publisher writes. */
const BODILESS = [204, 304];

/** Judges a publisher without the network or, if something hangs on it, once more over the network. */
export async function judgeDirectly(judgeBy: (transport: DirectTransport | null) => Promise<Report>): Promise<Report> {
  const transport = new DirectTransport();
  const report = await judgeBy(transport);
  if (transport.faults.size > 0) throw new Error(`The suite sent:\n${[...transport.faults].join('\n')}`);
  return transport.neededNetwork ? judgeBy(null) : report;
}

/**
 * Hands requests to a publisher in this process, which saves much of the time of a run. `neededNetwork` is set if a
 * request or an answer hangs on the network; what this transport returned is then of no use.
 */
export class DirectTransport implements Transport {
  neededNetwork = false;
  /** What was wrong with requests of this suite. */
  readonly faults = new Set<string>();
  #publisher: Pick<Publisher, 'handle'> | undefined;

  /** The option of a run that reaches this publisher. */
  to(publisher: Publisher): Pick<CertifyOptions, 'transport'> {
    this.#publisher = publisher;
    return { transport: this };
  }

  async send(request: WireRequest, signal?: AbortSignal): Promise<WireResult> {
    const { method, url, headers, body = '' } = request;
    for (const fault of faultsOf(request)) this.faults.add(`${method} ${url.pathname}: ${fault}`);
    if (this.#publisher === undefined) throw new Error('no publisher to send to');
    await setImmediate();
    const needNetwork = () => (this.neededNetwork = true);
    const arrived = {
      // There are no connections to tell apart.
      get port() {
        needNetwork();
        return 0;
      },
      method,
      target: url.pathname + url.search,
      headers: mapped(headers, (value) => value.trim()),
      body: Buffer.from(body).toString(),
      ip: '127.0.0.1',
    };
    // A publisher that throws closes the connection.
    const reply = await this.#publisher.handle(arrived).catch(() => null);
    await setImmediate();
    // What is given up while it is under way may have arrived or not.
    this.neededNetwork ||= signal?.aborted === true || reply === null || needsNetwork(reply);
    if (reply === null)
      return { kind: 'no-answer', failure: { reason: 'reset', message: 'It takes the network to answer this.' } };
    return {
      kind: 'answer',
      status: reply.status,
      headers: mapped(reply.headers, (value) => value),
      body: Buffer.concat(reply.chunks),
    };
  }

  async close(): Promise<void> {
    // There is no connection.
  }
}

/** Headers with their names in lower case, as both sides read them. */
function mapped(headers: Readonly<Record<string, string>>, map: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), map(value)]));
}

function needsNetwork({ status, chunks, cut, delay, headers }: WireReply): boolean {
  return (
    chunks.length !== 1 ||
    cut !== undefined ||
    delay !== undefined ||
    status < 200 ||
    BODILESS.includes(status) ||
    Object.keys(headers).some((name) => OF_THE_WIRE.test(name))
  );
}
