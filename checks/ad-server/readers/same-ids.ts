import { slipIn } from '../../../src/causes/slip.ts';
import { expect, violation, expectNone, differs } from '../../../src/engine/expect.ts';
import { inconclusive, type Finding } from '../../../src/engine/signal.ts';
import { shown } from '../../../src/schema/faults.ts';
import { cut } from '../../../src/text/cut.ts';
import { hasLines, idsOf, linesOf, type Booking, type Sent } from './booking.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { member, valueAt } from '../../json.ts';

/** Expects the same ids as before, for the order and every line of both requests (ad-server §4.4). */
export function expectSameIds(before: Booking, after: Sent, circumstance = ''): void {
  expectKeptIds(before, after);
  if (!hasLines(after.reply)) inconclusive('The answer has no `line_items`.', before.reply, after.reply);
  const answered = new Set(linesOf(after.reply).map(({ ref }) => ref));
  for (const { external_ref: ref } of after.request.line_items) {
    const id = before.ids.lines.get(ref);
    if (!isId(id) || answered.has(ref)) continue;
    if ([...answered].some((ref) => typeof ref !== 'string'))
      inconclusive('A line of the answer has no `external_ref`.', before.reply, after.reply);
    violation({
      expected: `the line_item_id ${inJson(id)} for ${ref} again`,
      actual: `no such line${circumstance}`,
      pointer: '/line_items',
      replies: [before.reply, after.reply],
    });
  }
}

/** Expects the same ids, and 200 or the status that all retries get: another rule judges that one. */
export function expectRepeated(before: Booking, again: Sent, usual: number | null, circumstance = ''): void {
  expect(again.reply, circumstance).status(...new Set([200, usual ?? 200]));
  expectSameIds(before, again);
}

/** Expects the order and the lines in an answer to have the ids they had before. Lines may be missing. */
export function expectKeptIds(before: Booking, after: Sent): void {
  expectNone(changedId(before, after));
  if (!isId(before.ids.order) || !isId(idsOf(after.reply).order))
    inconclusive('An answer has no `order_id`.', before.reply, after.reply);
}

/** The first id that differs from the one before, as far as ids can be compared; one of an earlier answer does not. */
export function changedId({ request, reply, ids, former = [], since }: Booking, after: Sent): Finding | null {
  const sent = request.line_items.map((line) => line.external_ref);
  const answered = linesOf(after.reply).flatMap(({ ref }) => (typeof ref === 'string' ? [ref] : []));
  const isOfOther = answered.length > 0 && !answered.some((ref) => sent.includes(ref));
  const change = (was: unknown, is: unknown, whose: string, pointer: string) =>
    differs({
      expected: `${inJson(was)}, the id that ${whose} had before`,
      actual: shown(is) + (inLowerCase(was) === inLowerCase(is) ? ', the same in another letter case' : ''),
      slip: isOfOther ? 'other-request' : isId(was) ? slipIn(was, is) : undefined,
      pointer,
      replies: [reply, ...(since ? [since] : []), after.reply],
    });
  const { order } = idsOf(after.reply);
  if (isChanged(ids.order, order, ...former.map((ids) => ids.order)))
    return change(ids.order, order, 'the order', '/order_id');
  for (const [index, { ref, id: is }] of linesOf(after.reply).entries()) {
    if (typeof ref !== 'string' || !sent.includes(ref)) continue;
    const was = ids.lines.get(ref);
    if (isChanged(was, is, ...former.map(({ lines }) => lines.get(ref))))
      return change(was, is, `the line ${ref}`, `/line_items/${index}/line_item_id`);
  }
  return null;
}

function isChanged(was: unknown, is: unknown, ...former: readonly unknown[]): boolean {
  return isId(was) && isId(is) && [was, ...former].filter(isId).every((id) => String(id) !== String(is));
}

const inLowerCase = (id: unknown) => String(id).toLowerCase();

const inJson = (id: unknown) => cut(JSON.stringify(id), 120);

export function lacksLine({ request, reply }: Sent): boolean {
  const answered = linesOf(reply).map(({ ref }) => ref);
  return request.line_items.some(({ external_ref: ref }) => !answered.includes(ref));
}

/** Whether an id can be compared; other rules check that it is a string. */
export function isId(id: unknown): id is string | number {
  return (typeof id === 'string' && id !== '') || typeof id === 'number';
}

interface Named {
  readonly id: string;
  readonly owner: string;
  readonly pointer: string;
  readonly reply: Reply;
}

function orderRef(request: unknown): string | null {
  const ref = member(member(request, 'order'), 'external_ref');
  return typeof ref === 'string' ? ref : null;
}

export function orderIn(reply: Reply, request: unknown): Named[] {
  const owner = orderRef(request);
  const id = valueAt(reply, 'order_id');
  return owner === null || !isId(id) ? [] : [{ id: String(id), owner, pointer: '/order_id', reply }];
}

/** The lines of an answer. Another rule judges references that are not strings. */
export function linesIn(reply: Reply, request: unknown): Named[] {
  const order = orderRef(request);
  if (order === null) return [];
  return linesOf(reply).flatMap(({ ref, id }, index) => {
    const line = typeof ref === 'string' ? ref : `the line at /line_items/${index}`;
    const pointer = `/line_items/${index}/line_item_id`;
    return isId(id) ? [{ id: String(id), owner: `${line} of ${order}`, pointer, reply }] : [];
  });
}

export function expectOneOwner(name: string, all: readonly Named[]): void {
  const firsts = new Map<string, Named>();
  for (const named of all) {
    const { id, owner } = named;
    const first = firsts.get(id) ?? named;
    firsts.set(id, first);
    if (first.owner !== owner)
      violation({
        expected: `the ${name} of one reference alone`,
        slip: id === '0' ? 'zero-id' : undefined,
        actual: `${shown(id)}${id.trim() === '' ? ' (blank)' : ''} for ${cut(owner, 160)}, as for ${cut(first.owner, 160)}`,
        pointer: named.pointer,
        replies: [first.reply, named.reply],
      });
  }
}
