import { describe } from '../../../src/engine/expect.ts';
import {
  isAccepted,
  everySent,
  isRefusedForValues,
  mayBeBeyondLimits,
  mayBeTooLongFor,
  type Sent,
  type Tried,
  isUnknown,
} from '../readers/booking.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { type BuyerAnswers, KINDS, type BookedKinds, type KindName, type Kinds } from './booked-kinds.ts';
import type { Desk } from './desk.ts';
import { plainOrders, lineInCountries } from './order-forms.ts';
import type { Bookable } from '../values/campaign.ts';
import { freeOf, type Rooms } from './slot-candidates.ts';
import { kindOf, twoKindsInOne, type Kind, type Without } from './kinds.ts';
import { leaveOpen } from './excuses.ts';
import { permitTooShort, says } from './named-causes.ts';

// Books each kind of order that the contract promises to accept, and decides which refusals are wrong.

/** Both are first tried in one order. */
export const IN_ONE: readonly KindName[] = ['allMembers', 'script'];

export function bookInOne(desk: Desk, rooms: Rooms): Promise<Sent> {
  return desk.send(twoKindsInOne(desk.campaigns, rooms));
}

export async function bookFirst(desk: Desk, rooms: Rooms, name: KindName, inOne?: Sent): Promise<Tried> {
  if (inOne !== undefined && isAccepted(inOne)) return { ...inOne, refused: [] };
  const { ample, forms } = kindOf(name, desk.campaigns, rooms);
  return desk.firstTaken(desk.possible([...ample, ...forms]).slice(0, 1));
}

export interface BookingPlan {
  readonly rooms: Rooms;
  /** Where to book if the service sells a slot to one order at a time. */
  readonly elsewhere?: readonly Bookable[];
  readonly known: OrderRequest;
}

export function bookKinds(desk: Desk, plan: BookingPlan, first: Kinds): Promise<BookedKinds> {
  return new BookingInForms(desk, plan, first).book();
}

const COUNTRIES_CONTROLLED = 4;

class BookingInForms {
  #desk: Desk;
  readonly #allRooms: Rooms;
  readonly #known: OrderRequest;
  readonly #answers = new Map<KindName, Tried>();
  readonly #kinds = new Map<KindName, Kind>();
  #buyer: BuyerAnswers | null = null;
  #controls = 0;
  readonly #elsewhere: readonly Bookable[];

  constructor(desk: Desk, { rooms, elsewhere = [], known }: BookingPlan, first: Kinds) {
    this.#desk = desk;
    this.#allRooms = rooms;
    this.#elsewhere = elsewhere;
    this.#known = known;
    for (const name of KINDS) if (first[name] !== undefined) this.#answers.set(name, first[name]);
  }

  async book(): Promise<BookedKinds> {
    if (this.#answers.size > 0 && !this.#hasMore) await this.#askForBuyer();
    for (const [name, answer] of this.#answers) this.#answers.set(name, await this.#ask(name, answer));
    for (const [name, answer] of this.#answers) this.#answers.set(name, await this.#controlled(name, answer));
    for (const name of ['tag', 'image'] as const) excuseHost(this.#answers.get(name));
    return {
      kinds: Object.fromEntries(this.#answers),
      inCountry: await this.#refusedInCountry(),
      buyer: this.#buyer,
      campaigns: this.#desk.campaigns,
      free: this.#free,
    };
  }

  /** The first order has its slot, and another plain one is accepted elsewhere only. */
  get #free(): readonly Bookable[] | null {
    const again = this.#buyer?.known;
    const { campaigns } = this.#desk;
    const isOnceOnly =
      again !== undefined && isAccepted(again) && freeOf([this.#allRooms[0]], [again.request], campaigns).length > 0;
    if (!isOnceOnly) return null;
    const taken = [...this.#answers.values(), again].filter(isAccepted).map(({ request }) => request);
    return freeOf(this.#elsewhere, [this.#known, ...taken], campaigns);
  }

  get #rooms(): Rooms {
    const [first, ...others] = this.#free ?? [];
    return first === undefined ? this.#allRooms : [first, ...others];
  }

  get #hasMore(): boolean {
    return [...this.#answers.values()].some((answer) => isAccepted(answer) && this.#isOfBuyer(answer));
  }

  #isOfBuyer({ request }: Tried): boolean {
    return request.advertiser.name === this.#known.advertiser.name;
  }

  async #askForBuyer(): Promise<void> {
    this.#buyer = await askForBuyer(this.#desk, this.#rooms, this.#hasMore);
    if (this.#isForBuyer) this.#desk = this.#desk.with(this.#desk.campaigns.with({ buyers: 'one for each' }));
  }

  get #isForBuyer(): boolean {
    return this.#buyer !== null && isBuyerRefused(this.#buyer);
  }

  /** Sends a refused kind alone; for another buyer if all its forms are refused to this one. */
  async #ask(name: KindName, first: Tried): Promise<Tried> {
    if (isAccepted(first)) return first;
    const mayBeTaken = this.#isForBuyer || isUnknown(first) || mayBeBeyondLimits(first) || mayBeTooLongFor(first);
    const tried = mayBeTaken ? await this.#inTurn(name) : first;
    if (isAccepted(tried) || this.#buyer !== null || !this.#isOfBuyer(first)) return tried;
    await this.#askForBuyer();
    return this.#isForBuyer ? this.#inTurn(name) : tried;
  }

  async #inTurn(name: KindName): Promise<Tried> {
    const round = this.#kinds.has(name) ? 'c' : 'b';
    const campaigns = this.#desk.campaigns.with({ refsEndIn: round });
    const kind = kindOf(name, campaigns, this.#rooms);
    this.#kinds.set(name, kind);
    return this.#desk.firstTaken(kind.forms, kind.ample);
  }

  /** Counts the refusal of a promised order only if the same order without the change is accepted. */
  async #controlled(name: KindName, answer: Tried): Promise<Tried> {
    const { promised = [] } = this.#kinds.get(name) ?? {};
    if (!isRefusedForValues(answer) || (name === 'oneDay' && permitTooShort(answer.reply))) return answer;
    let last: Sent = answer;
    for (const { form, without } of promised) {
      const sent = everySent(answer).find(({ request }) => request === form);
      if (sent === undefined || !isRefusedForValues(sent)) continue;
      for (const control of without) await this.#control(sent, control);
      last = sent;
      if (sent.reply.excuse === undefined) return { ...sent, refused: answer.refused };
    }
    return { ...last, refused: answer.refused };
  }

  #control(sent: Sent, { order, otherwise }: Without): Promise<void> {
    const number = ++this.#controls;
    return this.#desk.control(sent, (when) => [order(`room-${when}-${number}`)], otherwise);
  }

  /** A line in one country that is refused although there is room for it, if lines are accepted only worldwide. */
  async #refusedInCountry(): Promise<Sent | null> {
    const severalLines = this.#answers.get('severalLines');
    if (severalLines === undefined || !isAccepted(severalLines) || !isWorldwide(severalLines)) return null;
    const [on] = this.#rooms;
    const { campaigns } = this.#desk;
    const tried = await this.#desk.firstTaken(lineInCountries(campaigns, on));
    if (!isRefusedForValues(tried)) return isAccepted(tried) ? null : tried;
    for (const sent of everySent(tried).slice(0, COUNTRIES_CONTROLLED)) {
      await this.#control(sent, { order: (label) => campaigns.orderOn(label, on) });
      if (sent.reply.excuse === undefined) return sent;
    }
    return null;
  }
}

const OF_HOSTS =
  /\bhost(s|ed|name)?\b|\bdom(ai|ä|í)ne?n?s?\b|\bdominios?\b|(allow|safe|white)[ -]?list|example\.(com|net|org)|(approved|allowed|permitted|trusted) (url|source|server|site|origin)/i;

/** A publisher may accept creatives only from certain hosts, and says so in its refusal. */
function excuseHost(sent: Sent | undefined): void {
  if (sent === undefined || !isRefusedForValues(sent) || sent.reply.excuse !== undefined) return;
  const { reply } = sent;
  const why = `Creatives were refused for the host they are on: ${describe(reply)}. Name one that you accept with --creative-host, and run again.`;
  if (says(reply, OF_HOSTS)) leaveOpen(reply, why);
}

function isWorldwide({ request }: Sent): boolean {
  return request.line_items.every(({ targeting }) => targeting === undefined);
}

export function isBuyerRefused({ again, newcomer }: BuyerAnswers): boolean {
  return again !== null && newcomer !== null && !isAccepted(again) && isAccepted(newcomer);
}

/** Whether the buyer may book again. If not, a new buyer shows why; room may run out, so both are asked twice. */
async function askForBuyer(desk: Desk, rooms: Rooms, hadOtherOrders: boolean): Promise<BuyerAnswers> {
  const { campaigns } = desk;
  // Also tries other days: a service may refuse two orders for the same days.
  const [on] = rooms;
  const allRooms = [...rooms, { ...on, flight: campaigns.later(on) }];
  const plain = (label: string, change: Partial<OrderRequest> = {}) =>
    desk.firstTaken(plainOrders(campaigns, allRooms, label).map((order) => ({ ...order, ...change })));
  const ofNew = (buyer: string) => plain(buyer, { advertiser: { name: campaigns.name(buyer) } });
  const known = await plain('one-buyer');
  if (isAccepted(known)) return { hadOtherOrders, known, again: null, newcomer: null };
  const newcomer = await ofNew('new-buyer');
  const again = await plain('one-again');
  const isTold = isAccepted(again) || !isAccepted(newcomer);
  return { hadOtherOrders, known, again, newcomer: isTold ? newcomer : await ofNew('newer-buyer') };
}
