import type { Call } from './call.ts';
import type { Endpoint } from './reply.ts';
import type { Failure } from './transport.ts';

/** What nothing is sent to any more, and why. */
export class ClosedEndpoints {
  #service: Failure | null = null;
  readonly #endpoints = new Map<Endpoint, Failure>();
  /** For one credential each. */
  readonly #credentials = new Map<string, Failure>();

  closeAll(failure: Failure): void {
    this.#service ??= failure;
  }

  close(endpoint: Endpoint, failure: Failure): void {
    this.#endpoints.set(endpoint, this.#endpoints.get(endpoint) ?? failure);
  }

  /** Closes an endpoint to whoever has the credential of a call. */
  closeTo(call: Call, failure: Failure): void {
    this.#credentials.set(nameOf(call), failure);
  }

  /** Why nothing more is sent: to the service, or else to endpoints. */
  get failures(): readonly Failure[] {
    return this.#service === null ? [...this.#endpoints.values()] : [this.#service];
  }

  /** Why a call is not sent; `null` if it is. */
  why(call: Call): Failure | null {
    return this.#service ?? this.#endpoints.get(call.endpoint) ?? this.#credentials.get(nameOf(call)) ?? null;
  }
}

function nameOf({ endpoint, authorization }: Call): string {
  return `${endpoint} ${authorization?.secret?.toString() ?? ''}`;
}
