import { nameOf } from './outage-words.ts';
import type { Endpoint } from './reply.ts';
import { troubleInWords } from './trouble.ts';
import type { WireResult } from './transport.ts';

/** Server errors that were gone when the same request was sent again. */
export interface Healed {
  /** Where: `POST /orders`. */
  readonly at: string;
  /** `status 500`, `no answer`. */
  readonly came: string;
  /** The exchange that shows it. */
  readonly exchange: string;
  /** Whether another request to the same endpoint was in flight. */
  readonly together: boolean;
}

/** Which requests to an endpoint are in flight together. */
export class InFlight {
  readonly #running = new Map<Endpoint, Set<{ together: boolean }>>();

  /** A request goes out; the function that is returned says, once it has ended, whether another was in flight with it. */
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
