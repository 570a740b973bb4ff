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
  /** Reads the whole inventory anew. */
  readonly readAgain: (http: Wire) => Promise<{ readonly ids: IdSet }>;
  /** Whether forecasts are asked what room there is. */
  readonly asksForecasts?: boolean;
  /** The publisher's own terms: what they leave out is not sent. */
  readonly terms?: Terms;
}

/** The forms in which an order is tried, one after the other. */
export interface Forms {
  /** These may go beyond a limit of the service. */
  readonly ample: readonly OrderRequest[];
  readonly forms: readonly OrderRequest[];
}

/** Sends orders that are known to be taken, but for one change, and decides whether a refusal is wrong. */
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

  /** Sends an order for listed slots; excuses a 404 where one of them has left the inventory. */
  async send(request: OrderRequest): Promise<Sent> {
    const sent = await this.ask(request);
    if (isUnknown(sent)) await this.excuseGone([sent]);
    return sent;
  }

  /** Sends what is an order or not quite; whatever it is answered, the inventory is not read again. */
  async ask<R extends OrderedLines>(request: R): Promise<{ readonly request: R; readonly reply: Reply }> {
    const why = this.#material.terms?.against(request) ?? null;
    if (why !== null) return { request, reply: notSent(why) };
    return { request, reply: await this.#http.orders({ json: request }) };
  }

  /** Those of the orders that keep to the terms; the first where none does, so that it tells which term is in the way. */
  possible(orders: Iterable<OrderRequest>): readonly OrderRequest[] {
    return this.possibleOf(orders, (order) => order);
  }

  /** The same of what orders are made of. */
  possibleOf<T>(all: Iterable<T>, requestOf: (one: T) => OrderRequest): readonly T[] {
    const items = [...all];
    const kept = items.filter((one) => (this.#material.terms?.against(requestOf(one)) ?? null) === null);
    return kept.length > 0 ? kept : items.slice(0, 1);
  }

  /** Sends an order again under a key of its own, with a change. */
  update(order: Pick<Sent, 'request'>, change: Partial<OrderRequest> = {}): Promise<Sent> {
    return this.send(this.campaigns.update(order.request, change));
  }

  /** Sends an order in gentler and gentler forms, until one is not refused for its values, nor for a slot that is gone. */
  async firstTaken(forms: Iterable<OrderRequest>): Promise<Tried> {
    const refused: Sent[] = [];
    for (const request of this.possible(forms)) {
      const sent = await this.send(request);
      const passedBy = sent.reply.status === 404 && refused.every(isRefusedForValues);
      if (!isRefusedForValues(sent) && !passedBy) return { ...sent, refused };
      refused.push(sent);
    }
    return lastOf(refused);
  }

  /**
   * Sends the forms of a kind of order until one is neither refused for its values, nor for another slot than the usual
   * one; those that are ample may also be refused as too much.
   */
  async inTurn({ ample, forms }: Forms, usual: InventorySlot): Promise<Tried> {
    const refused: Sent[] = [];
    for (const request of this.possible([...ample, ...forms])) {
      const sent = await this.send(request);
      const isElsewhere =
        sent.reply.excuse !== undefined || request.line_items.some((line) => line.inventory_id !== usual.inventory_id);
      const isPassedBy = ample.includes(request)
        ? mayBeBeyondLimits(sent)
        : isRefusedForValues(sent) || (isUnknown(sent) && isElsewhere);
      if (!isPassedBy) return { ...sent, refused };
      refused.push(sent);
    }
    return lastOf(refused);
  }

  /**
   * Excuses refusals of orders and updates with a line on a slot that has left the inventory meanwhile. Hands back what is
   * listed by now; `null` where nothing was refused so.
   */
  async excuseGone(refused: readonly Sent[]): Promise<IdSet | null> {
    const asked = refused.filter(({ reply }) => reply.status === 404 || reply.status === 422);
    if (asked.length === 0) return null;
    const { ids } = await this.#material.readAgain(this.#http);
    for (const { request, reply } of asked)
      if (!request.line_items.every((line) => ids.has(line.inventory_id)))
        excuse(reply, { why: 'A slot that was asked for is not listed any more.', shownBy: [reply] });
    return ids;
  }

  /**
   * The control of a refused promise: it is wrong where the same order without the change is taken before it and after it,
   * and it is refused again in between. Otherwise the refusal is excused; `otherwise` says which business rule it shows, if
   the order without the change is refused, too.
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
        why: 'It was refused and is accepted by now: there may have been no room.',
        shownBy: [refused.reply, again.reply],
      });
  }

  /**
   * The control of refusals that are expected, but as 400: where the order is refused in the same way with nothing wrong, they
   * say nothing.
   */
  async excuseRefusedAnyway(refused: readonly Pick<Sent, 'reply'>[], valid: OrderRequest): Promise<void> {
    const odd = refused.map(({ reply }) => reply).filter((reply) => !reply.excuse && isRefusedOtherwise(reply));
    if (odd.length === 0) return;
    const { reply: control } = await this.send(valid);
    for (const reply of odd)
      if (reply.status === control.status)
        excuse(reply, {
          why: `Such an order is refused with nothing wrong, too: ${describe(control)}.`,
          shownBy: [reply, control],
        });
  }

  /** Excuses a refusal where a forecast says that there is less left than a line asks for. */
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

/** With another status than that of a broken request, or of a rate limit. */
function isRefusedOtherwise({ status }: Reply): boolean {
  return status !== null && status > 400 && status < 500 && status !== 429;
}
