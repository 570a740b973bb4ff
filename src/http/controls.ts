import type { Call } from './call.ts';
import type { Endpoint } from './reply.ts';
import { isServed, statusOf } from './results.ts';
import type { WireRequest, WireResult } from './transport.ts';

/** An earlier request that is safe to repeat. It is sent again to test whether its endpoint is up. */
export interface Control {
  readonly call: Call;
  readonly request: WireRequest;
}

interface Known {
  /** The first and the last requests that were served, each about something else: what is booked meanwhile may fail. */
  readonly served: Control[];
  last?: Control;
  /** The last of those that can be sent under a new key. */
  renewable?: Control;
  /** An order that was served when it was sent a second time, byte for byte. */
  retried?: Control;
  /** An order that was refused for what it asks: it creates nothing. */
  refused?: Control;
}

const KEPT = 2;
/** Endpoints that a plain request to is harmless. */
type Reading = 'health' | 'inventory';
const REFUSED: readonly (number | null)[] = [404, 409, 422];

/** Keeps the requests that tell an outage from the trouble of a single request. */
export class Controls {
  readonly #known = new Map<Endpoint, Known>();

  learn(sent: Control, result: WireResult): void {
    const { call, request } = sent;
    if (!isOwn(call) || call.odd) return;
    const known = this.#known.get(call.endpoint) ?? { served: [] };
    if (isServed(result)) {
      const { served } = known;
      if (call.endpoint === 'orders' && served.some((one) => isSame(one.request, request))) known.retried = sent;
      if (!served.some((one) => subjectOf(one) === subjectOf(sent))) {
        if (served.length === 2 * KEPT) served.splice(KEPT, 1);
        served.push(sent);
      }
      known.last = sent;
      if (call.afresh !== undefined) known.renewable = sent;
    } else if (call.endpoint === 'orders' && REFUSED.includes(statusOf(result))) known.refused = sent;
    else return;
    this.#known.set(call.endpoint, known);
  }

  /** Whether the endpoint has served the run itself, or refused it for what it asked. */
  knows({ endpoint }: Call): boolean {
    return this.#known.has(endpoint);
  }

  /** A plain request that was served, best one to another endpoint: what happens to it now happens to everything. */
  plain({ endpoint }: Call, order: readonly Reading[] = ['health', 'inventory']): Control | undefined {
    const served = order.flatMap((one) => this.#known.get(one)?.last ?? []);
    return served.find(({ call }) => call.endpoint !== endpoint) ?? served[0];
  }

  /**
   * The controls for a request, the best first; none if nothing was ever served there. Repeated as it was, an order
   * creates nothing; under a new key, the last accepted one changes nothing. A service may fail at just the one or the
   * other, and at what is booked.
   */
  of({ call, request }: Control): readonly Control[] {
    const { served, last, renewable, retried, refused } = this.#known.get(call.endpoint) ?? { served: [] };
    if (last === undefined) return [];
    if (call.endpoint !== 'orders') {
      const others = served.filter((one) => subjectOf(one) !== subjectOf({ call, request }));
      return others.length > 0 ? others : served;
    }
    const renewed = renewable?.call.afresh?.(renewable.request);
    const all = [
      retried,
      renewable && renewed && { ...renewable, request: renewed },
      retried ? undefined : last,
      refused,
    ];
    return all.filter((one) => one !== undefined);
  }
}

/** Requests about the same subject may fail for the same reason. */
function subjectOf({ call, request }: Control): string {
  return call.subject ?? `${request.url.search} ${String(request.body ?? '')}`;
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
