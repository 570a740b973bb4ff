import type { Reply } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { eachKind, type BookedKinds, type KindName } from '../desk/booked-kinds.ts';
import type { DeskMaterial } from '../desk/desk.ts';
import type { FirstBooking } from '../desk/first-booking.ts';
import type { Rooms } from '../desk/slot-candidates.ts';
import type { Terms } from '../desk/terms.ts';
import type { Together } from '../desk/alone-and-together.ts';
import { adServer } from '../phases.ts';
import type { Booking, Sent, Tried } from '../readers/booking.ts';
import type { IdSet } from '../readers/id-set.ts';
import type { Bookable, Campaigns } from '../values/campaign.ts';
import type { LineItem } from '../values/request-bodies.ts';

export const orders = adServer.module('orders', 'Draft orders');

interface OrderMaterial extends DeskMaterial {
  /** The slots worth trying, the most promising first. */
  readonly bookable: readonly [Bookable, ...Bookable[]];
  /** Slots that the publisher's terms rule out. */
  readonly otherSlots: readonly InventorySlot[];
  readonly archived: readonly InventorySlot[];
  readonly ids: IdSet;
  readonly terms: Terms;
  readonly isForecast: boolean;
  /** What is left to book if the service sells a slot to one order at a time; `null` if it does not. */
  readonly free: readonly Bookable[] | null;
}

/** A line that the service is known to accept. Later orders change one thing of it. */
export interface Model {
  readonly campaigns: Campaigns;
  readonly line: LineItem;
  readonly ids: IdSet;
  readonly slot: InventorySlot;
  /** Other slots that may be booked, without those that orders do not find. */
  readonly others: readonly InventorySlot[];
}

/** An order with one wrong line; `where` tells it from the others in a message. */
export interface SentWrong extends Sent {
  readonly bad: LineItem;
  readonly where: string;
}

/** What orders are made of, in the style that was accepted. */
export const material = orders.declares<OrderMaterial>('orders.material');

/** The plainest accepted booking, and what was tried before it. */
export const firstBooking = orders.declares<FirstBooking>('orders.first-booking');

/** The order that most other traffic builds on. */
export const basic = orders.declares<Booking & { readonly on: Bookable }>('orders.basic');

/** Slots and goals to try valid orders with: those first accepted, smaller goals, other slots. */
export const rooms = orders.declares<Rooms>('orders.rooms');

/** An order of two kinds with long names. If it is refused, each kind is sent alone. */
export const inOne = orders.declares<Sent>('orders.two-kinds-in-one');

export const firstForms = eachKind((name) => orders.declares<Tried>(`orders.first-${inKebabCase(name)}`));

/** The kinds that a run books, in the forms that were accepted, and what was found out on the way. */
export const bookedKinds = orders.declares<BookedKinds>('orders.booked-kinds');

/** Each kind alone: a check that uses one makes the run book it. */
export const kinds = eachKind((name) => orders.declares<Tried>(`orders.kind-${inKebabCase(name)}`));

export const onOtherSlots = orders.declares<readonly Sent[]>('orders.on-other-slots');

/** The orders that a run created, as far as other checks use them, without those of two countries. */
export const created = orders.declares<readonly Booking[]>('orders.created');

/** The same for every kind of order and every slot. */
export const allCreated = orders.declares<readonly Booking[]>('orders.all-created');

/** These and the orders of several countries, and of many lines. */
export const everyCreated = orders.declares<readonly Booking[]>('orders.every-created');

/** Two lines on two slots that are accepted one by one. */
export const twoSlots = orders.declares<Together>('orders.two-slots');

export interface Pair {
  /** An order of many lines with long references, or of two. */
  readonly odd: Sent;
  /** The same, or the plain order that was sent because that was refused. */
  readonly sent: Sent;
}

/** Two lines in two countries on one slot, and more if that is accepted. */
export const pair = orders.declares<Pair>('orders.pair-of-countries');

/** The order that was accepted once its wrong lines were left out, and the answers to it before. */
export const corrected = orders.declares<Sent & { readonly replies: readonly Reply[] }>('orders.refused-and-corrected');

export const model = orders.declares<Model>('orders.model');
export const unknownSlots = orders.declares<readonly SentWrong[]>('orders.unknown-slots');

/** Orders with one wrong value, by what is wrong: a flight, a day, how a date is written, a goal, a size. */
export const wrong = {
  reversed: orders.declares<readonly SentWrong[]>('orders.wrong-reversed'),
  'no-date': orders.declares<readonly SentWrong[]>('orders.wrong-no-date'),
  misspelt: orders.declares<readonly SentWrong[]>('orders.wrong-misspelt'),
  fraction: orders.declares<readonly SentWrong[]>('orders.wrong-fraction'),
  negative: orders.declares<readonly SentWrong[]>('orders.wrong-negative'),
  unfit: orders.declares<readonly SentWrong[]>('orders.wrong-unfit'),
};

function inKebabCase(name: KindName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
