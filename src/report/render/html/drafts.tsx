import type { CreatedOrder, Report } from '../../model.ts';
import { createdInWords } from '../../verdict-words.ts';
import { Heads, TableFrame, oneLine } from './words.tsx';
import { grouped } from '../../text.ts';

const MOST_ROWS = 500;
const MOST_LINES = 12;

/** The orders that the run left in the ad server, for a person to remove: one line each, details folded. */
export function Drafts({ report }: { readonly report: Report }) {
  const { created } = report;
  if (created.length === 0) return null;
  const { title, sum, todo } = createdInWords(report);
  const left = created.length - MOST_ROWS;
  const shown = created.slice(0, MOST_ROWS);
  return (
    <section class="drafts" id="drafts" aria-labelledby="drafts-title">
      <h2 id="drafts-title">{title}</h2>
      <p>
        The run created {sum}. Each is named as a conformance test. {todo}
      </p>
      <Orders orders={shown} />
      {left > 0 && <p class="note">And {grouped(left)} more in the JSON report.</p>}
      <details class="line-ids">
        <summary>References and line item ids</summary>
        <LineItems orders={shown} />
      </details>
    </section>
  );
}

function Orders({ orders }: { readonly orders: readonly CreatedOrder[] }) {
  return (
    <TableFrame name="Draft orders">
      <table class="compact">
        <caption class="unseen">Draft orders that the run created</caption>
        <Heads names={['Order id', 'Name', 'Advertiser', 'Lines']} numbers={['Lines']} />
        <tbody>
          {orders.map((order) => (
            <tr>
              <th scope="row">
                <OrderId order={order} />
              </th>
              <td>
                <Clipped text={order.name} />
              </td>
              <td>
                <Clipped text={order.advertiser} />
              </td>
              <td class="number">{grouped(order.lineItemIds.length)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function OrderId({ order: { orderId, uncertain } }: { readonly order: CreatedOrder }) {
  return (
    <>
      {orderId === undefined ? 'unknown' : <code>{oneLine(orderId, 200)}</code>}
      {uncertain && <span class="uncertain"> May not exist: the answer was lost.</span>}
    </>
  );
}

/** A text on one line. If it is cut, a tooltip shows all of it. */
function Clipped({ text }: { readonly text: string }) {
  return (
    <span class="clipped" title={oneLine(text, 300)}>
      {oneLine(text, 200)}
    </span>
  );
}

function LineItems({ orders }: { readonly orders: readonly CreatedOrder[] }) {
  return (
    <TableFrame name="References and line item ids">
      <table>
        <caption class="unseen">References and line item ids</caption>
        <Heads names={['Order', 'Reference', 'Line items']} />
        <tbody>
          {orders.map(({ orderId, externalRef, lineItemIds }) => (
            <tr>
              <th scope="row">{orderId === undefined ? 'unknown' : <code>{oneLine(orderId, 200)}</code>}</th>
              <td>
                <code>{oneLine(externalRef, 200)}</code>
              </td>
              <td>
                {lineItemIds.slice(0, MOST_LINES).map((id) => (
                  <code class="line-id">{oneLine(id, 200)}</code>
                ))}
                {lineItemIds.length > MOST_LINES && <>{grouped(lineItemIds.length - MOST_LINES)} more</>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
