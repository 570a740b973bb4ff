import { describe, violation } from '../../../src/engine/expect.ts';
import { hasFailed } from '../../../src/http/reply.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { basic } from '../orders/basic.ts';
import { all, asLeft, means, updates } from './edited.ts';
import { answers200, isChanged } from './ids.ts';
import { lineAddedAtOnce } from './lines.ts';
import { isAccepted, isConflict, isRefusedForValues, send, type Sent } from '../readers/booking.ts';
import { largeLines } from '../desk/order-edits.ts';
import type { LineItem } from '../values/requests.ts';
import { changedId } from '../readers/same-ids.ts';

/** More than 31 bits hold, and a sign. */
const HUGE_GOAL = 3_000_000_000;
const LONG_NAME = 200;

/** Values that a service does not want are answered 422. */
const isBroken = ({ reply }: Sent) => hasFailed(reply);

/** An order with names longer than any other of this run, and no longer than a usual column holds. */
const longNames = updates.stage(
  { id: 'updates.long-names', needs: { basic, means }, after: [lineAddedAtOnce], sends: { orders: 1 }, drafts: 1 },
  ({ http, basic: { on }, means: { campaigns } }) => {
    const form = campaigns.order('large', campaigns.line('large', on));
    const long = (name: string) => `${name} `.padEnd(LONG_NAME, 'x');
    const advertiser = { name: long(form.advertiser.name) };
    return send(http, { ...form, advertiser, order: { ...form.order, name: long(form.order.name) } });
  },
);

updates.check(
  {
    id: 'updates.large-values-are-handled',
    level: 'must',
    section: 'ad-server §4.4',
    requirement:
      'Large goals, several countries, long creatives and long names are taken, with the ids of before, or refused with 422.',
    fix: 'Give goals 64 bits, and names and texts of creatives columns without a small limit; check what still does not fit before it is saved, and answer 422. Keep 409 for keys that were used for another body.',
    needs: { basic, all, means, answers200, named: longNames },
    prefers: { isAddedOnce: lineAddedAtOnce },
    sends: { orders: 2 },
  },
  async ({ http, basic, all, means, named, isAddedOnce, note }) => {
    const before = asLeft(basic, all);
    const { request } = before;
    const larger = largeLines(request, means);
    const update = (...changes: readonly Partial<LineItem>[]) => {
      const line_items = request.line_items.map((line) =>
        changes.reduce<LineItem>((changed, change) => ({ ...changed, ...change }), line),
      );
      return send(http, means.campaigns.update(request, { line_items }));
    };
    const huge = await update({ goal_impressions: HUGE_GOAL });
    const together = await update(...larger.map(({ change }) => change));
    // Drafts may count as commitments: none for so many impressions is left behind.
    if (!isRefusedForValues(huge) && !isAccepted(together)) await update();
    // Each by itself, for whoever has to find what is too large.
    const alone: { readonly what: string; readonly sent: Sent }[] = [];
    if (isBroken(together)) for (const { what, change } of larger) alone.push({ what, sent: await update(change) });
    const isOne = alone.some(({ sent }) => isBroken(sent));
    const names = larger.map(({ what }) => what);
    const updated = [
      ...(isOne ? alone : [{ what: inWords(names, 'and'), sent: together }]),
      { what: `a goal of ${HUGE_GOAL.toLocaleString('en')}`, sent: huge },
    ];
    const broken = [
      ...updated.map(({ what, sent }) => ({ what: `an update with ${what}`, sent })),
      { what: `a new order with names of ${LONG_NAME} characters`, sent: named },
    ].filter(({ sent }) => isBroken(sent) || (sent === huge && isConflict(sent) && isAccepted(together)));
    const [first] = broken;
    if (first === undefined) {
      // Ids that other updates change are told there.
      const isStable = isAddedOnce === true && !all.some(isChanged);
      for (const { what, sent } of isStable ? updated.toReversed() : []) {
        const change = isAccepted(sent) ? changedId(before, sent) : null;
        if (change !== null) violation({ ...change, actual: `${change.actual} to an update with ${what}` });
      }
      note(`Answered ${inWords([...new Set([huge, together, named].map(({ reply }) => describe(reply)))], 'and')}.`);
      return;
    }
    violation({
      expected: 'status 200 or 201, or 422',
      actual: `${describe(first.sent.reply)} to ${inWords(
        broken.map(({ what }) => what),
        'and',
      )}`,
      replies: [first.sent.reply],
    });
  },
);
