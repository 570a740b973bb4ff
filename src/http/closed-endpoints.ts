import type { Call } from './call.ts';
import type { Endpoint } from './reply.ts';
import type { Failure } from './transport.ts';

export class ClosedEndpoints {
  #service: Failure | null = null;
  readonly #endpoints = new Map<Endpoint, Failure>();
  readonly #credentials = new Map<string, Failure>();

  closeAll(failure: Failure): void {
    this.#service ??= failure;
  }

  close(endpoint: Endpoint, failure: Failure): void {
    this.#endpoints.set(endpoint, this.#endpoints.get(endpoint) ?? failure);
  }

  closeTo(call: Call, failure: Failure): void {
    this.#credentials.set(nameOf(call), failure);
  }

  get failures(): readonly Failure[] {
    return this.#service === null ? [...this.#endpoints.values()] : [this.#service];
  }

  why(call: Call): Failure | null {
    return this.#service ?? this.#endpoints.get(call.endpoint) ?? this.#credentials.get(nameOf(call)) ?? null;
  }
}

function nameOf({ endpoint, authorization }: Call): string {
  return `${endpoint} ${authorization?.secret?.toString() ?? ''}`;
}
