import { describe } from '../../../src/engine/expect.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { excuse, type Reply } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { availableIn } from '../readers/available.ts';
import {
  isAccepted,
  isRefusedForValues,
  mayBeBeyondLimits,
  type Sent,
  type Tried,
  isUnknown,
} from '../readers/booking.ts';
import type { IdSet } from '../readers/id-set.ts';
import type { Campaigns } from '../values/campaign.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { notSent, type OrderedLines, type Terms } from './terms.ts';

// Sends orders, and decides which refusals are wrong and which are excused.

/** What the desk knows of the run and of the publisher. */
export interface DeskMaterial {
  readonly campaigns: Campaigns;
  /** Reads the whole inventory again. */
  readonly readAgain: (http: Wire) => Promise<{ readonly ids: IdSet }>;
  /** Whether a forecast may be requested to see how much room is left. */
  readonly asksForecasts?: boolean;
  /** The publisher's own terms: orders that they rule out are not sent. */
  readonly terms?: Terms;
}

/** The forms in which an order is tried, one after the other, `ample` before `forms`. */
export interface Forms {
  /** These may exceed a limit of the service. */
  readonly ample: readonly OrderRequest[];
  readonly forms: readonly OrderRequest[];
}

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
  async send(request: OrderRequest): Promise<Sent> {
    const sent = await this.ask(request);
    if (isUnknown(sent)) await this.excuseGone([sent]);
    return sent;
  }

  /** Sends an order, or something close to one, without a look at the inventory after a 404. */
  async ask<R extends OrderedLines>(request: R): Promise<{ readonly request: R; readonly reply: Reply }> {
    const why = this.#material.terms?.against(request) ?? null;
    if (why !== null) return { request, reply: notSent(why) };
    return { request, reply: await this.#http.orders({ json: request }) };
  }

  /** The orders that the terms allow. If there are none, the first order, which then says which term rules it out. */
  possible(orders: Iterable<OrderRequest>): readonly OrderRequest[] {
    return this.possibleOf(orders, (order) => order);
  }

  /** The same for values from which orders are made. */
  possibleOf<T>(all: Iterable<T>, requestOf: (one: T) => OrderRequest): readonly T[] {
    const items = [...all];
    const kept = items.filter((one) => (this.#material.terms?.against(requestOf(one)) ?? null) === null);
    return kept.length > 0 ? kept : items.slice(0, 1);
  }

  /** Sends an order again with a new key, and with a change. */
  update(order: Pick<Sent, 'request'>, change: Partial<OrderRequest> = {}): Promise<Sent> {
    return this.send(this.campaigns.update(order.request, change));
  }

  /**
   * Sends the forms of an order, the least demanding last, until one is refused neither for its values nor for a slot
   * that is gone.
   */
  async firstTaken(forms: Iterable<OrderRequest>): Promise<Tried> {
    const refused: Sent[] = [];
    for (const request of this.possible(forms)) {
      const sent = await this.send(request);
      const isOtherSlotGone = sent.reply.status === 404 && refused.every(isRefusedForValues);
      if (!isRefusedForValues(sent) && !isOtherSlotGone) return { ...sent, refused };
      refused.push(sent);
    }
    return lastOf(refused);
  }

  /**
   * Sends the forms of a kind of order until one is refused neither for its values nor for a slot other than the usual
   * one. Ample forms may also be refused as too large.
   */
  async inTurn({ ample, forms }: Forms, usual: InventorySlot): Promise<Tried> {
    const refused: Sent[] = [];
    for (const request of this.possible([...ample, ...forms])) {
      const sent = await this.send(request);
      const isOnOtherSlot =
        sent.reply.excuse !== undefined || request.line_items.some((line) => line.inventory_id !== usual.inventory_id);
      const isTriedFurther = ample.includes(request)
        ? mayBeBeyondLimits(sent)
        : isRefusedForValues(sent) || (isUnknown(sent) && isOnOtherSlot);
      if (!isTriedFurther) return { ...sent, refused };
      refused.push(sent);
    }
    return lastOf(refused);
  }

  /**
   * Excuses refusals of orders and updates with a line on a slot that has left the inventory. Returns the ids that are
   * listed now; `null` if nothing was refused that way.
   */
  async excuseGone(refused: readonly Sent[]): Promise<IdSet | null> {
    const asked = refused.filter(({ reply }) => reply.status === 404 || reply.status === 422);
    if (asked.length === 0) return null;
    const { ids } = await this.#material.readAgain(this.#http);
    for (const { request, reply } of asked)
      if (!request.line_items.every((line) => ids.has(line.inventory_id)))
        excuse(reply, { why: 'A requested slot is not listed any more.', shownBy: [reply] });
    return ids;
  }

  /**
   * The control for a refused order that the contract promises to accept. The refusal is wrong if the same order
   * without the change is accepted before and after it, and the order is refused again in between. Otherwise it is
   * excused. `otherwise` names the business rule that explains a refusal of the order without the change.
   */
  async control(
    refused: Sent,
    withoutChange: (when: 'before' | 'after') => readonly OrderRequest[],
    otherwise?: string,
  ): Promise<void> {
    if (!isRefusedForValues(refused) || refused.reply.excuse !== undefined || (await this.#excuseFull(refused))) return;
    const before = await this.firstTaken(withoutChange('before'));
    const again = isAccepted(before) ? await this.update(refused) : null;
    const after = isAccepted(before) ? await this.firstTaken(withoutChange('after')) : before;
    const control = [before, after].find((plain) => !isAccepted(plain));
    if (control !== undefined)
      excuse(refused.reply, {
        why: otherwise ?? `The same order without the change is refused, too: ${describe(control.reply)}.`,
        shownBy: [refused.reply, control.reply],
        ...(otherwise !== undefined && { permitted: true }),
      });
    else if (again !== null && isAccepted(again))
      excuse(refused.reply, {
        why: 'It was refused first and accepted later: there may have been no room.',
        shownBy: [refused.reply, again.reply],
      });
  }

  /**
   * The control for orders that should be refused with 400 but get another 4xx. If the same order with nothing wrong
   * gets that status, too, the refusal shows nothing.
   */
  async excuseRefusedAnyway(refused: readonly Pick<Sent, 'reply'>[], valid: OrderRequest): Promise<void> {
    const odd = refused.map(({ reply }) => reply).filter((reply) => !reply.excuse && hasOtherRefusal(reply));
    if (odd.length === 0) return;
    const { reply: control } = await this.send(valid);
    for (const reply of odd)
      if (reply.status === control.status)
        excuse(reply, {
          why: `Such an order is refused with nothing wrong, too: ${describe(control)}.`,
          shownBy: [reply, control],
        });
  }

  /** Excuses a refusal if a forecast has fewer impressions available than a line requests. */
  async #excuseFull({ request, reply }: Sent): Promise<boolean> {
    if (this.#material.asksForecasts !== true) return false;
    for (const { inventory_id, flight, targeting, goal_impressions: goal } of request.line_items) {
      const forecast = await this.#http.forecast({ json: { inventory_id, flight, ...(targeting && { targeting }) } });
      const available = availableIn(forecast);
      if (available === null || available >= goal) continue;
      const why = `There may be no room for it: its forecast says that ${available.toLocaleString('en')} impressions are available.`;
      excuse(reply, { why, shownBy: [reply, forecast] });
      return true;
    }
    return false;
  }
}

function lastOf(refused: readonly Sent[]): Tried {
  const last = refused.at(-1);
  if (last === undefined) throw new Error('no form of the order to send');
  return { ...last, refused: refused.slice(0, -1) };
}

/** Whether the status is neither that of a broken request nor of a rate limit. */
function hasOtherRefusal({ status }: Reply): boolean {
  return status !== null && status > 400 && status < 500 && status !== 429;
}
