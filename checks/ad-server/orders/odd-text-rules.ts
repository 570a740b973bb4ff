import { every } from '../../../src/engine/excuse.ts';
import { describe, otherAnswer, violation } from '../../../src/engine/expect.ts';
import { notApplicable } from '../../../src/engine/signal.ts';
import { unexpected } from '../../expectations.ts';
import { booked, expectAccepted, idsOf, isAccepted, isRefusal } from '../readers/booking.ts';
import { expectKeptIds, isId } from '../readers/same-ids.ts';
import { oddTexts, sharedLineRef } from './odd-text-requests.ts';
import { orders } from './records.ts';

export const oddTextsHandled = orders.rule({
  id: 'orders.odd-texts-are-handled',
  section: 'ad-server §2.5',
  requirement:
    'An order with unusual characters in its name and its references is refused with a 4xx, or saved and recognised by them.',
  problem: 'Unusual characters in a name or a reference cause an error',
  fix: "Hand names and references to the database as parameters, in a column for Unicode text, and compare and return them exactly as they came. Quotes, a backslash, an emoji, a combining accent, Hebrew letters, `<b>`, `%00`, `'; --` and two blanks were tried in one order, and the character U+0000 in another, which PostgreSQL cannot store: refuse it with 422.",
  of: { oddTexts },
  judge: ({ oddTexts: { odd, next, withNul } }, note) => {
    every([odd, withNul], (sent) => {
      const what = sent === odd ? 'an order with unusual characters' : 'an order with U+0000';
      if (isRefusal(sent)) note(`${describe(sent.reply)} to ${what}: the contract promises plain texts alone.`);
      else if ((sent.reply.status ?? 0) >= 500) unexpected(sent.reply, `no server error to ${what}`);
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
  problem: 'A line reference that another order has causes an error',
  fix: 'Look lines up by order and `external_ref`, and make the unique index of both columns: a client may number the lines of each campaign. If references have to be unique for all orders, refuse the second with 422.',
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
