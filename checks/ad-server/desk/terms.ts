import { noAnswer } from '../../../src/http/answer.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { isGoalStated, type BookingTerms } from '../../../src/contract/booking-terms.ts';
import { daysOf } from '../../../src/contract/flight-date.ts';
import { notApplicable } from '../../../src/engine/signal.ts';
import { amount, inWords } from '../../../src/text/in-words.ts';
import { isOnExampleHost, type LineItem, type OrderRequest } from '../values/request-bodies.ts';
import { leaveOpen } from './excuses.ts';

export interface OrderedLines extends Pick<OrderRequest, 'advertiser'> {
  readonly line_items: readonly Partial<LineItem>[];
}

/** The publisher's own terms. Orders that they rule out are not sent; their reply is excused by the term. */
export class Terms {
  readonly stated: BookingTerms;
  readonly #listed: { has(id: string): boolean };

  /** A slot that is not `listed` is made up: an order for it books nothing, so terms do not apply. */
  constructor(stated: BookingTerms, listed: { has(id: string): boolean }) {
    this.stated = stated;
    this.#listed = listed;
  }

  isBookable(id: string): boolean {
    return this.stated.inventoryIds?.includes(id) ?? true;
  }

  against({ advertiser, line_items: lines }: OrderedLines): string | null {
    const { advertiser: only } = this.stated;
    if (only !== undefined && advertiser.name !== only)
      return `It needs another advertiser, and booking.advertiser is ${JSON.stringify(only)}.`;
    return lines.map((line) => this.#againstLine(line)).find((why) => why !== null) ?? null;
  }

  #againstLine(line: Partial<LineItem>): string | null {
    const { inventory_id: id = '', flight, targeting, goal_impressions: impressions = 0, creatives = [] } = line;
    const { inventoryIds = [], geo, goal, creativeHost, flight: { minDays = 1 } = {} } = this.stated;
    if (!this.isBookable(id) && this.#listed.has(id))
      return `It needs another slot, such as ${JSON.stringify(id)}, and booking.inventoryIds names ${only(inventoryIds)}.`;
    const days = flight === undefined ? 0 : daysOf(flight);
    // A flight that ends before it starts books nothing.
    if (days > 0 && days < minDays)
      return `It needs a flight of ${amount(days, 'day')}, and booking.flight.minDays is ${minDays}.`;
    const country = targeting?.geo?.find((code) => geo?.includes(code) === false);
    if (geo !== undefined && country !== undefined)
      return `It needs a line with another entry in geo, such as ${JSON.stringify(country)}, and booking.geo names ${only(geo)}.`;
    if (!isGoalStated(this.stated, impressions))
      return `It needs a goal of ${impressions.toLocaleString('en')}, and booking.goal is ${JSON.stringify(goal)}.`;
    return creativeHost !== undefined && creatives.some(isOnExampleHost)
      ? `It needs a creative on another host, and booking.creativeHost is ${JSON.stringify(creativeHost)}.`
      : null;
  }
}

/** A rule about flights of one day does not apply if the publisher states that they have more. */
export function expectNoMinimum({ flight: { minDays = 1 } = {} }: BookingTerms): void {
  if (minDays > 1) notApplicable(`Flights have ${minDays} days at least, as booking.flight.minDays says.`);
}

const MOST_NAMED = 3;

function only(names: readonly string[]): string {
  const quoted = names.map((name) => JSON.stringify(name));
  return quoted.length > MOST_NAMED ? `${quoted.length} others` : `only ${inWords(quoted, 'and')}`;
}

export function notSent(why: string): Reply {
  const reply = noAnswer('orders', [], { reason: 'beyond-terms', message: why });
  leaveOpen(reply, { kind: 'beyond-terms', what: why });
  return reply;
}
