import type { CreatedOrder, Report } from '../../model.ts';
import { createdInWords } from '../../verdict-words.ts';
import { Heads, TableFrame, oneLine } from './words.tsx';
import { grouped, listed } from '../../text.ts';

const MOST_ROWS = 500;
const MOST_LINES = 12;

/** The orders that the run left in the ad server, for a person to remove: one line each. */
export function Drafts({ report }: { readonly report: Report }) {
  const { created } = report;
  if (created.length === 0) return null;
  const { title, sum, todo } = createdInWords(report);
  const left = created.length - MOST_ROWS;
  return (
    <section class="drafts" id="drafts" aria-labelledby="drafts-title">
      <h2 id="drafts-title">{title}</h2>
      <p>
        The run created {sum}. Each is named as a conformance test. {todo}
      </p>
      <TableFrame name="Draft orders">
        <table class="compact">
          <caption class="unseen">Draft orders that the run created</caption>
          <Heads names={['Order id', 'Name', 'Advertiser', 'Reference', 'Line items']} />
          <tbody>
            {created.slice(0, MOST_ROWS).map((order) => (
              <tr>
                <th scope="row">
                  <OrderId order={order} />
                </th>
                {[order.name, order.advertiser, order.externalRef, listed(order.lineItemIds, MOST_LINES)].map(
                  (text) => (
                    <td>
                      <span class="clipped" title={oneLine(text, 300)}>
                        {oneLine(text, 200)}
                      </span>
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {left > 0 && <p class="note">And {grouped(left)} more in the JSON report.</p>}
    </section>
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
