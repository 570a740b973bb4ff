import type { Exchange } from '../../../http/exchange.ts';
import { counted, grouped } from '../../text.ts';
import { ExchangeDetails, ExchangeLine, ExchangeLink } from './exchange.tsx';
import { exchangeAnchor, type View } from './view.ts';
import { endpointLine } from '../../exchange-line.ts';
import type { Report } from '../../model.ts';

/** Every request of the run, grouped by endpoint. Each line opens to show the exchange. */
export function Requests({ view, endpoints }: { readonly view: View; readonly endpoints: readonly Endpoint[] }) {
  const left = view.report.exchanges.filter(({ id }) => view.placeOf(id) === 'nowhere').length;
  return (
    <section class="requests" id="requests" aria-labelledby="requests-title">
      <h2 id="requests-title">Requests</h2>
      <p class="note">
        Every request of the run, by endpoint. Open one to see its exchange.
        {left > 0 && ` To keep this page light, ${grouped(left)} show no more than their line; see the JSON report.`}
      </p>
      {endpoints.map(({ name, exchanges }) => (
        <details class="endpoint-requests">
          <summary>
            <code>{name}</code> <span class="quiet">{counted(exchanges.length, 'request')}</span>
          </summary>
          <ul>
            {exchanges.map((exchange) => (
              <li>
                <Row exchange={exchange} view={view} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

function Row({ exchange, view }: { readonly exchange: Exchange; readonly view: View }) {
  switch (view.placeOf(exchange.id)) {
    case 'check':
      return <ExchangeLink exchange={exchange} />;
    case 'requests':
      return <ExchangeDetails exchange={exchange} />;
    case 'nowhere':
      return (
        <p class="exchange-link" id={exchangeAnchor(exchange.id)}>
          <ExchangeLine exchange={exchange} />
        </p>
      );
  }
}

/** The exchanges with one endpoint, and how long their answers took. */
export interface Endpoint {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
  /** In ascending order; of answers only. */
  readonly times: readonly number[];
}

/** The endpoints of a run in the order of their first request. */
export function endpointsOf(report: Report): Endpoint[] {
  const groups = new Map<string, Exchange[]>();
  for (const exchange of report.exchanges) {
    const name = endpointLine(exchange);
    const group = groups.get(name) ?? [];
    group.push(exchange);
    groups.set(name, group);
  }
  return [...groups].map(endpoint);
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
