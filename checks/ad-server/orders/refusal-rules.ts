import { every } from '../../../src/engine/excuse.ts';
import { expect, otherAnswer, violation, describe } from '../../../src/engine/expect.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import type { Slip } from '../../../src/causes/slip.ts';
import { rulesOf } from '../../../src/engine/node.ts';
import { hasFailed } from '../../../src/http/reply.ts';
import { valueAt } from '../../json.ts';
import { inWords } from '../../../src/text/in-words.ts';
import {
  expectHandled,
  isAccepted,
  isRefusal,
  isRefusedForValues,
  isUnknown,
  mayBeRepeat,
  slotsOf,
  type Sent,
  asListed,
  booked,
  expectAccepted,
  idsOf,
  expectKeptIds,
  isId,
} from '../readers/booking.ts';
import type { Bookable } from '../values/campaign.ts';
import { byFormat } from '../values/choice.ts';
import { notFound, oddRooms, unfittingOnOtherSlots } from './booking-requests.ts';
import { archivedOrder, mixedSizes, NO_SIZE, withLettersBehind, oddTexts, sharedLineRef } from './refused-requests.ts';
import { corrected, onOtherSlots, orders, unknownSlots, wrong, type SentWrong } from '../booking-records.ts';

const REFUSALS = {
  'reversed-range-is-422': {
    section: 'ad-server §4.4 rule 7',
    requirement: 'An order in which the flight of any line ends before it starts is answered 422.',
    problem: 'A flight that ends before it starts is not answered 422',
    alike: { holds: 'Impossible values are refused in', through: 'a new order' },
    fix: 'Check the flight of every line, and answer 422 with a clear message: the shape is right, the values are not.',
    of: { sent: wrong.reversed },
    statuses: [422],
  },
  'impossible-date-is-refused': {
    section: 'ad-server §4.4 rule 7',
    requirement: 'An order with a date that does not exist, in any line, is refused with 400 or 422.',
    problem: 'An order for a date that does not exist is not refused',
    fix: 'Parse dates strictly as `YYYY-MM-DD`: do not turn 30 February into a day in March, and catch what the parser throws.',
    of: { sent: wrong['no-date'] },
    statuses: [400, 422],
  },
  'date-format': {
    level: 'should',
    section: 'ad-server §2.5',
    requirement: 'An order with a date that is not written `YYYY-MM-DD`, in any line, is refused with 400 or 422.',
    problem: 'An order with a date in another format is not refused',
    fix: 'Accept four digits, two and two with hyphens between them, and nothing else: no time of day, no other order.',
    of: { sent: wrong.misspelt },
    statuses: [400, 422],
  },
  'unfitting-size-is-422': {
    section: 'ad-server §4.4 rule 7',
    requirement:
      'An order with a size that the slot does not list, in any line, is answered 422; also 400 if it is not a size at all.',
    problem: 'A size that the slot does not list is not answered 422',
    fix: 'Compare each size of every line, width and height, with the sizes of its slot, and answer 422 if one does not fit.',
    of: { sent: wrong.unfit },
    statuses: [422],
  },
};

export const refusals = rulesOf(REFUSALS, (rule, { statuses, ...definition }) =>
  orders.rule({
    id: `orders.${rule}`,
    ...definition,
    judge: ({ sent }, note) => {
      // A text that is not a size is also malformed.
      const isShape = ({ bad }: SentWrong) => bad.sizes.includes(NO_SIZE);
      every(sent, (one) => expectRefused(one, isShape(one) ? [...statuses, 400] : statuses, slipIn(sent)), note);
    },
  }),
);

function expectRefused({ reply, where }: Pick<SentWrong, 'reply' | 'where'>, statuses: number[], slip?: Slip): void {
  if (isAccepted({ reply }) && slip) violation(otherAnswer(reply, statuses, { circumstance: where, slip }));
  expect(reply, where).status(...statuses);
}

/** What the orders show if a wrong line is accepted before a good one, and nowhere else. */
function slipIn(sent: readonly SentWrong[]): Slip | undefined {
  const isLast = ({ request, bad }: SentWrong) => request.line_items.at(-1)?.external_ref === bad.external_ref;
  return sent.some(isAccepted) && sent.every((one) => isAccepted(one) !== isLast(one)) ? 'last-line-only' : undefined;
}

export const goalIsWhole = orders.rule({
  id: 'orders.goal-is-whole',
  section: 'ad-server §2.5',
  requirement:
    'An order with a goal that is a fraction, in any line, is refused with 400 or 422; one of zero or below does not cause a server error (5xx).',
  problem: 'A fractional goal is not refused, or one of zero or below causes an error',
  fix: 'Check that `goal_impressions` is an integer above zero in every line before you save it. Do not round it, and do not drop its decimals or its sign, as Jackson does with `ACCEPT_FLOAT_AS_INT`.',
  of: { fraction: wrong.fraction, negative: wrong.negative },
  judge: ({ fraction, negative }, note) => {
    every(fraction, (one) => expectRefused(one, [400, 422], slipIn(fraction)), note);
    every(negative, ({ reply, where }) => {
      if (hasFailed(reply)) expect(reply, where).status(400, 422);
    });
  },
});

export const goalIsPositive = orders.rule({
  id: 'orders.goal-is-positive',
  level: 'should',
  section: 'ad-server §2.5',
  requirement: 'An order with a goal of zero or below, in any line, is refused with 400 or 422.',
  problem: 'A goal of zero or below is not refused',
  fix: 'Check that `goal_impressions` is above zero in every line. Do not drop its sign.',
  of: { negative: wrong.negative },
  judge: ({ negative }, note) => every(negative, (one) => expectRefused(one, [400, 422], slipIn(negative)), note),
});

export const oneUnfittingSize = orders.rule({
  id: 'orders.one-unfitting-size-among-fitting',
  section: 'ad-server §4.4 rule 7',
  requirement: 'An unfitting size is answered 422 even if other sizes of the line fit, or if it fits another line.',
  problem: 'An unfitting size among fitting ones is not answered 422',
  fix: 'Check every element of `sizes`, not only the first, each line with the sizes of its own slot.',
  of: { mixedSizes },
  judge: ({ mixedSizes }) =>
    every(mixedSizes, ({ request, reply }) => {
      const lines = request.line_items.map(({ inventory_id, sizes }) => `${sizes.join(', ')} on ${inventory_id}`);
      expect(reply, `for ${lines.join(' and ')}`).status(422);
    }),
});

const NO_OTHER = 'The inventory lists no other slot that could be booked.';

export const anySlot = orders.rule({
  id: 'orders.any-listed-slot',
  conditional: true,
  section: 'ad-server §4.4 rule 6',
  requirement: '`POST /orders` knows every listed slot, whatever its kind.',
  problem: 'A listed slot is unknown to `POST /orders`',
  fix: 'Look up every slot in the same way, whatever its format, its sizes, the characters of its id and its place in the list: what `GET /inventory` lists is known to `POST /orders`. Refuse a booking with 422 if a business rule forbids it.',
  of: { onOtherSlots, notFound, rooms: oddRooms },
  judge: ({ onOtherSlots, notFound: { plain, ids }, rooms }, note) => {
    const gone = plain.filter(({ reply }) => reply.excuse !== undefined);
    if (gone.length > 0) note(`Slots that were answered 404 are no longer listed: ${gone.length}.`);
    for (const { request, reply } of plain)
      if (reply.excuse === undefined) expectHandled(reply, `for ${asListed(slotsOf(request), ids)}`);
    if (onOtherSlots.length === 0) notApplicable(NO_OTHER);
    every(onOtherSlots, (sent) => {
      const [named, another] = slotsNamedIn(sent);
      const isOne = named !== undefined && another === undefined;
      const which = `${slotsOf(sent.request).length} slots, one of them ${asListed(named === undefined ? [] : [named], ids)}`;
      expectHandled(sent.reply, `to an order on ${isOne ? which : slotsIn([sent], rooms)}`);
    });
    if (!onOtherSlots.some(isAccepted)) note('None was accepted: each was refused, as a business rule may.');
  },
});

export const unfittingAnywhere = orders.rule({
  id: 'orders.unfitting-size-on-any-slot',
  conditional: true,
  section: 'ad-server §4.4 rule 7',
  requirement: 'A size that the slot does not list is answered 422 on slots of every kind.',
  problem: 'An unfitting size is not answered 422 on every kind of slot',
  fix: 'Compare the sizes of a line with those of its slot whatever the format of the slot, and however many sizes it has.',
  of: { sent: unfittingOnOtherSlots, rooms: oddRooms },
  judge: ({ sent, rooms }) => {
    if (sent.length === 0) notApplicable(NO_OTHER);
    every(sent, ({ reply }) => {
      const alike = sent.filter((other) => other.reply.status === reply.status);
      const refused = sent.filter(isRefusedForValues);
      const others = refused.length === 0 ? '' : `; refused on ${slotsIn(refused, rooms)}`;
      expect(reply, `on ${slotsIn(alike, rooms)}${others}`).status(422);
    });
  },
});

/** A shorter id may be any number in a sentence. */
const SHORTEST_NAMED = 4;

/** The slots of an order that its refusal names. */
function slotsNamedIn({ request, reply }: Sent): readonly string[] {
  const message = String(valueAt(reply, 'message'));
  const isNamed = (id: string) => {
    const around = message.split(id);
    const isWord = (behind: string, index: number) =>
      index > 0 && !/[\w-]$/.test(around[index - 1] ?? '') && !/^[\w-]/.test(behind);
    return id.length >= SHORTEST_NAMED && around.some(isWord);
  };
  const named = slotsOf(request).filter(isNamed);
  return named.filter((id) => !named.some((other) => other !== id && other.includes(id)));
}

function slotsIn(orders: readonly Sent[], rooms: readonly Bookable[]): string {
  const ids = new Set(orders.flatMap(({ request }) => slotsOf(request)));
  return byFormat(rooms.flatMap(({ slot }) => (ids.has(slot.inventory_id) ? [slot] : [])));
}

export const unknownSlotIs404 = orders.rule({
  id: 'orders.unknown-slot-is-404',
  section: 'ad-server §4.4 rule 6',
  requirement: 'An order with an unknown `inventory_id` in any line is answered 404.',
  problem: 'An order on an unknown slot is not answered 404',
  alike: { holds: 'Unknown slots are refused in', through: 'a new order' },
  fix: 'Look up the slot of every line before anything is saved, and answer 404 if one does not exist. Compare ids whole and as text: neither by their beginning nor as numbers.',
  of: { unknownSlots, withLettersBehind },
  ifThere: { reversed: wrong.reversed },
  judge: ({ unknownSlots, withLettersBehind: letters, reversed = [] }, note) => {
    every(unknownSlots, ({ reply, where }) => expect(reply, where).status(404), note);
    const id = letters.request.line_items[0]?.inventory_id;
    // A service may refuse it because it does not have the form of an id.
    const where = `for ${JSON.stringify(id)}, letters behind an id, in a line before a good one`;
    expectRefused({ ...letters, where }, [404, 400, 422], slipIn(reversed));
  },
});

export const archivedIsKnown = orders.rule({
  id: 'orders.archived-slot-is-not-404',
  conditional: true,
  section: 'ad-server §4.4 rule 6',
  requirement: 'A slot that exists is never answered 404, not even an archived one.',
  problem: 'An order on an archived slot is answered 404, or with a server error',
  fix: 'Keep 404 for slots that do not exist; refuse a booking on an archived slot with 422.',
  of: { archivedOrder },
  judge: ({ archivedOrder }, note) => {
    if (archivedOrder === null) notApplicable('The inventory lists no archived slot.');
    const { reply } = archivedOrder;
    // The rule forbids only 404, but no answer or a 5xx shows nothing either.
    if (isUnknown(archivedOrder) || hasFailed(reply)) expect(reply).status(422);
    note(`Answered ${reply.status ?? 'nothing'}.`);
  },
});

export const canBeCorrected = orders.rule({
  id: 'orders.refused-can-be-mended',
  section: 'ad-server §4.4',
  requirement: 'An order that was refused because of one line is accepted without that line, under a new key.',
  problem: 'A refused order is not accepted after it was corrected',
  fix: 'Keep nothing of a refused order that stands in the way of the corrected one: roll back whatever was written, references included.',
  of: { corrected },
  judge: ({ corrected }) => {
    expectHandled(corrected.reply, 'to the corrected order');
  },
});

export const refusedCreatesNothing = orders.rule({
  id: 'orders.refused-creates-nothing',
  conditional: true,
  level: 'should',
  section: 'ad-server §4.4',
  requirement: 'An order that was refused was not created: the corrected one is answered 201.',
  problem: 'A refused order was created all the same',
  fix: 'Check every line before anything is saved, or roll back all of it. What a refused order leaves behind is a draft that nobody knows of, and its ids are never returned.',
  of: { corrected },
  judge: ({ corrected: { replies, ...corrected } }) => {
    if (isRefusedForValues(corrected)) notApplicable('The corrected order was refused, as a business rule may.');
    if (mayBeRepeat(corrected.reply) || !replies.every((reply) => isRefusal({ reply })))
      inconclusive('An attempt may have been carried out although its answer was an error.', corrected.reply);
    const before = inWords([...new Set(replies.map(({ status }) => String(status)))]);
    if (corrected.reply.status !== 201)
      violation(
        otherAnswer(corrected.reply, 'status 201 to the corrected order, which was only refused before', {
          circumstance: `as if one that was answered ${before} had been created`,
          beside: replies,
        }),
      );
  },
});

const FIX_OF_NUL =
  'Refuse a text that contains the character U+0000 with 422, in the one place that reads bodies: PostgreSQL cannot store it.';

export const oddTextsHandled = orders.rule({
  id: 'orders.odd-texts-are-handled',
  section: 'ad-server §2.5',
  requirement:
    'An order with unusual characters in its name, its references and its tag is refused with a 4xx, or saved and recognised by its references.',
  problem: 'Unusual characters in a name, a reference or a tag cause an error',
  fix: "Hand names, references and tags to the database as parameters, in a column for Unicode text, and compare and return them exactly as they came. Quotes, a backslash, an emoji, a combining accent, Hebrew letters, `<b>`, `%00`, `'; --` and two blanks were tried in one order, with `ä`, `中` and an emoji in its tag, and the character U+0000 in the name of another.",
  of: { oddTexts },
  judge: ({ oddTexts: { odd, next, withNul } }, note) => {
    every([odd, withNul], (sent) => {
      const what = sent === odd ? 'an order with unusual characters' : 'an order with U+0000';
      if (isRefusal(sent)) note(`${describe(sent.reply)} to ${what}: the contract promises plain texts alone.`);
      else if ((sent.reply.status ?? 0) >= 500)
        violation(otherAnswer(sent.reply, `no server error to ${what}`, sent === withNul ? { fix: FIX_OF_NUL } : {}));
      else expectAccepted(sent.reply, `to ${what}`);
    });
    if (!isAccepted(odd) || isRefusal(next)) return;
    expectKeptIds(booked(odd), next);
  },
});

export const sharedLineRefHandled = orders.rule({
  id: 'orders.line-reference-in-two-orders',
  conditional: true,
  level: 'should',
  section: 'ad-server §2.5',
  requirement:
    'Two orders that each have a line with the same `external_ref` have a line of their own each, or the second is refused with a 4xx.',
  problem: 'A line reference that another order uses mixes up lines or causes an error',
  fix: 'Look lines up by order and `external_ref`, and make the unique index of both columns. If references have to be unique for all orders, refuse the second with 422.',
  of: { sharedLineRef },
  judge: ({ sharedLineRef: [first, second] }, note) => {
    if (first === undefined || second === undefined || !isAccepted(first))
      notApplicable('There were no two orders that such a line could be added to.');
    if (isRefusal(second)) {
      note(`Refused: ${describe(second.reply)}.`);
      return;
    }
    expectAccepted(second.reply, 'to an order with a line reference that another order has');
    const [ref = ''] = second.request.line_items.slice(-1).map((line) => line.external_ref);
    const [own, other] = [second, first].map(({ reply }) => idsOf(reply).lines.get(ref));
    if (isId(own) && own === other)
      violation(
        otherAnswer(second.reply, 'a line of its own', {
          circumstance: `with the line of another order, ${own}`,
          beside: [first.reply],
        }),
      );
  },
});
