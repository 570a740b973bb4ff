import { slipIn, type Slip } from '../../../src/causes/slip.ts';
import {
  describe,
  expect,
  otherAnswer,
  differs,
  violation,
  expectNone,
  withMore,
  withFacts,
} from '../../../src/engine/expect.ts';
import type { Note } from '../../../src/engine/node.ts';
import { blockedBy, type Finding, inconclusive } from '../../../src/engine/signal.ts';
import { isOfCsrf } from '../../../src/http/who-answered.ts';
import { failuresBefore, isClientError, isSuccess, type Reply } from '../../../src/http/reply.ts';
import { member, valueAt } from '../../json.ts';
import { isOddRef } from '../values/near-misses.ts';
import { takenFor, type TakenFor } from './taken-for.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { groupedBy } from '../../../src/text/grouped-by.ts';
import { inWords, amount } from '../../../src/text/in-words.ts';
import { shown } from '../../../src/schema/faults.ts';
import { listed } from '../../../src/text/printable.ts';
import { cut } from '../../../src/text/cut.ts';

export interface Sent {
  readonly request: OrderRequest;
  readonly reply: Reply;
}

/** As they came: other rules check that they are strings. */
interface Ids {
  readonly order: unknown;
  readonly lines: ReadonlyMap<string, unknown>;
}

export interface Booking extends Sent {
  readonly ids: Ids;
  readonly former?: readonly Ids[];
  /** An update between this answer and the one it is compared with. */
  readonly since?: Reply;
}

type Answered = Pick<Sent, 'reply'>;

export const SUCCESSES: readonly number[] = [200, 201];

export const isAccepted = ({ reply }: Answered): boolean => isSuccess(reply);

const isAnswered =
  (...statuses: readonly Reply['status'][]) =>
  ({ reply }: Answered): boolean =>
    statuses.includes(reply.status);

export const isCreated = isAnswered(201);
export const isConflict = isAnswered(409);
/** 422, and statuses to which the contract gives no meaning of their own. */
export const BUSINESS_RULE: readonly number[] = [422, 402, 410, 423, 424, 451];
export const isRefusedForValues = ({ reply }: Answered): boolean =>
  BUSINESS_RULE.includes(reply.status ?? 0) && !isOfCsrf(reply);
export const isRefusal = ({ reply }: Answered): boolean => isClientError(reply);
export const isUnknown = isAnswered(404);
/** A service may have limits, of which the contract says nothing. */
export const mayBeBeyondLimits = isAnswered(400, 413, ...BUSINESS_RULE);
/** Whether the service treats the slots of an order as existing: a 410 may say that one is gone. */
export const isAsOfSlot = (sent: Answered): boolean => isAccepted(sent) || sent.reply.status === 422;

export function expectAccepted(reply: Reply, context?: string): void {
  if (!isSuccess(reply)) expect(reply, context).status(...SUCCESSES);
}

export function expectHandled(reply: Reply, context?: string): void {
  if (!isSuccess(reply) && !isRefusedForValues({ reply })) expect(reply, context).status(...SUCCESSES, 422);
}

/** `orders.any-name-and-references` and `orders.odd-texts-are-handled` alone judge this. */
export function mayBeTooOddFor({ request, reply }: Sent): boolean {
  return (reply.status ?? 0) >= 500 && isOddRef(request.order.external_ref);
}

export function slotsOf(request: OrderRequest): readonly string[] {
  return request.line_items.map((line) => line.inventory_id);
}

export function slotsUnknown(sent: readonly Sent[]): ReadonlySet<string> {
  return new Set(sent.filter(isUnknown).flatMap(({ request }) => slotsOf(request)));
}

/** An order that was sent in several forms: the last one sent, and those refused before it. */
export interface Tried extends Sent {
  readonly refused: readonly Sent[];
  /** The same order with plain names of the same length, sent if this one failed. */
  readonly plain?: Sent;
}

export const everySent = ({ refused = [], ...last }: Sent & Partial<Tried>): readonly Sent[] => [...refused, last];

export function refusedInWords({ refused }: Tried): string | null {
  if (refused.length === 0) return null;
  const forms = refused.length === 1 ? 'Another form of it was' : `${refused.length} other forms of it were`;
  return `${forms} refused before, as a business rule may: ${[...new Set(refused.map(({ reply }) => describe(reply)))].join('; ')}.`;
}

/** Whether an attempt before this one may have made the order, although its answer was an error or got lost. */
export const mayBeRepeat = (reply: Reply): boolean => reply.status !== 201 && failuresBefore(reply) > 0;

export const hasLines = (reply: Reply): boolean => Array.isArray(valueAt(reply, 'line_items'));

export function linesOf(reply: Reply) {
  const lines = valueAt(reply, 'line_items');
  return (Array.isArray(lines) ? lines : []).map((line: unknown) => ({
    ref: member(line, 'external_ref'),
    id: member(line, 'line_item_id'),
    status: member(line, 'status'),
  }));
}

export function idsOf(reply: Reply): Ids {
  const lines = new Map<string, unknown>();
  for (const { ref, id } of linesOf(reply)) if (typeof ref === 'string' && id !== undefined) lines.set(ref, id);
  return { order: valueAt(reply, 'order_id'), lines };
}

export function booked({ request, reply }: Sent): Booking {
  expectAccepted(reply);
  return { request, reply, ids: idsOf(reply) };
}

export function bookingsOf(sent: Iterable<Sent | undefined>): readonly Booking[] {
  const accepted = [...sent].filter((one) => one !== undefined).filter(isAccepted);
  return [...new Map(accepted.map((one) => [one.reply, booked(one)])).values()];
}

/** What orders were answered, and what they were for: each answer once. */
export function attemptsInWords(attempts: readonly Sent[]): string {
  const groups = [...groupedBy(attempts, ({ reply }) => describe(reply))];
  return groups
    .map(([answer, sent]) => {
      const lines = sent.flatMap(({ request }) => request.line_items);
      const [first, ...days] = lines.flatMap(({ flight }) => [flight.start_date, flight.end_date]).sort();
      const slots = [...new Set(lines.map((line) => JSON.stringify(line.inventory_id)))];
      const goals = [...new Set(lines.map((line) => line.goal_impressions))].sort((one, other) => one - other);
      const which = groups.length === 1 && sent.length > 1 ? `all ${sent.length} orders` : amount(sent.length, 'order');
      return `${answer} to ${which}, with ${goals.length === 1 ? 'a goal' : 'goals'} of ${inWords(goals, 'and')} between ${first} and ${days.at(-1)}, on slot ${listed(slots, 3)}`;
    })
    .join('; ');
}

export function expectTakenOrRefused({ reply }: Sent, note: Note): void {
  expectHandled(reply);
  if (isRefusedForValues({ reply })) note(`Refused with ${reply.status ?? ''}, as a business rule may.`);
}

export function noteRefused(sent: Tried, note: Note): void {
  const refused = refusedInWords(sent);
  if (isAccepted(sent) && refused !== null) note(refused);
}

export function linesInWords({ line_items: lines }: OrderRequest): string {
  const slots = new Set(lines.map(({ inventory_id: id }) => id)).size;
  const inCountries = lines.filter(({ targeting }) => targeting?.geo?.length).length;
  const where = inCountries === 0 ? '' : `, ${inCountries} of them with \`targeting.geo\``;
  if (lines.length === 1) return inCountries === 0 ? 'one line' : 'one line with `targeting.geo`';
  return `${lines.length} lines on ${slots === 1 ? 'one slot' : `${slots} slots`}${where}`;
}

export function asListed(
  slots: readonly string[],
  { listed, size }: { listed: readonly string[] | null; size: number },
): string {
  const ids = [...new Set(slots)];
  const place = ids.length === 1 ? (listed ?? []).indexOf(ids[0] ?? '') : -1;
  const where = place < 0 ? 'still listed' : `slot ${place + 1} of the ${size} that are listed`;
  const quoted = ids.map((id) => JSON.stringify(id));
  return `${inWords(quoted, 'and')}, ${where}`;
}

/** The finding that an order is answered as if it existed, although it was only refused before. */
export function asForExisting(reply: Reply, refused: Reply): Finding {
  const expected = `status 201: an order of this reference was only ever refused, with ${refused.status ?? 0}`;
  return otherAnswer(reply, expected, { circumstance: 'as for an order that exists', beside: [refused] });
}

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
      expected: `the line ${ref} again, with the id ${inJson(id)}`,
      actual: `no such line${circumstance}`,
      pointer: '/line_items',
      replies: [before.reply, after.reply],
    });
  }
}

/** Expects the same ids, and 200 or the status that retries usually get, which another rule judges. */
export function expectRepeated(before: Booking, again: Sent, usual: number | null, circumstance = ''): void {
  expect(again.reply, circumstance, repeatAsConflict(again)).status(...new Set([200, usual ?? 200]));
  expectSameIds(before, again);
}

/** Other bodies that were sent under keys that had been used. */
interface UnderUsedKeys {
  readonly anotherOrder: Sent;
  readonly anotherRef: Sent;
  readonly changed: readonly Sent[];
}

/** That another body was accepted under a key explains a 409 to the first one. */
export function unlessReplaced({ request }: Sent, again: Sent, conflicts: UnderUsedKeys | undefined): void {
  const others = conflicts ? [...conflicts.changed, conflicts.anotherOrder, conflicts.anotherRef] : [];
  const isReplaced = others.some((one) => one.request.idempotency_key === request.idempotency_key && isAccepted(one));
  if (isReplaced && isConflict(again)) blockedBy({ id: 'idempotency.conflict-is-409' });
}

/** That a literal retry is answered 409 tells that the bodies are compared in the wrong way. */
const repeatAsConflict = (again: Answered) =>
  isConflict(again) && !/progress|process|running|lock/i.test(describe(again.reply))
    ? { slip: 'repeat-as-conflict' as const }
    : {};

/** Expects the ids from before, of the order and of those lines that the answer names. */
export function expectKeptIds(before: Booking, after: Sent, more = () => '', slip?: Slip): void {
  const change = changedId(before, after);
  expectNone(change && withFacts(withMore(change, more()), slip && change.found.slip === undefined ? { slip } : {}));
  if (!isId(before.ids.order) || !isId(idsOf(after.reply).order))
    inconclusive('An answer has no `order_id`.', before.reply, after.reply);
}

/** The first id that is neither the one from before nor one of an earlier answer. */
export function changedId({ request, reply, ids, former = [], since }: Booking, after: Sent): Finding | null {
  const sent = request.line_items.map((line) => line.external_ref);
  const asked = [...sent, ...after.request.line_items.map((line) => line.external_ref)];
  const isOfOther = [reply, after.reply].some((answer) => {
    const answered = linesOf(answer).flatMap(({ ref }) => (typeof ref === 'string' ? [ref] : []));
    return answered.length > 0 && !answered.some((ref) => asked.includes(ref));
  });
  const now = linesOf(after.reply).map(({ id }) => id);
  const areSwapped = (was: unknown, is: unknown) =>
    new Set(now).size === now.length && now.includes(was) && [...ids.lines.values()].includes(is);
  const change = (was: unknown, is: unknown, whose: string, pointer: string, other?: TakenFor) =>
    differs({
      expected: `${inJson(was)}, the id that ${whose} had before`,
      actual: shown(is) + (inLowerCase(was) === inLowerCase(is) ? ', the same in another letter case' : ''),
      slip: isOfOther
        ? 'other-request'
        : other !== undefined
          ? areSwapped(was, is) && other.slip !== 'other-case'
            ? 'swapped-ids'
            : other.slip
          : isId(was)
            ? slipIn(was, is)
            : undefined,
      more: isOfOther ? undefined : other?.more,
      pointer,
      replies: [reply, ...(since ? [since] : []), after.reply],
    });
  const { order } = idsOf(after.reply);
  if (isChanged(ids.order, order, ...former.map((ids) => ids.order)))
    return change(ids.order, order, 'the order', '/order_id');
  for (const [index, { ref, id: is }] of linesOf(after.reply).entries()) {
    if (typeof ref !== 'string' || !sent.includes(ref)) continue;
    const was = ids.lines.get(ref);
    if (isChanged(was, is, ...former.map(({ lines }) => lines.get(ref)))) {
      const named = (all: ReadonlyMap<string, unknown>) => [...all].map(([ref, id]) => ({ ref, id }));
      const had = [ids, ...former].flatMap(({ lines }) => named(lines));
      const other = takenFor(
        { ref, was, is },
        { request, lines: had },
        { request: after.request, lines: named(idsOf(after.reply).lines) },
      );
      return change(was, is, `the line ${ref}`, `/line_items/${index}/line_item_id`, other);
    }
  }
  return null;
}

function isChanged(was: unknown, is: unknown, ...former: readonly unknown[]): boolean {
  return isId(was) && isId(is) && [was, ...former].filter(isId).every((id) => String(id) !== String(is));
}

export const inLowerCase = (text: unknown) => String(text).toLowerCase();

const inJson = (id: unknown) => cut(JSON.stringify(id), 120);

export function lacksLine({ request, reply }: Sent): boolean {
  const answered = linesOf(reply).map(({ ref }) => ref);
  return request.line_items.some(({ external_ref: ref }) => !answered.includes(ref));
}

/** Whether an id can be compared; other rules check that it is a string. */
export function isId(id: unknown): id is string | number {
  return typeof id === 'number' || (typeof id === 'string' && !NO_ID.test(id));
}

const NO_ID = /^(?:null|undefined|None|NaN|\[object Object\])?$/;

export interface Updated<Name extends string = string> extends Tried {
  readonly name: Name;
  readonly what: string;
  readonly before: Booking;
  readonly form: number;
  /** The statuses with which a business rule may refuse it. */
  readonly refusals: readonly number[];
  /** The ids that the same update got when it was sent again. */
  readonly further?: readonly Ids[];
  /** A new order of the same content, sent if the service refused what the contract promises. */
  readonly control?: Sent;
}

export class Steps<Name extends string> {
  readonly all: readonly Updated<Name>[];

  constructor(all: readonly Updated<Name>[]) {
    this.all = all;
  }

  step(name: Name): Updated<Name> | undefined {
    return this.all.find((step) => step.name === name);
  }

  taken(...names: readonly Name[]): readonly Updated<Name>[] {
    return this.all.filter((step) => names.includes(step.name) && isAccepted(step));
  }
}

/** The order after an accepted update, with all ids that answers gave it. */
export function asUpdated(updated: Pick<Updated, 'before' | 'request' | 'reply' | 'further'>): Booking {
  const { former = [], ids } = updated.before;
  return { ...booked(updated), former: [...former, ids, ...(updated.further ?? [])] };
}

export function asLeft(order: Booking, steps: readonly Updated[]): Booking {
  const last = steps.findLast(
    (step) => isAccepted(step) && step.request.order.external_ref === order.request.order.external_ref,
  );
  return last === undefined ? order : asUpdated(last);
}

export function keepsIds(
  { before, ...after }: Sent & { readonly before: Booking },
  more?: () => string,
  slip?: Slip,
): void {
  const unnamed = before.request.line_items.find((line) => !before.ids.lines.has(line.external_ref));
  if (unnamed !== undefined)
    inconclusive(`The answer before did not name the line ${unnamed.external_ref}.`, before.reply);
  expectKeptIds(before, after, more, slip);
}
