import { isAccepted, isRefusedForValues, type Sent, isUnknown, slotsUnknown } from '../readers/booking.ts';
import type { BookingTerms } from '../../../src/contract/booking-terms.ts';
import { USUAL_GOAL, type Bookable, type Campaigns } from '../values/campaign.ts';
import { Candidates } from './slot-candidates.ts';
import type { Desk } from './desk.ts';
import { plainOrders, withOptionalMembers } from './order-forms.ts';

// Finds the plainest order that a service accepts.

/** The first accepted booking, and what was tried before it. */
export interface FirstBooking {
  readonly attempts: readonly Sent[];
  /** `null` if nothing was accepted. */
  readonly sent: Sent | null;
  readonly on: Bookable;
  /** The optional members that a service requires, and its answer to an order without them. */
  readonly without: { readonly members: string; readonly plain: Sent } | null;
  /** Makes orders in the style that was accepted. */
  readonly campaigns: Campaigns;
}

interface Taken {
  readonly sent: Sent;
  readonly on: Bookable;
}

/** The plainest booking has one line and no optional members. */
export class Interview {
  readonly #desk: Desk;
  readonly #bookable: readonly [Bookable, ...Bookable[]];
  readonly #attempts: Sent[] = [];
  readonly #candidates: Candidates;

  constructor(desk: Desk, bookable: readonly [Bookable, ...Bookable[]], stated: BookingTerms = {}) {
    this.#desk = desk;
    this.#bookable = bookable;
    this.#candidates = new Candidates(bookable, desk.campaigns.flights, () => slotsUnknown(this.#attempts), stated);
  }

  async firstBooking(): Promise<FirstBooking> {
    const asked = { attempts: this.#attempts, without: null };
    const { campaigns } = this.#desk;
    const usual = await this.#firstTaken(campaigns, this.#candidates.all());
    if (usual !== null && usual.sent.reply.status !== 400) return { ...asked, ...usual, campaigns };
    // The contract does not say which characters a reference may have, so 400 is as valid as 422.
    const lowerCase = campaigns.with({ capitals: false });
    const candidates = usual === null ? this.#candidates.likeliest() : this.#candidates.all();
    const plain = await this.#firstTaken(lowerCase, candidates);
    if (plain !== null && isAccepted(plain.sent)) return { ...asked, ...plain, campaigns: lowerCase };
    if (plain !== null && usual !== null) return { ...asked, ...usual, campaigns };
    return (await this.#withOptionalMembers(lowerCase)) ?? { ...asked, sent: null, on: this.#bookable[0], campaigns };
  }

  /** The first candidate that is refused neither by a business rule nor because its slot is not found. */
  async #firstTaken(campaigns: Campaigns, candidates: Iterable<Bookable>): Promise<Taken | null> {
    for (const on of candidates) {
      const label = `basic-${this.#attempts.length + 1}`;
      const sent = await this.#desk.ask(campaigns.order(label, campaigns.line(label, on)));
      this.#attempts.push(sent);
      const isTooMuch = on.goal > USUAL_GOAL && sent.reply.status === 413;
      if (!isRefusedForValues(sent) && !isUnknown(sent) && !isTooMuch) return { sent, on };
    }
    return null;
  }

  /** Tries orders with optional members; after an accepted one, a plain order again. */
  async #withOptionalMembers(campaigns: Campaigns): Promise<FirstBooking | null> {
    const attempts = this.#attempts;
    for (const [index, on] of this.#candidates.known().slice(0, 3).entries())
      for (const [members, request] of withOptionalMembers(campaigns, on, index + 1)) {
        const sent = await this.#desk.ask(request);
        if (!isAccepted(sent)) continue;
        // Also tries other days: a service may refuse two orders for the same days.
        const forms = [on, { ...on, flight: campaigns.later(on) }];
        const plain = await this.#desk.firstTaken(plainOrders(campaigns, forms, `again-${index + 1}`));
        attempts.push(...plain.refused, plain);
        return isAccepted(plain)
          ? { attempts, sent: plain, on: forms[plain.refused.length] ?? on, without: null, campaigns }
          : { attempts, sent, on, without: { members, plain }, campaigns };
      }
    return null;
  }
}
