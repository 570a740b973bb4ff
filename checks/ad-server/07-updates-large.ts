import { describe, inWords, violation } from '../../src/engine/expect.ts';
import { basic } from './05-orders.ts';
import { all, asLeft, means, updates } from './07-updates.ts';
import { answers200 } from './07-updates-ids.ts';
import { lineAddedAtOnce } from './07-updates-lines.ts';
import { send, type Sent } from './parts/booking.ts';
import { largeLines } from './parts/order-edits.ts';
import type { LineItem } from './parts/requests.ts';

/** No answer at all, or an error of the server: values that a service does not want are answered 422. */
function isBroken({ reply: { status } }: Sent): boolean {
  return status === null || status >= 500;
}

updates.check(
  {
    id: 'updates.large-values-are-handled',
    level: 'must',
    section: 'ad-server §4.4',
    requirement: 'A large goal, several countries and long creatives are taken, or refused with 422.',
    fix: 'Give goals at least 32 bits, and texts of creatives columns without a small limit; check what still does not fit before it is saved, and answer 422.',
    needs: { basic, all, means, answers200 },
    after: [lineAddedAtOnce],
    sends: { orders: 1 },
  },
  async ({ http, basic, all, means, note }) => {
    const { request } = asLeft(basic, all);
    const larger = largeLines(request, means);
    const update = (...changes: readonly Partial<LineItem>[]) => {
      const line_items = request.line_items.map((line) =>
        changes.reduce<LineItem>((changed, change) => ({ ...changed, ...change }), line),
      );
      return send(http, means.campaigns.update(request, 'large', { line_items }));
    };
    const together = await update(...larger.map(({ change }) => change));
    if (!isBroken(together)) {
      note(`Answered ${describe(together.reply)}.`);
      return;
    }
    // Each by itself, for whoever has to find what is too large.
    const alone: { readonly what: string; readonly sent: Sent }[] = [];
    for (const { what, change } of larger) {
      const sent = await update(change);
      if (isBroken(sent)) alone.push({ what, sent });
    }
    const [first] = alone;
    const { reply } = first?.sent ?? together;
    const named = (first ? alone : larger).map(({ what }) => what);
    violation({
      expected: 'status 200, or 422',
      actual: `${describe(reply)} to an update with ${inWords(named, 'and')}`,
      replies: [reply],
    });
  },
);
