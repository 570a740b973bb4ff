import type { Exchange } from '../../../http/exchange.ts';
import { counted, grouped } from '../../text.ts';
import { Answer } from './exchange.tsx';
import { bodyText } from './body.tsx';
import { exchangeAnchor, rowAnchor, type View } from './view.ts';
import { duration, endpointLine, requestLine } from '../../exchange-line.ts';
import { oneLine } from './words.tsx';
import type { Report } from '../../model.ts';

/** Thousands of messages must not weigh the page down. */
const FEW = { lines: 60, characters: 3_000 };

/** Every request of the run, grouped by endpoint. Each line opens to show the exchange. */
export function Requests({ view, endpoints }: { readonly view: View; readonly endpoints: readonly Endpoint[] }) {
  const left = view.report.exchanges.filter(({ id }) => !view.isInFull(id)).length;
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
          <p class="request-head" aria-hidden="true">
            <span>Id</span>
            <span>Started</span>
            <span>Request</span>
            <span>Status</span>
            <span>Duration</span>
          </p>
          <ul class="request-rows">
            {exchanges.map((exchange) => (
              <li id={rowAnchor(exchange.id)}>
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
  const anchor = view.anchorOfExchange(exchange.id);
  const cells = <Cells exchange={exchange} origin={Date.parse(view.report.run.startedAt)} />;
  if (anchor === exchangeAnchor(exchange.id))
    return (
      <a class="request" href={`#${anchor}`}>
        {cells}
      </a>
    );
  if (!view.isInFull(exchange.id)) return <p class="request">{cells}</p>;
  return (
    <details>
      <summary class="request">{cells}</summary>
      <Exchanged exchange={exchange} />
    </details>
  );
}

function Cells({ exchange, origin }: { readonly exchange: Exchange; readonly origin: number }) {
  const { id, attempt, startedAt, durationMs } = exchange;
  return (
    <>
      <span>{id}</span>
      <span>{duration(Math.max(0, Date.parse(startedAt) - origin))}</span>
      <code>
        {requestLine(exchange)}
        {attempt > 1 && ` (attempt ${attempt})`}
      </code>
      <Answer exchange={exchange} />
      <span>{duration(durationMs)}</span>
    </>
  );
}

/** Both messages as text. */
function Exchanged({ exchange: { request, response, error } }: { readonly exchange: Exchange }) {
  return (
    <div class="exchanged">
      <pre class="code">{message(`${request.method} ${request.url}`, request.headers, request.body)}</pre>
      <pre class="code">
        {response === null
          ? `No answer: ${oneLine(error ?? 'the reason was not recorded')}`
          : message(String(response.status), response.headers, response.body)}
      </pre>
    </div>
  );
}

function message(start: string, headers: Readonly<Record<string, string>>, body: string | undefined): string {
  const named = Object.entries(headers)
    .slice(0, 40)
    .map(([name, value]) => `${oneLine(name, 100)}: ${oneLine(value, 300)}`);
  const head = [oneLine(start, 600), ...named].join('\n');
  return body === undefined || body === '' ? head : `${head}\n\n${bodyText(body, FEW)}`;
}

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
  const groups = new Map<string, Exchange[]>();
  for (const exchange of report.exchanges) {
    const name = endpointLine(exchange);
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
