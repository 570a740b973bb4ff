import type { Wire } from '../../../src/engine/wire.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { IdSet } from '../readers/inventory-summary.ts';
import type { Sent, Tried } from '../readers/booking.ts';
import type { Bookable, Campaigns, Demands } from '../values/campaign.ts';
import { type Creative, isOnExampleHost, type LineItem, type OrderRequest } from '../values/request-bodies.ts';
import { isGoalStated, type BookingTerms } from '../../../src/contract/booking-terms.ts';
import { daysOf } from '../../../src/contract/flight-date.ts';
import { notApplicable } from '../../../src/engine/signal.ts';
import { amount, inWords } from '../../../src/text/in-words.ts';

export interface OrderedLines extends Pick<OrderRequest, 'advertiser'> {
  readonly line_items: readonly Partial<LineItem>[];
}

/** The publisher's own terms. An order that they rule out is not sent: its reply says which term it is. */
export class Terms {
  readonly stated: BookingTerms;
  readonly #listed: { has(id: string): boolean };

  /** Terms do not apply to slots that are not `listed`: these are made up, and an order for them books nothing. */
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

export function expectNoMinimum({ flight: { minDays = 1 } = {} }: BookingTerms): void {
  if (minDays > 1) notApplicable(`Flights have ${minDays} days at least, as booking.flight.minDays says.`);
}

const MOST_NAMED = 3;

function only(names: readonly string[]): string {
  const quoted = names.map((name) => JSON.stringify(name));
  return quoted.length > MOST_NAMED ? `${quoted.length} others` : `only ${inWords(quoted, 'and')}`;
}

/** Replicas rarely lag more, in milliseconds. */
const LAG = 2000;

const MOST_ASKED_AGAIN = 3;

/** The one pause of a run in which a replica may catch up. It ends together for all who wait meanwhile. */
export class CatchingUp {
  #pause: Promise<boolean> | undefined;
  #isOver = false;
  #asked = 0;

  /** Whether another update is asked for again: each may leave drafts. */
  begin(): boolean {
    return !this.#isOver && this.#asked++ < MOST_ASKED_AGAIN;
  }

  /** Resolves to the seconds waited; `null` if nothing was waited for. */
  async pause(ledger: Wire['ledger']): Promise<number | null> {
    if (this.#isOver) return null;
    this.#pause ??= ledger.pause(LAG).finally(() => (this.#isOver = true));
    return (await this.#pause) ? LAG / 1000 : null;
  }
}

export interface DeskMaterial {
  readonly campaigns: Campaigns;
  readonly readAgain: (http: Wire) => Promise<{ readonly ids: IdSet }>;
  readonly terms?: Terms;
  readonly catchingUp?: CatchingUp;
  /** What is left to book if the service sells a slot to one order at a time. */
  readonly free?: readonly Bookable[] | null;
}

/** Where there may be room: the first booking's slot and goal, then smaller goals, then other slots. */
export type Rooms = readonly [Bookable, ...Bookable[]];

export interface FirstBooking {
  readonly attempts: readonly Sent[];
  readonly sent: Sent | null;
  readonly on: Bookable;
  /** The optional members that the service demands, and its refusal of an order without them. */
  readonly without: { readonly demands: Demands; readonly plain: Sent } | null;
  readonly campaigns: Campaigns;
}

export type Together =
  { readonly sent: Sent; readonly alone?: readonly Sent[] } | { readonly sent?: undefined; readonly none: string };

/** `withOne` is a line of one size that is refused, while one with all sizes of its slot is accepted. */
export type OfSizes = Together | { readonly withOne: Sent };

export interface Means {
  readonly campaigns: Campaigns;
  readonly sizes: ReadonlyMap<string, readonly string[]>;
  readonly bookedSlots: readonly string[];
  readonly shapes: readonly ((size: string) => Creative)[];
  readonly takesOptionalMembers: boolean;
  readonly buyer: string;
}

export interface RequestBodies {
  /** For the lines of this run. */
  readonly own: unknown;
  /** For these lines; without ids, for the days alone. */
  readonly about: (ids: readonly string[] | null) => unknown;
}

/** The answers to a request for this run's lines, to one without ids, and to one for a single line. */
export interface Reported {
  readonly own: Reply;
  readonly wide: Reply | null;
  readonly single: Reply | null;
  readonly by: RequestBodies;
  /** The reports among the answers; empty if the only one is for a single line. */
  readonly served: readonly Reply[];
  /** The answers with any 2xx status. */
  readonly taken: readonly Reply[];
  /** The answer to a request without ids, if no other report has rows; its rows may be of lines that nobody booked here. */
  readonly ofOthers?: Reply | null;
}

export const KINDS = ['oneDay', 'severalLines', 'tag', 'image', 'allMembers', 'oneCreative', 'script'] as const;

export type KindName = (typeof KINDS)[number];

export function eachKind<T>(make: (name: KindName) => T): Readonly<Record<KindName, T>> {
  return Object.fromEntries(KINDS.map((name) => [name, make(name)])) as Record<KindName, T>; // One of each.
}

/** Plain orders that show whether a service refuses a buyer who has booked before. */
export interface BuyerAnswers {
  readonly hadOtherOrders: boolean;
  readonly known: Sent;
  /** If that was refused: another one, sent between orders of new buyers. */
  readonly again: Sent | null;
  readonly newcomer: Sent | null;
}

/** Fewer than all if a run is limited to some checks. */
export type Kinds = Readonly<Partial<Record<KindName, Tried | undefined>>>;

export interface BookedKinds {
  readonly kinds: Kinds;
  readonly inCountry: Sent | null;
  readonly buyer: BuyerAnswers | null;
  readonly campaigns: Campaigns;
  /** What is left to book if the service sells a slot to one order at a time. */
  readonly free: readonly Bookable[] | null;
}
