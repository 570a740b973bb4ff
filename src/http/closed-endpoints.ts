import type { Call } from './call.ts';
import type { Endpoint } from './reply.ts';
import type { Failure } from './transport.ts';

/** The endpoints that are no longer called, and why. */
export class ClosedEndpoints {
  #service: Failure | null = null;
  readonly #endpoints = new Map<Endpoint, Failure>();
  /** Closed for one credential only. */
  readonly #credentials = new Map<string, Failure>();

  closeAll(failure: Failure): void {
    this.#service ??= failure;
  }

  close(endpoint: Endpoint, failure: Failure): void {
    this.#endpoints.set(endpoint, this.#endpoints.get(endpoint) ?? failure);
  }

  /** Closes an endpoint for the credential of this request. */
  closeTo(call: Call, failure: Failure): void {
    this.#credentials.set(nameOf(call), failure);
  }

  /** Why nothing more is sent to the service, or to single endpoints. */
  get failures(): readonly Failure[] {
    return this.#service === null ? [...this.#endpoints.values()] : [this.#service];
  }

  /** Why the request is not sent; `null` if it may be. */
  why(call: Call): Failure | null {
    return this.#service ?? this.#endpoints.get(call.endpoint) ?? this.#credentials.get(nameOf(call)) ?? null;
  }
}

function nameOf({ endpoint, authorization }: Call): string {
  return `${endpoint} ${authorization?.secret?.toString() ?? ''}`;
}
