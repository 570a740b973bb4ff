import type { Flight } from '../../../src/contract/flight-date.ts';
import { expect } from '../../../src/engine/expect.ts';
import { blockedBy, inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { maxPages } from '../../givens.ts';
import { walks } from '../inventory/requests.ts';
import { answered } from './taken.ts';
import { asked, forecast, isTaken, material, neverForecast, type Asked } from './asked.ts';
import { withMembers, type ForecastRequest } from '../values/requests.ts';
import { goneSlots, type Asking } from '../desk/still-listed.ts';
import { cutShort, farUnknownSlot, unknownSlot, withLetters } from '../values/unknown-slot.ts';

/** A forecast that was taken, to be asked for once more of a slot that there is not. */
interface MadeUp {
  readonly like: Asked;
  /** Ids of no slot: each is asked about where the one before is answered as a slot. */
  readonly guesses: readonly (() => string)[];
  /** One that is none for certain: where it is refused as such, the others may be those of slots that are not listed. */
  readonly far?: () => string;
  readonly allowed: readonly number[];
}

/** What has not the form of an id may be refused as such. */
const FORMLESS = [404, 400, 422];

forecast.check(
  {
    id: 'forecast.unknown-slot-is-404',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'An unknown `inventory_id` is answered 404.',
    fix: 'Answer 404 where the slot does not exist, before any other judgement about its values.',
    needs: { material, asked, walks },
    sends: { forecast: 4 },
  },
  async ({ http, material: { slots }, asked, walks, note }) => {
    const known = {
      has: (id: string) => walks.some(({ walk }) => walk.ids.has(id)),
      partial: walks.every(({ walk }) => walk.ids.partial),
      listed: walks[0]?.walk.ids.listed ?? null,
    };
    const taken = asked.find(isTaken);
    // What is refused of every slot may be refused of one that there is not.
    if (taken === undefined) blockedBy(answered);
    const expectUnknown = async ({ like, guesses, far, allowed }: MadeUp) => {
      const { request } = like;
      const ask = (id: string) => http.forecast({ json: { ...request, inventory_id: id } });
      let seen = '';
      let reply: Reply | null = null;
      // The made-up id may be that of a slot which is not listed: another one tells.
      for (const guess of guesses) {
        seen = guess();
        reply = await ask(seen);
        if (!isAsOfSlot(reply) || isToldBy(reply, allowed)) break;
      }
      if (reply === null) return;
      if (far !== undefined && isAsOfSlot(reply) && isToldBy(await ask(far()), [404, 400])) {
        note(`Answered as a slot, and taken for one that is not listed: ${JSON.stringify(seen)}.`);
        return;
      }
      expect(reply, `with inventory_id ${JSON.stringify(seen)}${besides(request)}`).status(...allowed);
    };
    const { inventory_id: id } = taken.slot;
    const alike = () => unknownSlot(id, known);
    const far = () => farUnknownSlot(id, known);
    await expectUnknown({ like: taken, guesses: [alike, alike, alike], far, allowed: [404] });
    // Taken for the slot that it begins with, it must not be refused for sizes of another.
    const withMost = served(asked, hasSizes) ?? taken;
    const longer = () => withLetters(withMost.slot.inventory_id);
    await expectUnknown({ like: withMost, guesses: [longer, longer, longer], allowed: FORMLESS });
    await expectUnknown({ like: taken, guesses: [() => ''], allowed: FORMLESS });
    const cut = [...new Set([taken.slot, ...slots].flatMap((slot) => cutShort(slot.inventory_id, known) ?? []))];
    const guesses = cut.slice(0, 3).map((each) => () => each);
    await expectUnknown({ like: taken, guesses, allowed: FORMLESS });
  },
);

function isToldBy({ status }: Reply, statuses: readonly number[]): boolean {
  return statuses.some((one) => one === status);
}

/** Whether an answer could be that to a forecast of some slot. */
function isAsOfSlot(reply: Reply): boolean {
  return isTaken({ reply }) || reply.status === 422;
}

/** The last forecast of such a kind that there was: of those with sizes, the one with countries besides comes last. */
function served(asked: readonly Asked[], isOfKind: (request: ForecastRequest) => boolean): Asked | undefined {
  return asked.findLast(({ request, reply }) => isServed(reply) && isOfKind(request));
}

const hasGeo = ({ targeting }: ForecastRequest) => targeting?.geo !== undefined;
const hasSizes = ({ sizes = [] }: ForecastRequest) => sizes.length > 0;

const besides = ({ targeting, sizes }: ForecastRequest) => withMembers({ targeting, sizes });

/** Slots that take a valid request: what one of them answers to an invalid one is about the request. */
const willing = forecast.stage({ id: 'forecast.willing-slot', needs: { material, asked } }, ({ material, asked }) => {
  const taken = asked.find(({ reply }) => isServed(reply));
  if (taken === undefined) {
    if (neverForecast(asked) !== null) notApplicable('No slot that was tried can be forecast.');
    blockedBy(answered);
  }
  const ofSlot = asked.filter(({ slot }) => slot === taken.slot);
  const usual = asked.filter(({ kind, reply }) => kind === 'usual' && isServed(reply));
  return {
    /** Each of another slot; no more of them, for some are booked meanwhile. */
    requests: (usual.length > 0 ? usual.slice(0, 3) : [taken]).map(({ request }) => request),
    withGeo: (served(ofSlot, hasGeo) ?? taken).request,
    withSizes: (served(asked, hasSizes) ?? taken).request,
    flights: material.flights,
  };
});

/** Each flight of another slot, as far as there are some: a rule may be broken on the odd ones. */
function inFlights(requests: readonly ForecastRequest[], flights: readonly Flight[]): ForecastRequest[] {
  return flights.flatMap((flight, index) => {
    const request = requests[index % requests.length];
    return request === undefined ? [] : [{ ...request, flight }];
  });
}

/** Expects every one of these requests to be refused so for its flight, unless the slot has been taken off the list by now. */
async function expectRefused(
  asking: Asking,
  requests: readonly ForecastRequest[],
  ...statuses: readonly number[]
): Promise<void> {
  const asked = await Promise.all(
    requests.map(async (request) => ({
      request,
      days: `${request.flight.start_date} to ${request.flight.end_date}${besides(request)} of ${JSON.stringify(request.inventory_id)}`,
      reply: await asking.http.forecast({ json: request }),
    })),
  );
  for (const { request, reply } of asked) {
    const gone = await goneSlots(asking, [{ slots: [request.inventory_id], reply }], ...statuses);
    if (gone.length > 0) inconclusive('The slot that was asked about is not listed any more.', reply);
    const alike = asked.filter((one) => one.reply.status === reply.status).map(({ days }) => days);
    const which = `the flight${alike.length === 1 ? '' : 's'} ${inWords(alike, 'and')}`;
    expect(reply, `for ${which} (${alike.length} of ${asked.length} such flights)`).status(...statuses);
  }
}

forecast.check(
  {
    id: 'forecast.reversed-range-is-422',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'A flight that ends before it starts is answered 422.',
    fix: 'Check that `start_date` is not behind `end_date`, and answer 422 with a clear message: the shape is right, the values are not.',
    needs: { willing, maxPages },
    sends: { forecast: 3, inventory: 0 },
  },
  ({ http, willing: { requests, withGeo, withSizes, flights }, maxPages }) => {
    const reversed = [
      ...inFlights(requests.toReversed(), [flights.reversed]),
      { ...withGeo, flight: flights.reversedFar },
      { ...withSizes, flight: flights.reversedByDay },
    ];
    return expectRefused({ http, maxPages }, reversed, 422);
  },
);

forecast.check(
  {
    id: 'forecast.impossible-date-is-refused',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: 'A date that no calendar has is refused with 400 or 422.',
    fix: 'Parse dates strictly as `YYYY-MM-DD`: do not roll 30 February over into March, and catch what the parser throws.',
    needs: { willing, maxPages },
    sends: { forecast: 4, inventory: 0 },
  },
  ({ http, willing: { requests, flights }, maxPages }) => {
    const { impossible, impossibleSoon, impossibleStart, impossibleMonth } = flights;
    const asked = [impossibleSoon, impossible, impossibleStart, impossibleMonth];
    return expectRefused({ http, maxPages }, inFlights(requests, asked), 400, 422);
  },
);

forecast.check(
  {
    id: 'forecast.date-format',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: 'A date that is not written `YYYY-MM-DD` is refused with 400 or 422.',
    fix: 'Accept four digits, two and two with hyphens between them, and nothing else: no time of day, no other order, no zero left out.',
    needs: { willing, maxPages },
    sends: { forecast: 5, inventory: 0 },
  },
  ({ http, willing: { requests, flights }, maxPages }) =>
    expectRefused({ http, maxPages }, inFlights(requests, flights.misspelt), 400, 422),
);
