import { every } from '../../../src/engine/excuse.ts';
import { expect, otherAnswer, violation } from '../../../src/engine/expect.ts';
import type { Note } from '../../../src/engine/node.ts';
import { notApplicable } from '../../../src/engine/signal.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { says } from '../desk/desk.ts';
import { isRefusal } from '../readers/booking.ts';
import type { Forecast } from '../readers/forecast-answers.ts';
import { withMembers, type ForecastRequest } from '../values/request-bodies.ts';
import { fromToday } from './requests.ts';
import { impossibleFlights, ofUnknown } from './refused-requests.ts';
import { forecast } from '../records.ts';

forecast.rule({
  id: 'forecast.unknown-slot-is-404',
  section: 'ad-server §7',
  requirement: 'An unknown `inventory_id` is answered 404.',
  problem: 'The forecast of an unknown slot is not answered 404',
  alike: { holds: 'Unknown slots are refused in', through: 'a forecast' },
  fix: 'If the slot does not exist, answer 404 before you check anything else about the values.',
  of: { ofUnknown },
  judge: ({ ofUnknown }, note) =>
    every(
      ofUnknown,
      ({ request, reply, allowed }) => {
        const id = JSON.stringify(request.inventory_id);
        expect(reply, `with inventory_id ${id}${optionalMembers(request)}`).statusFor(
          allowed.includes(422) ? allowed : [404],
          ...allowed,
        );
      },
      note,
    ),
});

const optionalMembers = ({ targeting, sizes }: ForecastRequest) => withMembers({ targeting, sizes });

const PAST = /\bpast\b|vergangen|pass[ée]|pasad/i;

forecast.rule({
  id: 'forecast.today-in-account-timezone',
  conditional: true,
  level: 'should',
  section: 'ad-server §2.2',
  requirement:
    'A flight that starts today in the timezone of the account is not refused as past, whatever day it is in UTC.',
  problem: 'Today in the timezone of the account counts as past',
  fix: 'Compare the first day with today in the timezone of the account, not with the date of the server or of the database in UTC.',
  of: { fromToday },
  judge: ({ fromToday }) => {
    if (fromToday === null) notApplicable('UTC is on the same day as the account, so that today is the same in both.');
    const { reply, request } = fromToday;
    if (isRefusal(fromToday) && says(reply, PAST))
      violation(
        otherAnswer(reply, 'no refusal as past', {
          circumstance: `for a flight from ${request.flight.start_date}, which is today in the timezone of the account`,
        }),
      );
  },
});

forecast.rule({
  id: 'forecast.reversed-range-is-422',
  section: 'ad-server §7',
  requirement: 'A flight that ends before it starts is answered 422.',
  problem: 'A forecast for a flight that ends before it starts is not answered 422',
  fix: 'Check that `start_date` is not after `end_date`, and answer 422 with a clear message: the shape is right, the values are not.',
  of: { impossibleFlights },
  judge: ({ impossibleFlights: { reversed } }, note) => expectRefused(reversed, note, 422),
});

forecast.rule({
  id: 'forecast.impossible-date-is-refused',
  section: 'ad-server §2.4',
  requirement: 'A date that does not exist is refused with 400 or 422.',
  problem: 'A forecast for a date that does not exist is not refused',
  fix: 'Parse dates strictly as `YYYY-MM-DD`: do not turn 30 February into a day in March, and catch what the parser throws.',
  of: { impossibleFlights },
  judge: ({ impossibleFlights: { notInCalendar } }, note) => expectRefused(notInCalendar, note, 400, 422),
});

forecast.rule({
  id: 'forecast.date-format',
  level: 'should',
  section: 'ad-server §2.4',
  requirement: 'A date that is not written `YYYY-MM-DD` is refused with 400 or 422.',
  problem: 'A forecast with a date in another format is not refused',
  fix: 'Accept four digits, two and two with hyphens between them, and nothing else: no time of day, no other order.',
  of: { impossibleFlights },
  judge: ({ impossibleFlights: { misspelt } }, note) => expectRefused(misspelt, note, 400, 422),
});

function expectRefused(asked: readonly Forecast[], note: Note, ...statuses: readonly number[]): void {
  const daysOf = ({ request }: Forecast) =>
    `${request.flight.start_date} to ${request.flight.end_date}${optionalMembers(request)} of ${JSON.stringify(request.inventory_id)}`;
  every(
    asked,
    ({ reply }) => {
      const same = asked.filter((one) => one.reply.status === reply.status).map(daysOf);
      const which = `the flight${same.length === 1 ? '' : 's'} ${inWords(same, 'and')}`;
      expect(reply, `for ${which} (${same.length} of ${asked.length} such flights)`).status(...statuses);
    },
    note,
  );
}
