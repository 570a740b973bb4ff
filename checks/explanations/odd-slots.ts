import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';

/** What orders on slots unlike the usual one show. */
export const oddSlots: ExplanationsOf<'orders'> = {
  'orders.any-listed-slot': {
    plain:
      'One order has a line on each of up to eight other slots: of other formats, with a single size, next to the usual one, at the end of the list and half-way. Each slot is listed, so each is known: the order is accepted, or refused with 422 where a business rule forbids it. 404 and server errors are failures, and so is a 404 for a listed slot that was tried before the first order was taken.',
    why: 'A service is mostly tried with banners from the top of the list. The first campaign on a video, or on a slot of the second page, is then the one that cannot be booked.',
    client:
      'The client offers every listed slot to its users. It takes 404 for a slot that is gone, and removes it from the campaign.',
    right: lines(
      'POST /api/v1/orders, "inventory_id": "preroll-7", which GET /inventory lists',
      '',
      'HTTP/1.1 201 Created',
    ),
    wrong: lines(
      'POST /api/v1/orders, "inventory_id": "preroll-7", which GET /inventory lists',
      '',
      'HTTP/1.1 404 Not Found',
      '{ "code": "unknown_inventory", "message": "There is no slot preroll-7." }',
    ),
    causes: [
      'The inventory is read from one table or API, the slots of an order from another that knows banners only.',
      'Orders look slots up in the first page of a cached list.',
      'Slots without a `format`, or with a single size, are parsed into something else, and the code behind fails on it.',
      'The ids of some kinds of slots are shortened, prefixed or re-encoded in one of the two places.',
    ],
  },
  'orders.unfitting-size-on-any-slot': {
    plain:
      'For the same slots, an order with one line in a size that the slot does not list is sent. Each is answered 422, as it is on the usual slot.',
    why: 'A line in a size that the slot does not have never serves, and nobody is told.',
    client: 'The client shows your message to the operator, who corrects the size before the campaign starts.',
    right: lines(
      'POST /api/v1/orders, "sizes": ["641x361"] on a video slot with ["640x360"]',
      '',
      'HTTP/1.1 422 Unprocessable Content',
      '{ "code": "size_mismatch", "message": "preroll-7 does not take 641x361." }',
    ),
    wrong: lines(
      'POST /api/v1/orders, "sizes": ["641x361"] on a video slot with ["640x360"]',
      '',
      'HTTP/1.1 201 Created',
    ),
    causes: [
      'Sizes are compared for banners only; other formats have a branch of their own without the comparison.',
      'A slot with a single size is saved as text instead of a list, and `includes` looks for a part of it.',
      'The sizes of a slot are looked up in a cache that holds the first page only; what is not found there passes.',
    ],
  },
};
