import { describe, expect, violation, otherAnswer } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { hasFailed, isDenied } from '../../../src/http/reply.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { isAccepted, isConflict, isRefusedForValues, isUnknown, type Sent, keepsIds } from '../readers/booking.ts';
import { areUnread } from '../readers/echoed-lines.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { inOne, updates } from '../booking-records.ts';
import { afterRefused, impossible, large, NO_COUNTRY, noCountry, unknown } from './refused-requests.ts';
import { rowsOf } from './requests.ts';

export const impossibleRefused = updates.rule({
  id: 'updates.impossible-values-are-422',
  section: 'ad-server §4.4 rule 7',
  requirement:
    'An update to a flight that ends before it starts, or to a size that does not fit, in any line, is answered 422; one to a date that does not exist, 400 or 422.',
  problem: 'An update to impossible values is not answered 422',
  alike: { holds: 'Impossible values are refused in', through: 'an update' },
  fix: 'Check every line of an update as strictly as those of a new order, added ones too, and answer 422 with a clear message before anything is changed.',
  of: { impossible },
  judge: ({ impossible: { refused, corrected } }) => {
    const about = ifUnread(corrected.before.request, refused);
    every(refused, ({ what, statuses, reply }) =>
      expect(reply, `to an update with ${what}`, about).status(...statuses),
    );
  },
});

export const countryRefused = updates.rule({
  id: 'updates.no-country-is-refused',
  level: 'should',
  section: 'ad-server §2.5',
  requirement: 'An update to a country that is not an ISO 3166-1 alpha-2 code is refused with 400 or 422.',
  problem: 'An update to a country that does not exist is not refused',
  fix: `Compare each entry of \`targeting.geo\` with the codes of ISO 3166-1, and answer 422: a line for "${NO_COUNTRY}" rather than \`DE\` would be delivered nowhere, or everywhere.`,
  of: { noCountry },
  judge: ({ noCountry: { reply } }) => expect(reply, `to a line in "${NO_COUNTRY}"`).status(400, 422),
});

export const unknownRefused = updates.rule({
  id: 'updates.unknown-slot-is-404',
  section: 'ad-server §4.4 rule 6',
  requirement:
    'An update that adds a line with an unknown `inventory_id` is answered 404; one that moves a line there is refused.',
  problem: 'An update to an unknown slot is not answered 404',
  alike: { holds: 'Unknown slots are refused in', through: 'an update' },
  fix: 'Also look up the slot of every line in an update, and answer 404 if one does not exist.',
  of: { unknown },
  judge: ({ unknown: { before, added, moved } }) => {
    const about = ifUnread(before.request, [added]);
    // A business rule may keep a booked line on its slot, and may be checked first.
    expect(moved.reply, 'to an update that moves a line there', about).status(404, 422);
    expect(added.reply, 'to an update that adds a line there', about).status(404);
  },
});

const ifUnread = (before: OrderRequest, sent: readonly Sent[]) =>
  areUnread(before, sent) ? { slip: 'added-line-lost' as const } : {};

export const leftAlone = updates.rule({
  id: 'updates.refused-leaves-order-alone',
  section: 'ad-server §4.4 rule 4',
  requirement:
    'After updates that were refused the order is still there: the next update is answered 200 with the same ids.',
  problem: 'A refused update changed or lost the order',
  fix: 'Judge an update as a whole before anything is written, or roll back all of it: neither delete nor renew what was booked before.',
  of: { impossible, unknown, afterRefused },
  // Of an order that was updated before.
  maybe: rowsOf('geo'),
  judge: ({ impossible, unknown: { added, moved }, afterRefused }) => {
    const { refused, corrected } = impossible;
    if ([...refused, added, moved].some(isAccepted))
      inconclusive('An update that had to be refused was accepted, and may have changed the order.');
    every([corrected, afterRefused.after], (update) => {
      const isCorrected = update.request.line_items.length > update.before.request.line_items.length;
      const what = isCorrected
        ? 'the last update that was refused, with its line put right'
        : 'an update after some that were refused';
      // That order was updated often by now, and a business rule may limit how often.
      if (update === corrected && isRefusedForValues(update))
        inconclusive(`It was refused: ${describe(update.reply, `to ${what}`)}.`, update.reply);
      expect(update.reply, `to ${what}`).status(200);
      keepsIds(update);
    });
  },
});

export const largeHandled = updates.rule({
  id: 'updates.large-values-are-handled',
  section: 'ad-server §4.4',
  requirement:
    'Large goals, several countries, long creatives and long names are accepted, with the same ids, or refused with 422.',
  problem: 'An update with large values causes an error or changes ids',
  fix: 'Give goals 64 bits, and names and texts of creatives columns without a small limit; check what still does not fit before it is saved, and answer 422. Keep 409 for keys that were used for another body, 404 for slots that do not exist, and 401 and 403 for the API key.',
  of: { large },
  maybe: { inOne },
  judge: ({ large, inOne }, note) => {
    const created = inOne && { what: 'a new order with names of 200 characters', ...inOne };
    const all = [...large, ...(created ? [created] : [])];
    // The contract has other causes for these. A new order may be for a slot that orders do not find.
    const isOdd = (sent: Sent) =>
      large.some(isAccepted) && (isConflict(sent) || isDenied(sent.reply) || (isUnknown(sent) && sent !== created));
    const broken = all.filter((sent) => hasFailed(sent.reply) || isOdd(sent));
    for (const { reply } of broken.slice(0, 1)) {
      const alike = broken.filter((sent) => sent.reply.status === reply.status).map(({ what }) => what);
      violation(otherAnswer(reply, [200, 201, 422], { circumstance: `to ${inWords(alike, 'and')}` }));
    }
    every(large.filter(isAccepted), keepsIds);
    note(`Answered ${inWords([...new Set(all.map(({ reply }) => describe(reply)))], 'and')}.`);
  },
});
