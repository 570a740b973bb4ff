import type { Exchange } from '../../../http/exchange.ts';
import { TableFrame } from './table-frame.tsx';
import { counted } from '../../text.ts';
import type { Endpoint } from './endpoint.ts';
import { Answer, shortAddress } from './exchange.tsx';
import { exchangeAnchor, rowAnchor, type View } from './view.ts';
import { duration, oneLine } from './words.tsx';

const ROWS_PER_TABLE = 250;

/** Every request of the run as one row, folded by endpoint. */
export function Requests({ view, endpoints }: { readonly view: View; readonly endpoints: readonly Endpoint[] }) {
  return (
    <section class="requests" id="requests" aria-labelledby="requests-title">
      <h2 id="requests-title">Requests</h2>
      <p class="note">
        Every request of the run. Those that speak for a finding are shown in full with their check; the bodies of the
        others stand in the JSON report.
      </p>
      {endpoints.map(({ name, exchanges }) => (
        <details class="endpoint-requests">
          <summary>
            <code>{name}</code> <span class="quiet">{counted(exchanges.length, 'request')}</span>
          </summary>
          {parts(exchanges).map((part) => (
            <Table name={name} part={part} view={view} />
          ))}
        </details>
      ))}
    </section>
  );
}

function Table({
  name,
  part,
  view,
}: {
  readonly name: string;
  readonly part: readonly Exchange[];
  readonly view: View;
}) {
  const origin = Date.parse(view.report.run.startedAt);
  const [first, last] = [part[0], part.at(-1)];
  return (
    <TableFrame name={`${name}, ${oneLine(first?.id ?? '', 40)} to ${oneLine(last?.id ?? '', 40)}`} rows>
      <table>
        <caption class="unseen">
          {name}, {oneLine(first?.id ?? '', 40)} to {oneLine(last?.id ?? '', 40)}
        </caption>
        <thead>
          <tr>
            <th scope="col">Id</th>
            <th scope="col" class="number">
              Begun after
            </th>
            <th scope="col">Address</th>
            <th scope="col">Answer</th>
            <th scope="col" class="number">
              Took
            </th>
          </tr>
        </thead>
        <tbody>
          {part.map((exchange) => (
            <tr id={rowAnchor(exchange.id)}>
              <td>
                <Id id={exchange.id} view={view} />
              </td>
              <td class="number">{begun(Date.parse(exchange.startedAt) - origin)}</td>
              <td class="address">
                {shortAddress(exchange.request, 90)}
                {exchange.attempt > 1 && <span class="quiet"> attempt {exchange.attempt}</span>}
              </td>
              <td>
                <Answer exchange={exchange} />
              </td>
              <td class="number">{duration(exchange.durationMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function Id({ id, view }: { readonly id: string; readonly view: View }) {
  const anchor = view.anchorOfExchange(id);
  return anchor === exchangeAnchor(id) ? <a href={`#${anchor}`}>{oneLine(id, 40)}</a> : <>{oneLine(id, 40)}</>;
}

const begun = (milliseconds: number) => (Number.isFinite(milliseconds) ? duration(Math.max(0, milliseconds)) : '–');

function parts(exchanges: readonly Exchange[]): (readonly Exchange[])[] {
  const result: (readonly Exchange[])[] = [];
  for (let from = 0; from < exchanges.length; from += ROWS_PER_TABLE)
    result.push(exchanges.slice(from, from + ROWS_PER_TABLE));
  return result;
}
