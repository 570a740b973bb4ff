import { describe, expect } from '../../../src/engine/expect.ts';
import { expectForecast } from '../readers/forecast-answers.ts';
import { withMembers } from '../values/request-bodies.ts';
import { ofBooked } from './booking-requests.ts';
import { orders } from './records.ts';

export const fromToday = orders.rule({
  id: 'orders.flight-from-today',
  level: 'info',
  section: 'ad-server §2.4',
  requirement: 'Whether a flight that starts today, in the timezone of the account, is forecast.',
  fix: 'Nothing to fix if flights need some lead time. Otherwise compare the first day with today in the timezone of the account, not of the server.',
  of: { ofBooked },
  judge: ({ ofBooked: { today } }, note) => {
    for (const { reply, request } of today) note(`From ${request.flight.start_date} on: ${describe(reply)}.`);
  },
});

export const bookedIsForecast = orders.rule({
  id: 'orders.booked-slot-is-forecast',
  section: 'ad-server §4.3',
  requirement: 'A slot on which drafts were booked is forecast as before: 200 with both numbers, or 501.',
  problem: 'A slot with drafts on it is no longer forecast properly',
  fix: 'Compute the forecast of a slot from what is booked there now, in the same form: two integers, with available at most forecasted. Answer 501 with the code `forecast_unsupported` if there is no number.',
  of: { ofBooked },
  judge: ({ ofBooked: { now, today } }, note) => {
    for (const one of now) {
      const { request, reply, listedAs = 'a slot that was booked' } = one;
      // Flights may need some lead time, and the contract does not say how others are refused.
      const mayBeTooSoon = reply.status === 400 && today.some((other) => other.reply === reply);
      if (reply.status === 422) note('It was refused with 422, as a business rule may.');
      else if (!mayBeTooSoon)
        expect(reply, `for ${listedAs}${withMembers({ targeting: request.targeting, sizes: request.sizes })}`).status(
          200,
          501,
        );
      expectForecast(one);
    }
  },
});
