import type { Call } from './call.ts';
import type { Endpoint } from './reply.ts';
import type { WireRequest, WireResult } from './transport.ts';

/** An earlier request that succeeded and is safe to repeat. It is sent again to test whether its endpoint is up. */
export interface Control {
  readonly call: Call;
  readonly request: WireRequest;
}

interface Kept extends Control {
  readonly subject: string;
  /** Whether the exact same request succeeded when it was sent a second time. */
  isProven: boolean;
}

/** How many of the first and of the last successful requests to an endpoint are kept, each about something else. */
const KEPT = 2;

/**
 * Keeps the requests that tell an outage from the failure of a single request. An accepted order can be one: repeated
 * with its idempotency key, it creates nothing.
 */
export class Controls {
  readonly #kept = new Map<Endpoint, Kept[]>();

  /** Keeps a request if it succeeded and is about something new. */
  learn(call: Call, request: WireRequest, result: WireResult): void {
    if (!isServed(result) || !isOwn(call)) return;
    const kept = this.#kept.get(call.endpoint) ?? [];
    const same = kept.find((control) => isSame(control.request, request));
    if (same !== undefined) same.isProven = true;
    const subject = subjectOf({ call, request });
    if (kept.some((control) => control.subject === subject)) return;
    if (kept.length === 2 * KEPT) kept.splice(KEPT, 1);
    // Everything but an order can be read again safely, so it needs no proof.
    kept.push({ call, request, subject, isProven: call.endpoint !== 'orders' });
    this.#kept.set(call.endpoint, kept);
  }

  /** The controls of an endpoint, starting with those that succeeded twice. */
  of(endpoint: Endpoint): readonly Control[] {
    const kept = this.#kept.get(endpoint) ?? [];
    return [...kept.filter(({ isProven }) => isProven), ...kept.filter(({ isProven }) => !isProven)];
  }

  /** Whether a control of this endpoint is known to succeed unless the endpoint is down. */
  areProven(endpoint: Endpoint): boolean {
    return this.#kept.get(endpoint)?.some(({ isProven }) => isProven) ?? false;
  }

  /** Drops a control that failed while another one succeeded, unless it is the last one. */
  distrust({ call, request }: Control): void {
    const kept = this.#kept.get(call.endpoint) ?? [];
    const place = kept.findIndex((control) => control.request === request);
    if (place >= 0 && kept.length > 1) kept.splice(place, 1);
  }
}

/** Requests about the same subject may fail for the same reason. */
function subjectOf({ call, request }: Control): string {
  return call.subject ?? `${request.url.search} ${String(request.body ?? '')}`;
}

function isServed(result: WireResult): boolean {
  return result.kind === 'answer' && result.status >= 200 && result.status < 300;
}

/** Whether the request carries the run's own credential, or a token issued to it. */
function isOwn({ endpoint, isKnownGood }: Call): boolean {
  return isKnownGood !== undefined || endpoint === 'toplists';
}

function isSame(one: WireRequest, other: WireRequest): boolean {
  return one.url.href === other.url.href && one.body === other.body;
}
