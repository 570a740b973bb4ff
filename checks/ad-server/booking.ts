import { describe, expect } from '../../src/engine/expect.ts';
import type { Wire } from '../../src/engine/wire.ts';
import type { Reply } from '../../src/http/reply.ts';
import { member } from './json.ts';
import type { OrderRequest } from './requests.ts';

/** An order that was sent, and what came. */
export interface Sent {
  readonly request: OrderRequest;
  readonly reply: Reply;
}

/** The ids in an answer, as they came: whether they are strings is judged elsewhere. */
export interface Ids {
  readonly order: unknown;
  /** By the line's `external_ref`. */
  readonly lines: ReadonlyMap<string, unknown>;
}

/** An order that was accepted. */
export interface Booking extends Sent {
  readonly ids: Ids;
}

export async function send(http: Wire, request: OrderRequest): Promise<Sent> {
  return { request, reply: await http.orders({ json: request }) };
}

export function isAccepted({ reply }: Sent): boolean {
  return reply.status === 200 || reply.status === 201;
}

/** Reads an accepted answer's ids; what is missing in it is left out. */
export function idsOf(reply: Reply): Ids {
  const body = reply.json.ok ? reply.json.value : undefined;
  const lines = member(body, 'line_items');
  return {
    order: member(body, 'order_id'),
    lines: new Map(
      (Array.isArray(lines) ? lines : []).flatMap((line: unknown) => {
        const ref = member(line, 'external_ref');
        const id = member(line, 'line_item_id');
        return typeof ref === 'string' && id !== undefined ? [[ref, id] as const] : [];
      }),
    ),
  };
}

/** Expects an order to be accepted, with any success and some order id in it. */
export function booked({ request, reply }: Sent): Booking {
  expect(reply).status(200, 201);
  return { request, reply, ids: idsOf(reply) };
}

/** What was tried and what the service answered each time, in a sentence. */
export function attemptsInWords(attempts: readonly Sent[]): string {
  return attempts
    .map(({ request, reply }) => {
      const slots = [...new Set(request.line_items.map((line) => line.inventory_id))];
      const goals = request.line_items.map((line) => line.goal_impressions);
      return `slot ${slots.map((slot) => JSON.stringify(slot)).join(', ')} with a goal of ${goals.join(', ')}: ${describe(reply)}`;
    })
    .join('; ');
}
