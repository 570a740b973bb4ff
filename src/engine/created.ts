import { hasFailed, isFromBetween, isSuccess, type Reply } from '../http/reply.ts';
import type { CreatedOrder } from '../report/model.ts';
import { cut } from '../text/cut.ts';
import { member } from '../text/json.ts';

/**
 * The body of a request. `text` is sent unchanged, well-formed or not; `json` is serialized. If `text` cannot be
 * parsed, `of` holds the value it was made from, so that the list of created orders can still name it. `grants` is the
 * name of the token in the answer to a token exchange.
 */
export type Payload =
  { readonly text: string; readonly of?: unknown } | { readonly json: unknown; readonly grants?: string };

/** Longer ids are cut: a reference finds the order as well. */
const LONGEST_ID = 1000;
const NONE = '(none sent)';
/** More than any order of a run has; a service may answer with far more. */
const MOST_LINES = 500;

/**
 * The draft orders that a run created or may have created. An order whose answer was lost is listed once, as uncertain.
 */
export class CreatedOrders {
  readonly #orders = new Map<string, CreatedOrder>();

  /** Adds the order if it was accepted, or if no usable answer came and it may exist all the same. */
  record(payload: Payload, reply: Reply): void {
    if (reply.callIds.length === 0 || reply.isUnsent === true) return;
    // Behind a page of somebody in between, the service may have created it.
    const lost = hasFailed(reply) || (isFromBetween(reply) && (reply.status ?? 400) < 400);
    const accepted = isSuccess(reply);
    if (!lost && !accepted) return;
    const sent = 'json' in payload ? payload.json : (payload.of ?? parsed(payload.text));
    const answer = accepted && reply.json.ok ? reply.json.value : undefined;
    const orderId = text(answer, 'order_id');
    const named = [text(sent, 'order', 'external_ref'), text(sent, 'order', 'name'), text(sent, 'advertiser', 'name')];
    const [externalRef = NONE, name = NONE, advertiser = NONE] = named;
    // What is not an order is hardly saved where no answer, or a page, comes; and nobody could find it.
    const isPage = !reply.json.ok && reply.json.kind === 'page';
    if ((lost || isPage) && named.every((one) => one === undefined)) return;
    const key = `${externalRef} ${orderId ?? ''}`;
    if (lost && [...this.#orders.values()].some((order) => order.externalRef === externalRef)) return;
    this.#orders.delete(`${externalRef} `);
    const before = this.#orders.get(key);
    this.#orders.set(key, {
      ...(orderId === undefined ? {} : { orderId }),
      externalRef,
      name,
      advertiser,
      lineItemIds: [...new Set([...(before?.lineItemIds ?? []), ...lineItemIds(answer)])].slice(0, MOST_LINES),
      ...(orderId === undefined ? { uncertain: true as const } : {}),
    });
  }

  list(): CreatedOrder[] {
    return [...this.#orders.values()];
  }
}

function lineItemIds(answer: unknown): string[] {
  const lines = member(answer, 'line_items');
  if (!Array.isArray(lines)) return [];
  return lines
    .slice(0, MOST_LINES)
    .map((line) => text(line, 'line_item_id'))
    .filter((id) => id !== undefined);
}

function text(value: unknown, ...path: readonly string[]): string | undefined {
  const found = path.reduce(member, value);
  return typeof found === 'string' ? cut(found, LONGEST_ID) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
