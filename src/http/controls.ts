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
  /** Whether it failed when it was sent a second time while another one succeeded. */
  isRefuted: boolean;
  /** The last request about the same subject that succeeded. */
  latest: Control;
}

/** How many of the first and of the last successful requests to an endpoint are kept, each about something else. */
const KEPT = 2;

/**
 * Keeps the requests that tell an outage from the failure of a single request. An accepted order can be one: repeated
 * with its idempotency key, it creates nothing. A service may fail at every repeat: until one has succeeded, the order as
 * it was last accepted is also sent with a new key, which changes nothing.
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
    const known = kept.find((control) => control.subject === subject);
    if (known !== undefined) {
      known.latest = { call, request };
      return;
    }
    if (kept.length === 2 * KEPT) kept.splice(KEPT, 1);
    // Everything but an order can be read again safely, so it needs no proof.
    const isProven = call.endpoint !== 'orders';
    kept.push({ call, request, subject, isProven, isRefuted: false, latest: { call, request } });
    this.#kept.set(call.endpoint, kept);
  }

  /** The controls of an endpoint, starting with those that succeeded twice. */
  of(endpoint: Endpoint): readonly Control[] {
    const kept = this.#kept.get(endpoint) ?? [];
    const proven = kept.filter(({ isProven }) => isProven);
    const unproven = kept.filter(({ isProven }) => !isProven);
    return [...proven, ...unproven.flatMap((one) => (proven.length > 0 ? [one] : formsOf(one)))];
  }

  /** Whether a control of this endpoint is known to succeed unless the endpoint is down. */
  areProven(endpoint: Endpoint): boolean {
    return this.#kept.get(endpoint)?.some(({ isProven }) => isProven) ?? false;
  }

  /**
   * Drops a control that failed while another one succeeded, unless it is the last one. An order is kept for being sent
   * with a new key.
   */
  distrust({ call, request }: Control): void {
    const kept = this.#kept.get(call.endpoint) ?? [];
    const place = kept.findIndex((control) => control.request === request);
    const found = kept[place];
    if (found?.call.afresh !== undefined) found.isRefuted = true;
    else if (found !== undefined && kept.length > 1) kept.splice(place, 1);
  }
}

/** An order as it was sent, unless that is known to fail, and as it was last accepted, with a new key. */
function formsOf(kept: Kept): readonly Control[] {
  const { call, request } = kept.latest;
  const renewed = call.afresh?.(request);
  if (renewed === undefined) return [kept];
  return [...(kept.isRefuted ? [] : [kept]), { call, request: renewed }];
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

/** Plain requests with the same credential that show whether other endpoints work. */
export function othersThan({ endpoint, authorization }: Call): Call[] {
  const reading: Call[] = [
    { endpoint: 'health', method: 'GET', path: '/health', authorization },
    { endpoint: 'inventory', method: 'GET', path: '/inventory', query: { limit: '1' }, authorization },
  ];
  const isListing = endpoint === 'token' || endpoint === 'toplists';
  return isListing ? [] : reading.filter((other) => other.endpoint !== endpoint);
}
