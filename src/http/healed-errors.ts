import { nameOf } from './outage-words.ts';
import type { Endpoint } from './reply.ts';
import { troubleInWords } from './trouble.ts';
import type { WireResult } from './transport.ts';

/** A server error, or a missing answer, that went away when the same request was sent again. */
export interface Healed {
  /** The endpoint: `POST /orders`. */
  readonly at: string;
  /** What came: `status 500` or `no answer`. */
  readonly came: string;
  readonly exchange: string;
  /** Whether another request to the same endpoint was in flight at the same time. */
  readonly together: boolean;
}

/** Tracks which requests to an endpoint are in flight at the same time. */
export class InFlight {
  readonly #running = new Map<Endpoint, Set<{ together: boolean }>>();

  /**
   * Call this when a request is sent, and the returned function when it ended: it tells whether another one was in
   * flight meanwhile.
   */
  begin(endpoint: Endpoint): () => boolean {
    const running = this.#running.get(endpoint) ?? new Set();
    this.#running.set(endpoint, running);
    const one = { together: running.size > 0 };
    for (const other of running) other.together = true;
    running.add(one);
    return () => {
      running.delete(one);
      return one.together;
    };
  }
}

export function healed(endpoint: Endpoint, result: WireResult, exchange: string, together: boolean): Healed {
  return { at: nameOf(endpoint), came: troubleInWords(result), exchange, together };
}
