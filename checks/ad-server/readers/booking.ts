import { describe, expect } from '../../../src/engine/expect.ts';
import type { Note } from '../../../src/engine/node.ts';
import { failuresBefore, isSuccess, type Reply } from '../../../src/http/reply.ts';
import { member, valueAt } from '../../json.ts';
import type { OrderRequest } from '../values/request-bodies.ts';

// Orders as they were sent and answered.

export interface Sent {
  readonly request: OrderRequest;
  readonly reply: Reply;
}

/** The ids in an answer, as they came: whether they are strings is judged elsewhere. */
interface Ids {
  readonly order: unknown;
  /** By the line's `external_ref`. */
  readonly lines: ReadonlyMap<string, unknown>;
}

interface AnsweredLine {
  readonly ref: unknown;
  readonly id: unknown;
  readonly status: unknown;
}

export interface Booking extends Sent {
  readonly ids: Ids;
  /** The ids of earlier answers about it. */
  readonly former?: readonly Ids[];
  /** An answer that came between it and one that is compared with it. */
  readonly since?: Reply;
}

/** What an order may be answered that is taken. */
export const SUCCESSES: readonly number[] = [200, 201];

/** Taken, with any success. */
export function isAccepted({ reply }: Pick<Sent, 'reply'>): boolean {
  return isSuccess(reply);
}

export function expectAccepted(reply: Reply, context?: string): void {
  if (!isSuccess(reply)) expect(reply, context).status(...SUCCESSES);
}

/** Refused for its key, which is used for another body. */
export function isConflict({ reply }: Pick<Sent, 'reply'>): boolean {
  return reply.status === 409;
}

/** Refused for its values, as a business rule may. */
export function isRefusedForValues({ reply }: Pick<Sent, 'reply'>): boolean {
  return reply.status === 422;
}

/** Says that there is no such slot. */
export function isUnknown({ reply }: Pick<Sent, 'reply'>): boolean {
  return reply.status === 404;
}

/** Whether an answer could be that to an order on some slot. */
export function isAsOfSlot(sent: Pick<Sent, 'reply'>): boolean {
  return isAccepted(sent) || isRefusedForValues(sent);
}

export function slotsOf(request: OrderRequest): readonly string[] {
  return request.line_items.map((line) => line.inventory_id);
}

/** The slots of the orders that were answered so. */
export function slotsUnknown(sent: readonly Sent[]): ReadonlySet<string> {
  return new Set(sent.filter(isUnknown).flatMap(({ request }) => slotsOf(request)));
}

/** An order that was asked for in several forms: the last that was sent, and what was refused for its values before. */
export interface Tried extends Sent {
  readonly refused: readonly Sent[];
}

export function everySent({ refused = [], ...last }: Sent & Partial<Tried>): readonly Sent[] {
  return [...refused, last];
}

/** Whether an order may have been refused for a limit of the service, of which the contract says nothing. */
export function mayBeBeyondLimits({ reply }: Sent): boolean {
  return reply.status === 400 || reply.status === 413 || reply.status === 422;
}

/** What was refused before a form was taken, in a sentence; `null` where nothing was. */
export function refusedInWords({ refused }: Tried): string | null {
  if (refused.length === 0) return null;
  const answers = [...new Set(refused.map(({ reply }) => describe(reply)))];
  const others = answers.length > 3 ? [...answers.slice(0, 3), `${answers.length - 3} other answers`] : answers;
  const forms = refused.length === 1 ? 'Another form of it was' : `${refused.length} other forms of it were`;
  return `${forms} refused before, as a business rule may: ${others.join('; ')}.`;
}

/**
 * Whether an earlier attempt of this call may have been carried out although its answer was an error or got lost: then
 * the client's own retry found the order there, unless 201 says that it did not. A 429 carries nothing out.
 */
export function mayBeRepeat(reply: Reply): boolean {
  return reply.status !== 201 && failuresBefore(reply) > 0;
}

export function hasLines(reply: Reply): boolean {
  return Array.isArray(valueAt(reply, 'line_items'));
}

/** The lines of an answer, in its order; none where it has no such array. */
export function linesOf(reply: Reply): AnsweredLine[] {
  const lines = valueAt(reply, 'line_items');
  return (Array.isArray(lines) ? lines : []).map((line: unknown) => ({
    ref: member(line, 'external_ref'),
    id: member(line, 'line_item_id'),
    status: member(line, 'status'),
  }));
}

/** Reads an accepted answer's ids; what is missing in it is left out. */
export function idsOf(reply: Reply): Ids {
  return {
    order: valueAt(reply, 'order_id'),
    lines: new Map(
      linesOf(reply).flatMap(({ ref, id }) =>
        typeof ref === 'string' && id !== undefined ? [[ref, id] as const] : [],
      ),
    ),
  };
}

/** Expects an order to be accepted, with any success and some order id in it. */
export function booked({ request, reply }: Sent): Booking {
  expectAccepted(reply);
  return { request, reply, ids: idsOf(reply) };
}

/** What was tried and what the service answered each time, in a sentence: at once where a slot had the same answer. */
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

/** Expects an order to be taken, or refused with 422, of which a note is made. */
export function expectTakenOrRefused({ reply }: Sent, note: Note): void {
  if (isRefusedForValues({ reply })) note('Refused with 422, as a business rule may.');
  else if (!isAccepted({ reply })) expect(reply).status(...SUCCESSES, 422);
}

/** Notes which forms of an order were refused before it was taken. */
export function noteRefused(sent: Tried, note: Note): void {
  const refused = refusedInWords(sent);
  if (isAccepted(sent) && refused !== null) note(refused);
}
