import { describe, expect, otherAnswer } from '../../../src/engine/expect.ts';
import type { Note } from '../../../src/engine/node.ts';
import type { Finding } from '../../../src/engine/signal.ts';
import { failuresBefore, isSuccess, type Reply } from '../../../src/http/reply.ts';
import { member, valueAt } from '../../json.ts';
import { isLongRef } from '../values/other-case.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { inWords } from '../../../src/text/in-words.ts';
import type { IdSet } from './id-set.ts';

export interface Sent {
  readonly request: OrderRequest;
  readonly reply: Reply;
}

/** The ids of an answer as they came; other rules check that they are strings. */
interface Ids {
  readonly order: unknown;
  /** By the line's `external_ref`. */
  readonly lines: ReadonlyMap<string, unknown>;
}

export interface Booking extends Sent {
  readonly ids: Ids;
  readonly former?: readonly Ids[];
  /** An answer received between it and one that is compared with it. */
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
/** Refused because its key was used for another body. */
export const isConflict = isAnswered(409);
/** With 422, business rules refuse, and with others to which the contract gives no cause of its own. */
export const BUSINESS_RULE: readonly number[] = [422, 402, 410, 423, 424, 451];
export const isRefusedForValues = isAnswered(...BUSINESS_RULE);
/** Not carried out, for whatever reason; a 429 does not carry anything out either. */
export const isRefusal = ({ reply: { status } }: Answered): boolean => status !== null && status >= 400 && status < 500;
/** The service says that there is no such slot. */
export const isUnknown = isAnswered(404);
/** A service may have refused it for a limit of its own, about which the contract says nothing. */
export const mayBeBeyondLimits = isAnswered(400, 413, ...BUSINESS_RULE);
/** Whether the service treats the slots of an order as existing: a 410 may say that one is gone. */
export const isAsOfSlot = (sent: Answered): boolean => isAccepted(sent) || sent.reply.status === 422;

export function expectAccepted(reply: Reply, context?: string): void {
  if (!isSuccess(reply)) expect(reply, context).status(...SUCCESSES);
}

/** Expects an order to be taken, or to be refused by a business rule. */
export function expectHandled(reply: Reply, context?: string): void {
  if (!isSuccess(reply) && !isRefusedForValues({ reply })) expect(reply, context).status(...SUCCESSES, 422);
}

/** `orders.any-name-and-references` alone judges this. */
export function mayBeTooLongFor({ request, reply }: Sent): boolean {
  return (reply.status ?? 0) >= 500 && isLongRef(request.order.external_ref);
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
}

export const everySent = ({ refused = [], ...last }: Sent & Partial<Tried>): readonly Sent[] => [...refused, last];

export function refusedInWords({ refused }: Tried): string | null {
  if (refused.length === 0) return null;
  const forms = refused.length === 1 ? 'Another form of it was' : `${refused.length} other forms of it were`;
  return `${forms} refused before, as a business rule may: ${[...new Set(refused.map(({ reply }) => describe(reply)))].join('; ')}.`;
}

/**
 * Whether an earlier attempt of this call may have been carried out although its answer was an error or got lost. The
 * retry then found the order there, unless it got 201. A 429 does not count: it means that nothing was carried out.
 */
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

/** The accepted ones of these orders, each once: one order may stand for two kinds. */
export function bookingsOf(sent: Iterable<Sent | undefined>): readonly Booking[] {
  const accepted = [...sent].filter((one) => one !== undefined).filter(isAccepted);
  return [...new Map(accepted.map((one) => [one.reply, booked(one)])).values()];
}

/** A sentence about what was tried and answered. Attempts on one slot with the same answer are told together. */
export function attemptsInWords(attempts: readonly Sent[]): string {
  const tried = new Map<string, { slots: string; answer: string; lines: Set<string> }>();
  for (const { request, reply } of attempts) {
    const slots = [...new Set(request.line_items.map((line) => JSON.stringify(line.inventory_id)))].join(', ');
    const answer = describe(reply);
    const { lines } = tried.get(slots + answer) ?? { lines: new Set() };
    for (const { goal_impressions: goal, flight } of request.line_items)
      lines.add(`${goal} from ${flight.start_date} to ${flight.end_date}`);
    tried.set(slots + answer, { slots, answer, lines });
  }
  return [...tried.values()]
    .map(({ slots, answer, lines }) => `slot ${slots} with a goal of ${[...lines].join(', ')}: ${answer}`)
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
  return lines.length === 1 ? 'one line' : `${lines.length} lines on ${slots === 1 ? 'one slot' : `${slots} slots`}`;
}

export function asListed(slots: readonly string[], { listed, size }: IdSet): string {
  const ids = [...new Set(slots)];
  const place = ids.length === 1 ? (listed ?? []).indexOf(ids[0] ?? '') : -1;
  const where = place < 0 ? 'still listed' : `slot ${place + 1} of the ${size} that are listed`;
  const quoted = ids.map((id) => JSON.stringify(id));
  return `${inWords(quoted, 'and')}, ${where}`;
}

/** The finding that an order which was only ever refused is answered as if it existed. */
export function asForExisting(reply: Reply, refused: Reply): Finding {
  const expected = 'status 201: an order of this reference was only ever refused';
  return otherAnswer(reply, expected, { circumstance: 'as for an order that exists', beside: [refused] });
}
