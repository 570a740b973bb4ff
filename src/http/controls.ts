import type { Call } from './call.ts';
import type { Endpoint } from './reply.ts';
import type { WireRequest, WireResult } from './transport.ts';

/** A call that was served before, and changes nothing when it is sent again. */
export interface Control {
  readonly call: Call;
  readonly request: WireRequest;
}

interface Kept extends Control {
  /** Whether a second, literal sending was served as well. */
  isProven: boolean;
}

/** So many of the first and of the last calls to an endpoint are kept, each about something else. */
const KEPT = 2;

/**
 * The calls by which outages are told from trouble of a single request. A booking that was taken is one of them: sent again
 * under its idempotency key, it creates nothing.
 */
export class Controls {
  readonly #kept = new Map<Endpoint, Kept[]>();

  /** Takes in how a call ended. */
  learn(call: Call, request: WireRequest, result: WireResult): void {
    if (!isServed(result) || !isOwn(call)) return;
    const kept = this.#kept.get(call.endpoint) ?? [];
    const same = kept.find((control) => isSame(control.request, request));
    if (same !== undefined) same.isProven = true;
    if (kept.some((control) => subjectOf(control) === subjectOf({ call, request }))) return;
    if (kept.length === 2 * KEPT) kept.splice(KEPT, 1);
    // Reading again is safe, whether it was tried or not.
    kept.push({ call, request, isProven: call.endpoint !== 'orders' });
    this.#kept.set(call.endpoint, kept);
  }

  /** The controls of an endpoint, those first that were sent twice and served twice. */
  of(endpoint: Endpoint): readonly Control[] {
    const kept = this.#kept.get(endpoint) ?? [];
    return [...kept.filter(({ isProven }) => isProven), ...kept.filter(({ isProven }) => !isProven)];
  }

  /** Whether an endpoint serves its controls, unless it is down. */
  areProven(endpoint: Endpoint): boolean {
    return this.#kept.get(endpoint)?.some(({ isProven }) => isProven) ?? false;
  }

  /** Forgets a control that failed where another was served right behind: unless it is the last one. */
  distrust({ call, request }: Control): void {
    const kept = this.#kept.get(call.endpoint) ?? [];
    const place = kept.findIndex((control) => control.request === request);
    if (place >= 0 && kept.length > 1) kept.splice(place, 1);
  }
}

/** What a call is about: two that are about the same may fail for the same reason. */
function subjectOf({ call, request }: Control): string {
  return call.subject ?? `${request.url.search} ${String(request.body ?? '')}`;
}

function isServed(result: WireResult): boolean {
  return result.kind === 'answer' && result.status >= 200 && result.status < 300;
}

/** Whether the run's own credential asks, or a token that it was given. */
function isOwn({ endpoint, isKnownGood }: Call): boolean {
  return isKnownGood !== undefined || endpoint === 'toplists';
}

function isSame(one: WireRequest, other: WireRequest): boolean {
  return one.url.href === other.url.href && one.body === other.body;
}
