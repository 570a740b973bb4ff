import type { Exchange } from '../../../http/exchange.ts';
import type { Report } from '../../model.ts';
import { oneLine } from './words.tsx';

/** The exchanges with one endpoint, and how long their answers took. */
export interface Endpoint {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
  /** In ascending order; of answers only. */
  readonly times: readonly number[];
}

const MOST_ENDPOINTS = 24;
const REST = 'other addresses';

/** The endpoints of a run in the order of their first request. If there are many, the rarest share one entry. */
export function endpointsOf(report: Report): Endpoint[] {
  const bases = report.contracts.map(({ target }) => baseOf(target)).filter((base) => base !== '');
  const groups = new Map<string, Exchange[]>();
  for (const exchange of report.exchanges) {
    const name = endpointName(exchange, bases);
    const group = groups.get(name);
    if (group) group.push(exchange);
    else groups.set(name, [exchange]);
  }
  if (groups.size <= MOST_ENDPOINTS) return [...groups].map(endpoint);
  const frequent = new Set(
    [...groups]
      .sort(([, one], [, other]) => other.length - one.length)
      .slice(0, MOST_ENDPOINTS - 1)
      .map(([name]) => name),
  );
  const rest = [...groups].filter(([name]) => !frequent.has(name)).flatMap(([, exchanges]) => exchanges);
  return [...[...groups].filter(([name]) => frequent.has(name)).map(endpoint), endpoint([REST, rest])];
}

/** The value that this share of the sorted values does not exceed. */
export function quantile(ascending: readonly number[], share: number): number {
  const rank = Math.ceil(share * ascending.length) - 1;
  return ascending[Math.max(0, Math.min(rank, ascending.length - 1))] ?? 0;
}

function endpoint([name, exchanges]: readonly [string, readonly Exchange[]]): Endpoint {
  const times = exchanges
    .filter(({ response }) => response !== null)
    .map(({ durationMs }) => durationMs)
    .sort((one, other) => one - other);
  return { name, exchanges, times };
}

/** `GET /inventory`: the method and the path below the base address that was judged. */
function endpointName({ request }: Exchange, bases: readonly string[]): string {
  const address = baseOf(request.url.slice(0, 4_000));
  const base = bases.find((one) => address.startsWith(`${one}/`));
  const path = base === undefined ? address.replace(/^[a-z]+:\/\/[^/]*/i, '') : address.slice(base.length);
  return `${oneLine(request.method, 20)} ${oneLine(path === '' ? '/' : path, 60)}`;
}

const baseOf = (address: string) => (address.split(/[?#]/)[0] ?? '').replace(/\/+$/, '');
