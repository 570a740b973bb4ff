import { becauseOf, type Why } from '../../../src/engine/signal.ts';
import { excuse, type Reply, hasFailed } from '../../../src/http/reply.ts';
import { describe, because, refusedAlone } from '../../../src/engine/expect.ts';
import { valueAt } from '../../json.ts';
import type { CallOptions, Wire } from '../../../src/engine/wire.ts';
import {
  changedId,
  idsOf,
  isAccepted,
  isRefusedForValues,
  lacksLine,
  mayBeBeyondLimits,
  mayBeTooOddFor,
  slotsOf,
  type Booking,
  type Sent,
  type Tried,
  type Updated,
  isUnknown,
} from '../readers/booking.ts';
import type { IdSet } from '../readers/inventory-summary.ts';
import type { Campaigns } from '../values/campaign.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import type { DeskMaterial, OrderedLines } from './material.ts';
import { noAnswer } from '../../../src/http/answer.ts';

/** Keeps an answer from counting against the service: its rule is then inconclusive. */
export function leaveOpen(reply: Reply, why: Why, ...shownBy: readonly Reply[]): void {
  excuse(reply, { because: becauseOf(why), shownBy: [reply, ...shownBy] });
}

/** The same for what a business rule explains: its rule is then kept. */
export function permit(reply: Reply, why: Why, ...shownBy: readonly Reply[]): void {
  excuse(reply, { because: becauseOf(why), shownBy: [reply, ...shownBy], permitted: true });
}

export function says(reply: Reply, cause: RegExp): boolean {
  const words = [valueAt(reply, 'code'), valueAt(reply, 'message')].filter((text) => typeof text === 'string');
  return words.some((text) => cause.test(text.replaceAll('_', ' ')));
}

const TOO_SHORT = /too short|shorter than|m[ií]nim|mindest|zu kurz/i;

export function permitTooShort(reply: Reply): boolean {
  if (!says(reply, TOO_SHORT)) return false;
  permit(reply, `The refusal says that flights have a minimum length: ${describe(reply)}.`, reply);
  return true;
}

// Sends orders, and decides which refusals are wrong and which are excused.

/** The inventory is read again only if an order is refused. */
export function ordering<P extends string>(phase: P, orders: number) {
  return { phase, sends: { orders, inventory: 0 } };
}

export const TAKEN_LATER = 'It was refused first and accepted later: there may have been no room.';

/** The answers to updates of an order that seems not to exist, or to exist with other lines. */
const MAY_LAG: readonly (number | null)[] = [200, 201, 404, 409, 500];

const MORE_CONNECTIONS = 3;

/** Whether an answer to an update has the ids from before, or those that these answers gave. */
function isAsBooked(order: Booking, one: Sent, ...others: readonly Sent[]): boolean {
  const former = [...(order.former ?? []), ...others.map(({ reply }) => idsOf(reply))];
  return one.reply.status === 200 && changedId({ ...order, former }, one) === null && !lacksLine(one);
}

export type AskOptions = Pick<CallOptions, 'together' | 'alone' | 'unheeded' | 'what' | 'fresh' | 'ownKey'>;

export class Desk {
  readonly campaigns: Campaigns;
  readonly #http: Wire;
  readonly #material: DeskMaterial;

  constructor(http: Wire, material: DeskMaterial) {
    this.campaigns = material.campaigns;
    this.#http = http;
    this.#material = material;
  }

  with(campaigns: Campaigns): Desk {
    return new Desk(this.#http, { ...this.#material, campaigns });
  }

  /** Sends an order for listed slots; excuses a 404 if one of them has left the inventory. */
  async send(request: OrderRequest, options?: AskOptions): Promise<Sent> {
    const sent = await this.ask(request, options);
    if (isUnknown(sent)) await this.excuseGone([sent]);
    return sent;
  }

  /**
   * Sends orders at once. What fails with a 5xx is sent again when the others are answered: a deadlock among requests
   * in flight breaks no rule.
   */
  async sendTogether(requests: readonly OrderRequest[], options?: AskOptions): Promise<readonly Sent[]> {
    const together = {};
    const sent = await Promise.all(requests.map((request) => this.send(request, { ...options, together })));
    const settled: Sent[] = [];
    for (const one of sent) settled.push((one.reply.status ?? 0) >= 500 ? await this.#sendAfter(one) : one);
    return settled;
  }

  async #sendAfter({ request, reply }: Sent): Promise<Sent> {
    const alone = await this.send(request);
    if (!hasFailed(alone.reply)) reply.healed = 'together';
    return alone;
  }

  /** Sends an order, or almost one, and takes a 404 as it is. */
  async ask<R extends OrderedLines>(
    request: R,
    options: AskOptions = {},
  ): Promise<{ readonly request: R; readonly reply: Reply }> {
    const why = this.#material.terms?.against(request) ?? null;
    if (why !== null) return { request, reply: notSent(why) };
    return { request, reply: await this.#http.orders({ json: request }, options) };
  }

  get sellsOnce(): boolean {
    return this.#material.free != null;
  }

  allows(order: OrderedLines): boolean {
    return (this.#material.terms?.against(order) ?? null) === null;
  }

  /** Those whose orders the terms allow. If there are none, the first, whose reply then names the term. */
  possibleOf<T>(all: Iterable<T>, requestOf: (one: T) => OrderRequest): readonly T[] {
    const items = [...all];
    const kept = items.filter((one) => this.allows(requestOf(one)));
    return kept.length > 0 ? kept : items.slice(0, 1);
  }

  update(order: Pick<Sent, 'request'>, change: Partial<OrderRequest> = {}, options?: AskOptions): Promise<Sent> {
    return this.send(this.campaigns.update(order.request, change), options);
  }

  /** Updates an order. If it is not found, or not as it is, the answer says whether it is a little later. */
  async updateBooked(
    order: Booking,
    change: Partial<OrderRequest>,
    options?: AskOptions,
  ): Promise<Sent & Pick<Updated, 'further'>> {
    const sent = await this.update(order, change, options);
    const { status } = sent.reply;
    // 201 with the ids from before is a wrong status alone.
    const isFound = status === 201 && changedId(order, sent) === null;
    if (!MAY_LAG.includes(status) || isAsBooked(order, sent) || isFound) return sent;
    const again = await this.#askAgain(order, sent);
    return { ...sent, further: again.map(({ reply }) => idsOf(reply)) };
  }

  /**
   * Sends an update again that was not right: at once and alone, a little later, and over new connections. Returns the
   * answers to these if they tell why.
   */
  async #askAgain(order: Booking, sent: Sent): Promise<readonly Sent[]> {
    const { catchingUp } = this.#material;
    if (catchingUp?.begin() !== true) return [];
    const { reply } = sent;
    const isUnknown = reply.status === 201 || reply.status === 404;
    const atOnce = await this.update(sent, {}, { alone: true });
    const isFoundAtOnce = isAsBooked(order, atOnce, sent);
    if (isFoundAtOnce && !isUnknown) return [];
    const asked = [sent, atOnce];
    if (reply.status === 200) {
      const twice = await this.update(sent, {}, { alone: true });
      // What gets the same wrong ids each time does not lag.
      if (isAsBooked(order, twice, ...asked)) return [];
      asked.push(twice);
    }
    const seconds = isFoundAtOnce ? 0 : await catchingUp.pause(this.#http.ledger);
    if (seconds === null) return [];
    const later: Sent[] = [];
    while (later.length < MORE_CONNECTIONS) {
      later.push(await this.update(sent, {}, { fresh: true }));
      if (!isFoundAtOnce && !later.slice(0, 1).every((one) => isAsBooked(order, one, ...asked))) return [];
    }
    const orders = new Set(later.filter(isAccepted).map((one) => idsOf(one.reply).order));
    if (orders.size > 1) reply.way = { kind: 'process' };
    else if (!isFoundAtOnce) reply.way = { kind: 'lag', seconds };
    return [...asked.slice(1), ...later];
  }

  /**
   * Sends one form after another until one is not refused for its values, nor with 404 for a slot that is gone or is not
   * the first one. Those in `ample` go first, and may also exceed a limit of the service.
   */
  async firstTaken(forms: Iterable<OrderRequest>, ample: readonly OrderRequest[] = []): Promise<Tried> {
    const [first, ...others] = this.possibleOf([...ample, ...forms], (order) => order);
    if (first === undefined) throw new Error('no form of the order to send');
    const [usual] = slotsOf(first);
    const isRefused = (sent: Sent) =>
      isRefusedForValues(sent) ||
      (isUnknown(sent) && (sent.reply.excuse !== undefined || slotsOf(sent.request).some((id) => id !== usual))) ||
      (ample.includes(sent.request) && (mayBeBeyondLimits(sent) || mayBeTooOddFor(sent)));
    const refused: Sent[] = [];
    let last = await this.send(first);
    for (const request of others) {
      if (!isRefused(last)) break;
      refused.push(last);
      last = await this.send(request);
    }
    return { ...last, refused };
  }

  /** Excuses refusals for slots that have left the inventory. Returns what is listed now; `null` if none was refused. */
  async excuseGone(refused: readonly Sent[]): Promise<IdSet | null> {
    const asked = refused.filter((sent) => isUnknown(sent) || isRefusedForValues(sent));
    if (asked.length === 0) return null;
    const { ids } = await this.#material.readAgain(this.#http);
    for (const { request, reply } of asked)
      if (!request.line_items.every((line) => ids.has(line.inventory_id)))
        leaveOpen(reply, 'A requested slot is not listed any more.');
    return ids;
  }

  /**
   * The control for a refused order that the contract promises to accept. The refusal is wrong if the order without the
   * change is accepted before and after, and the refused order is refused again in between. If not, the refusal is
   * excused. `otherwise` names the business rule that explains why the order without the change is refused.
   */
  async control(
    refused: Sent,
    withoutChange: (when: 'before' | 'after') => readonly OrderRequest[],
    otherwise?: string,
  ): Promise<void> {
    if (!isRefusedForValues(refused) || refused.reply.excuse !== undefined) return;
    const before = await this.firstTaken(withoutChange('before'));
    const again = isAccepted(before) ? await this.update(refused) : null;
    const after = isAccepted(before) ? await this.firstTaken(withoutChange('after')) : before;
    const control = [before, after].find((plain) => !isAccepted(plain));
    const { reply } = refused;
    if (control !== undefined && otherwise !== undefined) permit(reply, otherwise, control.reply);
    else if (control !== undefined)
      leaveOpen(reply, refusedAlone('The same order without the change is refused, too', control.reply), control.reply);
    else if (again !== null && isAccepted(again)) leaveOpen(reply, TAKEN_LATER, again.reply);
  }

  /** The control for orders that must be refused with 400: any other error shows nothing if a sound order gets it, too. */
  async excuseRefusedAnyway(refused: readonly Pick<Sent, 'reply'>[], valid: OrderRequest): Promise<void> {
    const odd = refused.filter(({ reply }) => (reply.status ?? 500) > 400 && reply.status !== 429);
    if (odd.length === 0) return;
    const { reply: sound } = await this.send(valid);
    const why = because('Such an order is refused with nothing wrong, too', sound);
    for (const { reply } of odd)
      if (reply.status === sound.status && sound.isUnsent !== true) leaveOpen(reply, why, sound);
  }
}

function notSent(why: string): Reply {
  const reply = noAnswer('orders', [], { reason: 'beyond-terms', message: why });
  leaveOpen(reply, { kind: 'beyond-terms', what: why });
  return reply;
}
