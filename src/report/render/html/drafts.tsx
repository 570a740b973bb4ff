import type { Report } from '../../model.ts';
import { alerts } from '../../verdict-words.ts';
import { TableFrame } from './table-frame.tsx';
import { counted, grouped } from '../../text.ts';
import { oneLine } from './words.tsx';

const MOST_ROWS = 500;
const MOST_LINES = 12;

/** What the run left in the ad server, so that a person can remove it. */
export function Drafts({ report }: { readonly report: Report }) {
  const { created } = report;
  if (created.length === 0) return null;
  const alarmed = alerts(report).length > 0;
  const left = created.length - MOST_ROWS;
  return (
    <section class="drafts" id="drafts" aria-labelledby="drafts-title">
      <h2 id="drafts-title">{alarmed ? 'Orders created' : 'Drafts created'}</h2>
      <p>
        The run created {counted(created.length, alarmed ? 'order' : 'draft order')}, all named as a conformance test.{' '}
        {alarmed
          ? "Not all of them are drafts: pause them now in the ad server's console, and remove them."
          : "They can be removed in the ad server's console."}
      </p>
      <TableFrame name="Draft orders">
        <table>
          <caption class="unseen">Draft orders that the run created</caption>
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Name and reference</th>
              <th scope="col">Advertiser</th>
              <th scope="col">Line items</th>
            </tr>
          </thead>
          <tbody>
            {created.slice(0, MOST_ROWS).map((order) => (
              <tr>
                <th scope="row">
                  {order.orderId === undefined ? 'id not known' : <code>{oneLine(order.orderId, 200)}</code>}
                  {order.uncertain && <p class="uncertain">May not exist: the answer was lost.</p>}
                </th>
                <td>
                  {oneLine(order.name, 200)}
                  <p class="quiet">
                    <code>{oneLine(order.externalRef, 200)}</code>
                  </p>
                </td>
                <td>{oneLine(order.advertiser, 200)}</td>
                <td>
                  <LineItems ids={order.lineItemIds} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {left > 0 && <p class="note">And {grouped(left)} more in the JSON report.</p>}
    </section>
  );
}

function LineItems({ ids }: { readonly ids: readonly string[] }) {
  const left = ids.length - MOST_LINES;
  return (
    <ul class="ids">
      {ids.slice(0, MOST_LINES).map((id) => (
        <li>
          <code>{oneLine(id, 200)}</code>
        </li>
      ))}
      {left > 0 && <li class="quiet">{grouped(left)} more</li>}
    </ul>
  );
}
