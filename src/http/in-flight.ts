import type { Call } from './call.ts';
import type { Beside, Endpoint } from './reply.ts';

interface Running extends Pick<Call, 'subject' | 'together'> {
  beside: Beside | undefined;
}

/** Tracks which requests to an endpoint are in flight at the same time. */
export class InFlight {
  readonly #running = new Map<Endpoint, Set<Running>>();

  /** Call this when a request is sent, and the returned function when it ended: it tells what was in flight meanwhile. */
  begin({ endpoint, subject, together }: Call): () => Beside | undefined {
    const running = this.#running.get(endpoint) ?? new Set();
    this.#running.set(endpoint, running);
    const order = endpoint === 'orders' ? subject : undefined;
    const one: Running = { ...(order && { subject: order }), ...(together && { together }), beside: undefined };
    for (const other of running)
      for (const each of [one, other])
        if (each.beside !== 'like') each.beside = areAlike(one, other) ? 'like' : 'others';
    running.add(one);
    return () => {
      running.delete(one);
      return one.beside;
    };
  }
}

function areAlike(one: Running, other: Running): boolean {
  const isSame = (name: 'subject' | 'together') => one[name] !== undefined && one[name] === other[name];
  return isSame('subject') || isSame('together');
}
