import { isDeepStrictEqual } from 'node:util';
import { type Together, expectNoMinimum } from '../desk/material.ts';
import { every } from '../../../src/engine/excuse.ts';
import { because, describe, expect, violation, otherAnswer, unexpected, withMore } from '../../../src/engine/expect.ts';
import type { Note } from '../../../src/engine/node.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { type Reply, isFromBetween } from '../../../src/http/reply.ts';
import { bookingTerms } from '../../givens.ts';
import {
  expectAccepted,
  isAccepted,
  isId,
  isRefusal,
  isRefusedForValues,
  expectTakenOrRefused,
  noteRefused,
  everySent,
  mayBeBeyondLimits,
  mayBeTooOddFor,
  mayBeRepeat,
  SUCCESSES,
  isUnknown,
  slotsOf,
  linesInWords,
  asListed,
  type Sent,
  type Tried,
} from '../readers/booking.ts';
import { isBuyerRefused } from '../desk/kinds.ts';
import { inMembers, noBookingAccepted } from '../desk/first-booking.ts';
import { orders, kinds, everyCreated, basic, bookedKinds, pair, twoSlots } from '../booking-records.ts';
import { creativeRefused, tried, notFound, ofBooked } from './booking-requests.ts';
import { lineInTwoCountries, lineOfTwoSizes, twoCountries } from './two-at-once-requests.ts';
import { expectForecast } from '../readers/forecast-answers.ts';

export const bookingAccepted = orders.rule({
  id: 'orders.booking-accepted',
  section: 'ad-server §4.4',
  requirement: 'A valid order without any optional member is accepted and saved.',
  problem: 'A plain, valid order is not accepted',
  fix: 'Accept an order with one line on an active slot, without targeting (worldwide, §2.5), creatives and an advertiser reference. Refuse with 422 only what a business rule forbids.',
  of: { tried, stated: bookingTerms },
  judge: ({ tried: { attempts, sent, without, unknown, listed }, stated }) => {
    const shown = sent === null ? [] : [sent.reply];
    if (without !== null) {
      const expected = `a plain order to be accepted, as one with ${inMembers(without.demands)} is`;
      const slip = without.demands.allSizes && ('all-sizes' as const);
      violation(otherAnswer(without.plain.reply, expected, { beside: shown, slip }));
    }
    if (sent !== null) {
      expectAccepted(sent.reply);
      return;
    }
    for (const { request, reply } of unknown)
      if (reply.excuse === undefined) expectAccepted(reply, `for ${asListed(slotsOf(request), listed)}`);
    noBookingAccepted(attempts, stated);
  },
});

export const buyerBooksAgain = orders.rule({
  id: 'orders.buyer-books-again',
  section: 'ad-server §4.4 rule 1',
  requirement: 'Another order of an existing advertiser is accepted: the advertiser is reused.',
  problem: 'An advertiser that exists cannot book again',
  fix: 'Look up the advertiser by `advertiser.name`, and create it only if there is none. An advertiser that already exists is not a reason to refuse an order.',
  of: { basic, second: kinds.image, third: kinds.oneDay, booked: bookedKinds },
  judge: ({ booked: { buyer } }) => {
    if (buyer === null || buyer.again === null || buyer.newcomer === null) return;
    const { hadOtherOrders, known, again, newcomer } = buyer;
    const why = `No second order was accepted, not even for a new advertiser: ${describe(newcomer.reply)}.`;
    if (!hadOtherOrders && !isAccepted(newcomer) && !isAccepted(again)) inconclusive(why, known.reply, newcomer.reply);
    // A business rule may limit the drafts of a buyer.
    if (!isBuyerRefused(buyer) || (hadOtherOrders && isRefusedForValues(again))) return;
    const expected = 'a second order of an advertiser to be accepted, as the first order of a new advertiser is';
    unexpected(again.reply, expected, newcomer.reply);
  },
});

export const createdIs201 = orders.rule({
  id: 'orders.created-is-201',
  section: 'ad-server §4.4',
  requirement: 'A request that creates an order is answered 201.',
  problem: 'A new order is not answered 201',
  fix: 'Answer 201 when a new order was saved; keep 200 for a repeat and for an update. If the answer has the ids of another order, look orders up by the whole `order.external_ref`, and by nothing else.',
  of: { created: everyCreated },
  judge: ({ created }) => {
    const told = created.filter(({ reply }) => !mayBeRepeat(reply));
    const odd = told.filter(({ reply }) => reply.status !== 201);
    const refOf = ({ request }: (typeof told)[number]) => request.order.external_ref;
    const sameAs = ({ reply, ids }: (typeof told)[number]) =>
      told.find((one) => one.reply !== reply && isId(ids.order) && one.ids.order === ids.order);
    const areAlike = odd.every((one) => {
      const other = sameAs(one);
      return other !== undefined && folded(refOf(one)) === folded(refOf(other));
    });
    for (const one of told) {
      const { request, reply } = one;
      const other = sameAs(one);
      const as = other === undefined ? '' : `, ${refOf(one)}, with the order_id of ${refOf(other)}`;
      const circumstance = `to an order of ${linesInWords(request)} (${odd.length} of ${told.length} new orders)${as}`;
      if (reply.status === 200 && other !== undefined && areAlike)
        violation(otherAnswer(reply, [201], { circumstance, slip: 'other-case' }));
      expect(reply, circumstance).status(201);
    }
    const why = 'No order was taken at the first attempt, so each 200 may be the answer to a repeat.';
    if (told.length === 0) inconclusive(why, ...created.slice(0, 3).map(({ reply }) => reply));
  },
});

/** So many orders that fail first, and are there when they are sent again, are no chance. */
const NEVER_AT_ONCE = 6;

orders.rule({
  id: 'orders.answered-at-the-first-try',
  level: 'should',
  section: 'ad-server §4.4',
  requirement: 'New orders are answered at the first try: not every one of them with a server error (5xx) first.',
  problem: 'Every new order fails at the first try, and is there when it is sent again',
  fix: 'Look into your log for what fails the first time: often what comes after the transaction, or what writes the answer, such as a type that has no JSON. Answer 201 then, with the ids.',
  of: { created: everyCreated },
  judge: ({ created }) => {
    const first = created.flatMap(({ reply }) => reply.failed.filter(isNoLimit).slice(0, 1));
    const [shows] = first;
    if (shows === undefined || first.length < Math.max(created.length, NEVER_AT_ONCE)) return;
    const circumstance = `to each of ${first.length} new orders, and another answer when each was sent again`;
    violation(otherAnswer(shows, [201], { circumstance }));
  },
});

/** Requests that come too often are answered 503, too. */
const isNoLimit = ({ status }: Reply) => status !== 503;

/** Without case and accents, as many databases compare by default. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function expectTaken(answered: Tried, lost: ReadonlySet<string> | undefined, note: Note): void {
  every(everySent(answered).filter(isUnknown), ({ request, reply }) => {
    if (!slotsOf(request).some((id) => lost?.has(id))) expect(reply).status(...SUCCESSES);
  });
  const { request, reply } = answered;
  expectAccepted(reply, `to an order of ${linesInWords(request)}`);
  noteRefused(answered, note);
}

export const oneDay = orders.rule({
  id: 'orders.one-day-flight',
  conditional: true,
  level: 'should',
  section: 'ad-server §2.5',
  requirement: 'A line with a flight of one day is accepted.',
  problem: 'A line with a flight of one day is refused',
  fix: 'Treat `end_date` as the last day: a flight that starts and ends on the same day is valid. If your shortest flight has two days, say so in the refusal, or state `booking.flight.minDays` in the configuration file.',
  of: { answered: kinds.oneDay, stated: bookingTerms },
  maybe: { notFound },
  judge: ({ answered, stated, notFound }, note) => {
    expectNoMinimum(stated);
    if (answered.reply.isLeftBehind)
      inconclusive(because('Its first attempt failed, and left something behind', answered.reply), answered.reply);
    expectTaken(answered, notFound?.slots, note);
  },
});

export const severalLinesTaken = orders.rule({
  id: 'orders.several-lines-on-one-slot',
  section: 'ad-server §2.5',
  requirement: 'Several lines on one slot that differ in geo or month are accepted.',
  problem: 'Several lines on one slot are refused',
  fix: 'Tell lines apart by `external_ref`, never by their slot; accept country codes in `targeting.geo`.',
  of: { answered: kinds.severalLines, booked: bookedKinds },
  maybe: { notFound },
  judge: ({ answered, booked: { inCountry }, notFound }, note) => {
    expectTaken(answered, notFound?.slots, note);
    if (inCountry !== null) expectAccepted(inCountry.reply, 'to a line in a country');
  },
});

export const optionalMembers = orders.rule({
  id: 'orders.optional-members',
  section: 'ad-server §2.5',
  requirement: 'An order with all optional members is accepted, whether they are empty or filled.',
  problem: 'An order with optional members is refused',
  fix: 'Accept `targeting.geo` and `creatives` as empty arrays, and an `advertiser.external_ref`.',
  of: { answered: kinds.allMembers },
  maybe: { notFound },
  judge: ({ answered, notFound }, note) => expectTaken(answered, notFound?.slots, note),
});

export const namesInAnyScript = orders.rule({
  id: 'orders.names-in-any-script',
  section: 'ad-server §2.5',
  requirement: 'Names in any script are accepted as text, or refused with 422 or 400.',
  problem: 'Names with accents, quotes or other special characters cause an error',
  fix: 'Store names as Unicode in columns that are long enough, hand them to the database as parameters, and escape them where you show them; refuse a name with 422 and a clear message. Both the name of the order and that of the advertiser were tried. To find the culprit, try them one at a time: an apostrophe, umlauts, Arabic, CJK, an emoji, quotes, `<`, `>`, `&`, `%`, a backslash.',
  of: { answered: kinds.script },
  judge: ({ answered }, note) => {
    // The contract promises plain names alone.
    if (answered.reply.status === 400) note('Refused with 400: the service takes fewer names.');
    else if (answered.plain !== undefined) expectLongNames(answered.reply, answered.plain);
    else expectTakenOrRefused(answered, note);
  },
});

function expectLongNames(reply: Reply, plain: Sent): void {
  const isTaken = isAccepted(plain);
  const more = isTaken ? 'Plain names of the same length are taken.' : '';
  const isAlike = plain.reply.status === reply.status;
  expect(reply, '', { more, ...(isAlike && { slip: 'too-long' as const }) }).status(...SUCCESSES, 422);
}

const ONE_OF_ALL = 'a line with one size of its slot to be accepted, as one with all of them is';
const BOTH_ON_ONE_LINE = 'a line with both to be accepted, as with each alone';

function expectTogether(together: Together, expected = 'both lines to be accepted, as each of them is alone'): void {
  if (together.sent === undefined) notApplicable(together.none);
  const { sent, alone = [] } = together;
  if (isAccepted(sent)) return;
  if (!isRefusedForValues(sent)) expectAccepted(sent.reply);
  unexpected(sent.reply, expected, ...alone.map(({ reply }) => reply));
}

export const inTwoCountries = orders.rule({
  id: 'orders.lines-in-two-countries',
  conditional: true,
  section: 'ad-server §2.5',
  requirement: 'Two lines on one slot for the same days, each in another country, are accepted.',
  problem: 'Lines on one slot in two countries are refused',
  fix: 'Allow lines on one slot to overlap: two countries with a price of their own are two lines. Tell them apart by `external_ref`.',
  of: { twoCountries },
  judge: ({ twoCountries }) => expectTogether(twoCountries),
});

export const severalCountries = orders.rule({
  id: 'orders.several-countries-on-one-line',
  conditional: true,
  section: 'ad-server §2.5',
  requirement: 'A line with two countries in `targeting.geo`, each of which is accepted alone, is accepted.',
  problem: 'A line with two countries is refused',
  fix: 'Take `targeting.geo` as a list: a line may run in several countries.',
  of: { lineInTwoCountries },
  judge: ({ lineInTwoCountries }) => expectTogether(lineInTwoCountries, BOTH_ON_ONE_LINE),
});

export const severalSizes = orders.rule({
  id: 'orders.several-sizes-on-one-line',
  conditional: true,
  section: 'ad-server §2.5',
  requirement: 'A line is accepted with two sizes of its slot, each of which is accepted alone, and with one of all.',
  problem: 'A line with two sizes is refused',
  fix: 'Take `sizes` as a list: a line may be booked in any of the sizes that its slot lists.',
  of: { lineOfTwoSizes },
  judge: ({ lineOfTwoSizes }) => {
    if (!('withOne' in lineOfTwoSizes)) expectTogether(lineOfTwoSizes, BOTH_ON_ONE_LINE);
    else violation(otherAnswer(lineOfTwoSizes.withOne.reply, ONE_OF_ALL, { slip: 'all-sizes' }));
  },
});

export const anyNameAndReferences = orders.rule({
  id: 'orders.any-name-and-references',
  section: 'ad-server §2.5',
  requirement:
    'An order of many lines, with the name of another order and long references, and with what other orders were accepted with, is accepted, or refused with 422.',
  problem: 'A repeated name, a long reference or many lines cause an error',
  fix: 'Treat the name of an order as a label that another order may have: only `order.external_ref` says which order it is. Store references as Unicode text of any length; keep 409 for keys that were used for another body.',
  of: { pair },
  maybe: { tag: kinds.tag, severalLines: kinds.severalLines },
  judge: ({ pair: { odd, sent, alone }, tag, severalLines }) => {
    const tooLong = [tag, severalLines].flatMap(
      (tried) => tried?.refused.filter((one) => isForItsRef(one, tried)) ?? [],
    )[0];
    if (tooLong) unexpected(tooLong.reply, 'no server error to an order with a long reference');
    if (isAccepted(odd) || mayBeBeyondLimits(odd)) return;
    const { request, reply } = alone ?? odd;
    const expected = `the order to be accepted${isAccepted(sent) ? ', as a plainer one was' : ''}`;
    const finding = otherAnswer(reply, expected, { beside: [sent.reply] });
    const traits = `${linesInWords(request)} with long references, and a name that another order has`;
    violation(
      withMore(finding, alone ? `It differs from an accepted order only in ${alone.trait}.` : `It has ${traits}.`),
    );
  },
});

/** Whether an order was accepted as soon as its reference was shorter. */
const isForItsRef = (one: Sent, accepted: Sent): boolean =>
  mayBeTooOddFor(one) && isAccepted(accepted) && isDeepStrictEqual(one.request.line_items, accepted.request.line_items);

export const onTwoSlots = orders.rule({
  id: 'orders.lines-on-two-slots',
  conditional: true,
  section: 'ad-server §2.5',
  requirement: 'Lines on different slots are accepted in one order.',
  problem: 'Lines on two slots are refused in one order',
  fix: 'Take every line of an order on the slot that it names: `line_items` holds one element for each line of the campaign, whichever slots they are on.',
  of: { twoSlots },
  judge: ({ twoSlots }) => expectTogether(twoSlots),
});

/** A 429 refuses no shape. */
const isShapeRefused = (sent: Pick<Tried, 'reply'>): boolean => isRefusal(sent) && sent.reply.status !== 429;

export const creativeOnOneLine = orders.rule({
  id: 'orders.creative-on-one-line',
  section: 'ad-server §2.5',
  requirement:
    'An order of two lines, one of which has a creative, is accepted if it is without the creative, and that line alone with it; otherwise it may be refused with 422.',
  problem: 'An order with a creative on one of two lines is refused or causes an error',
  fix: 'Handle each line by itself: some may have creatives, others none, and the same creative may be in several orders.',
  of: { answered: kinds.oneCreative },
  // The same creative in another order.
  maybe: { tag: kinds.tag, refused: creativeRefused },
  judge: ({ answered, tag, refused }, note) => {
    if (refused !== undefined)
      violation(
        otherAnswer(refused.reply, [201], {
          more: 'The same order without the creative is accepted, and so is the line with the creative alone.',
        }),
      );
    const isOfService = !isFromBetween(answered.reply);
    if (tag && isOfService && isShapeRefused(tag) && isShapeRefused(answered))
      note('A tag is refused on a single line, too.');
    else expectTakenOrRefused(answered, note);
  },
});

const FIX_OF_SHAPE =
  'Save creatives of this shape as they are: a tag needs a column of several thousand characters and lacks the members of an image, as an image lacks `tag`. A platform that cannot serve this shape refuses it with 422.';

export const takesCreatives = orders.rule({
  id: 'orders.takes-creatives',
  section: 'ad-server §2.6',
  requirement: 'A line with a creative of at least one of the two shapes is accepted.',
  problem: 'An order with a creative is not accepted',
  fix: 'Accept `third_party_tag` creatives; fall back to `image` if your platform cannot serve a tag.',
  of: { tag: kinds.tag, image: kinds.image },
  judge: ({ tag, image }, note) => {
    for (const { reply } of [tag, image])
      if (reply.excuse && isFromBetween(reply)) inconclusive(reply.excuse.because, ...reply.excuse.shownBy);
    const isOneTaken = isAccepted(tag) || isAccepted(image);
    every([tag, image], (sent) => {
      const { request, reply } = sent;
      const [shape, other] = sent === tag ? ['a tag', 'An image'] : ['an image', 'A tag'];
      const about = isOneTaken && !isAccepted(sent) ? { more: `${other} is accepted.`, fix: FIX_OF_SHAPE } : {};
      if (!(isOneTaken ? isShapeRefused : isRefusedForValues)({ reply }) && !isAccepted(sent))
        expect(reply, `to an order of ${linesInWords(request)}, with ${shape} for the first`, about).status(
          ...SUCCESSES,
        );
    });
    if (!isOneTaken) {
      // If one of the two is excused, it is not clear whether any shape is accepted.
      const replies = image.reply.excuse === undefined ? [image.reply, tag.reply] : [tag.reply, image.reply];
      const expected = 'one of the two creative shapes to be accepted';
      const [answer, other] = [describe(tag.reply), describe(image.reply)];
      const actual =
        answer === other ? `both refused: ${answer}` : `both refused: a tag with ${answer}, an image with ${other}`;
      violation({ expected, actual, replies });
    }
    for (const sent of [tag, image]) noteRefused(sent, note);
  },
});

export const bothCreativeShapes = orders.rule({
  id: 'orders.takes-both-creative-shapes',
  level: 'info',
  section: 'ad-server §2.6',
  requirement: 'Whether both creative shapes are accepted: tags first, images as a fallback.',
  fix: 'Nothing to fix if your platform can serve only one of the two: images are the fallback for platforms that cannot serve a tag.',
  of: { tag: kinds.tag, image: kinds.image },
  judge: ({ tag, image }, note) => {
    for (const [shape, { reply }] of Object.entries({ third_party_tag: tag, image })) {
      if (reply.excuse !== undefined) inconclusive(reply.excuse.because, ...reply.excuse.shownBy);
      note(`\`${shape}\`: ${describe(reply)}.`);
    }
  },
});

export const bookedIsForecast = orders.rule({
  id: 'orders.booked-slot-is-forecast',
  section: 'ad-server §4.3',
  requirement: '`POST /forecast` answers 200 with both numbers, or 501, for what was just booked.',
  problem: 'The forecast of what was booked is missing or wrong',
  fix: 'Compute the forecast of a slot from what is booked there now, in the same form: two integers, with available at most forecasted. Answer 501 with the code `forecast_unsupported` if there is no number.',
  of: { ofBooked },
  judge: ({ ofBooked }, note) => {
    every(
      ofBooked,
      (one) => {
        const { reply, listedAs = 'a slot that was booked' } = one;
        // Flights from today may need some lead time, and the contract does not say how they are refused then.
        const mayBeTooSoon = one !== ofBooked[0] && [400, 422].includes(reply.status ?? 0);
        if (mayBeTooSoon) note('Refused for a flight from today, as a business rule may.');
        else if (reply.status === 422)
          expect(reply, 'for what orders are accepted for', { slip: 'booked-not-forecast' }).status(200, 501);
        else expect(reply, `for ${listedAs}`).status(200, 501);
        expectForecast(one);
      },
      note,
    );
  },
});
