import { createTransport } from '../../src/http/network-transport.ts';
import type { Failure, Transport, TransportOptions, WireResult } from '../../src/http/transport.ts';
import type { Listening } from '../network/listening.ts';

/** Starts servers and transports for the tests of one file, and closes them after each test. */
export class Calls {
  readonly #open: { close(): Promise<void> }[] = [];

  readonly close = async (): Promise<void> => {
    for (const each of this.#open.splice(0).reverse()) await each.close();
  };

  readonly running = async <T extends Listening>(server: Promise<T>): Promise<T> => {
    const listening = await server;
    this.#open.push(listening);
    return listening;
  };

  readonly transport = (options: Partial<TransportOptions> = {}): Transport => {
    const made = createTransport({
      allowNonPublic: true,
      connectTimeoutMs: 10_000,
      totalTimeoutMs: 30_000,
      maxBodyBytes: 100_000,
      environment: {},
      ...options,
    });
    this.#open.push(made);
    return made;
  };

  readonly get = (url: string, options: Partial<TransportOptions> = {}, signal?: AbortSignal): Promise<WireResult> =>
    this.transport(options).send({ method: 'GET', url: new URL(url), headers: {} }, signal);

  readonly failing = async (url: string, options: Partial<TransportOptions> = {}): Promise<Failure> => {
    const result = await this.get(url, options);
    if (result.kind === 'answer') throw new Error(`unexpected answer ${result.status}`);
    return result.failure;
  };

  readonly bodyOf = async (url: string, options: Partial<TransportOptions> = {}): Promise<string> => {
    const result = await this.get(url, options);
    if (result.kind === 'no-answer') throw new Error(result.failure.message);
    return Buffer.from(result.body).toString();
  };
}

export const resolvesTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(
      addresses.map((address) => ({ address, family: address.includes(':') ? (6 as const) : (4 as const) })),
    );
