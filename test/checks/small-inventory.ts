import type { Wire } from '../../src/engine/wire.ts';
import type { Reply } from '../../src/http/reply.ts';
import { anyReply } from './any-reply.ts';

/** A slot as a service sends it, with these members changed. */
export function slot(number: number, otherwise: object = {}): object {
  return { inventory_id: `s${number}`, name: `Slot ${number}`, sizes: ['300x250'], ...otherwise };
}

export function slots(count: number): object[] {
  return Array.from({ length: count }, (_, index) => slot(index));
}

/** The answer to the n-th request. */
export function replied(number: number, body: unknown): Reply {
  return anyReply({ endpoint: 'inventory', callId: `#${number}`, json: { ok: true, value: body } });
}

/** An inventory with these pages, one per request. Records what it was asked, and which exchanges were shortened. */
export function inventoryOf(
  pages: readonly (readonly unknown[])[],
  cursorOf: (page: number) => unknown = (page) => (page < pages.length ? `page ${page + 1}` : undefined),
) {
  const asked: unknown[] = [];
  const shortened: string[] = [];
  const http: Pick<Wire, 'inventory' | 'shorten'> = {
    inventory: (query) => {
      const page = asked.push(query);
      return Promise.resolve(replied(page, { data: pages[page - 1] ?? [], next_cursor: cursorOf(page) }));
    },
    shorten: ({ callId: exchange }) => {
      shortened.push(exchange);
    },
  };
  return { http, asked, shortened };
}
