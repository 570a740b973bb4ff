import { expect, violation } from '../../src/engine/expect.ts';
import { blockedBy, inconclusive } from '../../src/engine/signal.ts';
import { shown } from '../../src/schema/faults.ts';
import { basic, material } from './05-orders.ts';
import { created } from './05-orders-kinds.ts';
import { lastRace } from './06-idempotency-races.ts';
import { all, edited, updates } from './07-updates.ts';
import { answers200 } from './07-updates-ids.ts';
import { booked, hasLines, isAccepted, isRefusedForValues, linesOf, send } from './booking.ts';
import { changedId, isId } from './same-ids.ts';

updates.check(
  {
    id: 'updates.added-line-gets-new-id',
    level: 'must',
    section: 'ad-server §4.4 rule 5',
    requirement: 'A line that an update adds gets a `line_item_id` that no other line has.',
    fix: 'Create only the line that is missing, with an id of its own.',
    needs: { edited },
    prefers: { created },
  },
  ({ edited: { 'added-line': updated }, created = [] }) => {
    if (updated === undefined || !isAccepted(updated)) inconclusive('The request to add a line was refused.');
    const { before, request, reply } = updated;
    const { lines } = booked(updated).ids;
    const others = [before, ...created].flatMap(({ ids }) => [...ids.lines]).concat([...lines]);
    for (const { external_ref: ref } of request.line_items) {
      const id = lines.get(ref);
      if (before.ids.lines.has(ref) || !isId(id)) continue;
      const owner = others.find(([other, taken]) => other !== ref && String(taken) === String(id));
      if (owner !== undefined)
        violation({
          expected: `an id of its own for ${ref}`,
          actual: `${shown(id)}, the id of ${owner[0]}`,
          pointer: '/line_items',
          replies: [before.reply, reply],
        });
    }
  },
);

updates.check(
  {
    id: 'updates.every-line-once',
    level: 'must',
    section: 'ad-server §4.4 rule 5',
    requirement: 'The answer to an update names every line that was sent, once.',
    fix: 'Answer one element for each line of the request; match lines by `external_ref`, so that none is created a second time.',
    needs: { all },
  },
  ({ all }) => {
    for (const updated of all.filter((one) => isAccepted(one) && hasLines(one.reply))) {
      if (!updated.before.request.line_items.every((line) => updated.before.ids.lines.has(line.external_ref)))
        blockedBy({ id: 'orders.lines-echoed' });
      const refs = linesOf(updated.reply).map(({ ref }) => ref);
      if (refs.some((ref) => typeof ref !== 'string')) blockedBy({ id: 'orders.line-external-ref' });
      for (const { external_ref: ref } of updated.request.line_items) {
        const times = refs.filter((other) => other === ref).length;
        if (times !== 1)
          violation({
            expected: `the line ${ref} once (update: ${updated.kind})`,
            actual: times === 0 ? 'no such line' : `${times} such lines`,
            pointer: '/line_items',
            replies: [updated.reply],
          });
      }
    }
  },
);

/** A line is added three times at once, under different keys. */
updates.check(
  {
    id: 'updates.line-added-at-once',
    level: 'must',
    section: 'ad-server §4.4 rule 5',
    requirement: 'Updates in flight at once that add the same line create it once.',
    fix: 'Put a unique constraint on the `external_ref` of the lines of an order, and let the second update wait for the first.',
    needs: { basic, material, edited, answers200 },
    after: [all, lastRace],
    sends: { orders: 3 },
  },
  async ({ http, basic: { request }, material: { campaigns }, edited }) => {
    const calm = edited['re-push'];
    if (calm !== undefined && changedId(calm.before, calm) !== null) blockedBy({ id: 'updates.re-push-keeps-ids' });
    const line_items = request.line_items.flatMap((line) => [
      line,
      { ...line, external_ref: `${line.external_ref}-at-once` },
    ]);
    const update = campaigns.update(request, 'at-once', { line_items });
    const sent = await Promise.all(
      [update, campaigns.update(update, 'at-once'), campaigns.update(update, 'at-once')].map((one) => send(http, one)),
    );
    const [first] = sent;
    if (first !== undefined && sent.every(isRefusedForValues))
      inconclusive('The request to add a line was refused.', first.reply);
    for (const { reply } of sent) expect(reply).status(200, 201);
    const ids = new Map<string, string>();
    for (const { reply } of sent)
      for (const { ref, id } of linesOf(reply)) {
        if (typeof ref !== 'string' || !isId(id) || !ref.endsWith('-at-once')) continue;
        const other = ids.get(ref) ?? String(id);
        ids.set(ref, other);
        if (other !== String(id))
          violation({
            expected: `one id for ${ref}`,
            actual: `${shown(other)} and ${shown(id)}`,
            pointer: '/line_items',
            replies: sent.map(({ reply }) => reply),
          });
      }
  },
);
