import { every } from '../../../src/engine/excuse.ts';
import { violation } from '../../../src/engine/expect.ts';
import {
  expectAccepted,
  isAccepted,
  isRefusedForValues,
  expectTakenOrRefused,
  noteRefused,
} from '../readers/booking.ts';
import { orderInWords } from '../readers/orders-in-words.ts';
import { orders, kinds } from './records.ts';

// Rules about creatives that must be accepted.

export const creativeOnOneLine = orders.rule({
  id: 'orders.creative-on-one-line',
  section: 'ad-server §2.5',
  requirement: 'An order of two lines, one of which has a creative, is accepted, or refused with 422.',
  fix: 'Handle each line by itself: some may have creatives, others none, and the same creative may be in several orders.',
  of: { answered: kinds.oneCreative },
  // The same creative in another order.
  maybe: { tag: kinds.tag },
  judge: ({ answered }, note) => expectTakenOrRefused(answered, note),
});

export const takesCreatives = orders.rule({
  id: 'orders.takes-creatives',
  section: 'ad-server §2.6',
  requirement: 'A line with a creative of at least one of the two shapes is accepted.',
  fix: 'Accept `third_party_tag` creatives; fall back to `image` if your platform cannot serve a tag.',
  of: { tag: kinds.tag, image: kinds.image },
  judge: ({ tag, image }, note) => {
    every([tag, image], ({ request, reply }) => {
      if (!isRefusedForValues({ reply }))
        expectAccepted(reply, `to an order of ${orderInWords(request)}, with a creative for the first`);
    });
    if (!isAccepted(tag) && !isAccepted(image)) {
      // If one of the two is excused, it is not clear whether any shape is accepted.
      const [one, other] = image.reply.excuse === undefined ? [image, tag] : [tag, image];
      violation({
        expected: 'one of the two creative shapes to be accepted',
        actual: 'both refused with 422',
        replies: [one.reply, other.reply],
      });
    }
    for (const sent of [tag, image]) noteRefused(sent, note);
  },
});

export const bothCreativeShapes = orders.rule({
  id: 'orders.takes-both-creative-shapes',
  level: 'should',
  section: 'ad-server §2.6',
  requirement: 'Both creative shapes are accepted: tags first, images as a fallback.',
  fix: 'Also accept the other shape; the client sends whichever it has.',
  of: { tag: kinds.tag, image: kinds.image },
  judge: ({ tag, image }) => {
    if (isAccepted(tag) === isAccepted(image)) return;
    const { reply } = isAccepted(tag) ? image : tag;
    if (isRefusedForValues({ reply })) expectAccepted(reply);
  },
});
