import type { RecordedCall } from '../../../http/recorded-call.ts';
import { groupedBy } from '../../../text/grouped-by.ts';
import { counted, grouped } from '../../text.ts';
import { CallDetails, CallLine, CallLink } from './call.tsx';
import { callAnchor, type View } from './view.ts';
import { endpointLine } from '../../call-line.ts';
import type { Report } from '../../model.ts';

/** Every request of the run, grouped by endpoint. Each line opens to show the call. */
export function Requests({ view, endpoints }: { readonly view: View; readonly endpoints: readonly Endpoint[] }) {
  const left = view.report.exchanges.filter(({ id }) => view.placeOf(id) === 'nowhere').length;
  return (
    <section class="requests" id="requests" aria-labelledby="requests-title">
      <h2 id="requests-title">Requests</h2>
      <p class="note">
        Every request of the run, by endpoint. Open one to see what was sent and answered.
        {left > 0 && ` To keep this page light, ${grouped(left)} show no more than their line; see the JSON report.`}
      </p>
      {endpoints.map(({ name, calls }) => (
        <details class="endpoint-requests">
          <summary>
            <code>{name}</code> <span class="quiet">{counted(calls.length, 'request')}</span>
          </summary>
          <ul>
            {calls.map((call) => (
              <li>
                <Row call={call} view={view} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

function Row({ call, view }: { readonly call: RecordedCall; readonly view: View }) {
  switch (view.placeOf(call.id)) {
    case 'check':
      return <CallLink call={call} />;
    case 'requests':
      return <CallDetails call={call} />;
    case 'nowhere':
      return (
        <p class="exchange-link" id={callAnchor(call.id)}>
          <CallLine call={call} />
        </p>
      );
  }
}

export interface Endpoint {
  readonly name: string;
  readonly calls: readonly RecordedCall[];
  /** In ascending order; of answers only. */
  readonly times: readonly number[];
}

/** The endpoints of a run in the order of their first request. */
export function endpointsOf(report: Report): Endpoint[] {
  return [...groupedBy(report.exchanges, endpointLine)].map(endpoint);
}

/** The value that this share of the sorted values does not exceed. */
export function quantile(ascending: readonly number[], share: number): number {
  const rank = Math.ceil(share * ascending.length) - 1;
  return ascending[Math.max(0, Math.min(rank, ascending.length - 1))] ?? 0;
}

function endpoint([name, calls]: readonly [string, readonly RecordedCall[]]): Endpoint {
  const times = calls
    .filter(({ response }) => response !== null)
    .map(({ durationMs }) => durationMs)
    .sort((one, other) => one - other);
  return { name, calls, times };
}
