import type { Endpoint } from './reply.ts';

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
