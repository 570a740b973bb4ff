import { describe } from '../../../src/engine/expect.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { excuse } from '../../../src/http/reply.ts';
import { isAccepted, isRefusedForValues, type Sent, type Tried } from '../readers/booking.ts';
import type { IdSet } from '../readers/id-set.ts';
import type { Campaigns } from '../values/campaign.ts';
import type { OrderRequest } from '../values/requests.ts';

/** What the desk knows of the run and of the publisher. */
export interface DeskMaterial {
  readonly campaigns: Campaigns;
  /** Reads the whole inventory anew. */
  readonly readAgain: (http: Wire) => Promise<{ readonly ids: IdSet }>;
}

/** Sends orders that are known to be taken, but for one change, and decides whether a refusal is wrong. */
export class Desk {
  readonly campaigns: Campaigns;
  readonly #http: Wire;
  readonly #readAgain: DeskMaterial['readAgain'];

  constructor(http: Wire, { campaigns, readAgain }: DeskMaterial) {
    this.campaigns = campaigns;
    this.#http = http;
    this.#readAgain = readAgain;
  }

  /** Sends an order for listed slots; excuses a 404 where one of them has left the inventory. */
  async send(request: OrderRequest): Promise<Sent> {
    const sent = { request, reply: await this.#http.orders({ json: request }) };
    if (sent.reply.status === 404) await this.excuseGone([sent]);
    return sent;
  }

  /** Sends an order again under a key of its own, with a change. */
  update(order: Pick<Sent, 'request'>, change: Partial<OrderRequest> = {}): Promise<Sent> {
    return this.send(this.campaigns.update(order.request, change));
  }

  /** Sends an order in gentler and gentler forms, until one is not refused for its values, nor for a slot that is gone. */
  async firstTaken(forms: Iterable<OrderRequest>): Promise<Tried> {
    const refused: Sent[] = [];
    for (const request of forms) {
      const sent = await this.send(request);
      const passedBy = sent.reply.status === 404 && refused.every(isRefusedForValues);
      if (!isRefusedForValues(sent) && !passedBy) return { ...sent, refused };
      refused.push(sent);
    }
    const last = refused.pop();
    if (last === undefined) throw new Error('no form of the order to send');
    return { ...last, refused };
  }

  /**
   * Excuses refusals of orders and updates with a line on a slot that has left the inventory meanwhile. Hands back what is
   * listed by now; `null` where nothing was refused so.
   */
  async excuseGone(refused: readonly Sent[]): Promise<IdSet | null> {
    const asked = refused.filter(({ reply }) => reply.status === 404 || reply.status === 422);
    if (asked.length === 0) return null;
    const { ids } = await this.#readAgain(this.#http);
    for (const { request, reply } of asked)
      if (!request.line_items.every((line) => ids.has(line.inventory_id)))
        excuse(reply, { why: 'A slot that was asked for is not listed any more.', shownBy: [reply] });
    return ids;
  }

  /**
   * The control of a refused promise: it is wrong where the same order without the change is taken before it and after it,
   * and it is refused again in between. Otherwise the refusal is excused.
   */
  async control(refused: Sent, withoutChange: (when: 'before' | 'after') => readonly OrderRequest[]): Promise<void> {
    if (!isRefusedForValues(refused) || refused.reply.excuse !== undefined) return;
    const before = await this.firstTaken(withoutChange('before'));
    const again = isAccepted(before) ? await this.update(refused) : null;
    const after = isAccepted(before) ? await this.firstTaken(withoutChange('after')) : before;
    const control = [before, after].find((plain) => !isAccepted(plain));
    if (control !== undefined)
      excuse(refused.reply, {
        why: `The same order without the change is refused, too: ${describe(control.reply)}.`,
        shownBy: [refused.reply, control.reply],
      });
    else if (again !== null && isAccepted(again))
      excuse(refused.reply, {
        why: 'It was refused and is accepted by now: there may have been no room.',
        shownBy: [refused.reply, again.reply],
      });
  }
}
