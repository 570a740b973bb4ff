import { error } from './example.ts';
import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';

const ASKED = 'POST /api/v1/forecast, for a slot and the flight of drafts that were booked there';

/** What a slot shows once drafts were booked on it. */
export const bookedSlots: ExplanationsOf<'orders'> = {
  'orders.booked-slot-is-forecast': {
    plain:
      'The slot that took the orders of the run is forecast once more, for the flight that was booked. It is answered as any other is: 200 with the id and two integers, of which the one that is available is not above the other, or 501 with the code `forecast_unsupported`. Whether drafts count as commitments is left to you. What other forecasts of the run have wrong already is not judged again here.',
    why: 'Slots are planned again and again while campaigns are booked on them. A forecast that only works for empty slots works in a demonstration, and breaks with the first customer.',
    client:
      'The client asks for a forecast whenever somebody plans on the slot. Numbers that do not fit each other, or an error, leave the slot without availability for everybody who wants to book it next.',
    right: lines(
      ASKED,
      '',
      'HTTP/1.1 200 OK',
      '{ "inventory_id": "home-top", "available_impressions": 297000,',
      '  "forecasted_impressions": 500000 }',
    ),
    wrong: lines(ASKED, '', 'HTTP/1.1 500 Internal Server Error', error('internal_error', 'Something went wrong.')),
    causes: [
      'Commitments are taken from the forecast as well, where only what is available goes down: the forecast then lies below it.',
      'A sum over bookings is null, a text or a decimal, once there are bookings without a delivery (SQL `SUM` over a join).',
      'The query joins the lines of the slot, and fails for lines that are drafts or have no creatives yet.',
      'What is left falls below zero, and the code takes that for a slot that is not there.',
    ],
  },
};
