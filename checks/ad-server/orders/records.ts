import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { eachKind, type Answered, type BookedKinds, type KindName } from '../desk/booked-kinds.ts';
import type { DeskMaterial } from '../desk/desk.ts';
import type { FirstBooking } from '../desk/first-booking.ts';
import type { SentWrong } from '../desk/one-bad-line.ts';
import type { Rooms } from '../desk/rooms.ts';
import type { Terms } from '../desk/terms.ts';
import type { Together } from '../desk/alone-and-together.ts';
import { adServer } from '../phases.ts';
import type { Booking, Sent } from '../readers/booking.ts';
import type { IdSet } from '../readers/id-set.ts';
import type { Bookable, Campaigns } from '../values/campaign.ts';
import type { LineItem } from '../values/request-bodies.ts';

export const orders = adServer.module('orders', 'Draft orders');

/** What orders are made of. */
export interface OrderMaterial extends DeskMaterial {
  /** The slots that are worth trying, the likeliest first. */
  readonly bookable: readonly [Bookable, ...Bookable[]];
  /** Slots that the publisher's terms leave out. */
  readonly elsewhere: readonly InventorySlot[];
  readonly archived: readonly InventorySlot[];
  readonly ids: IdSet;
  readonly terms: Terms;
  readonly isForecast: boolean;
}

/** A line that the service is known to take, to change one thing of. */
export interface Model {
  readonly campaigns: Campaigns;
  readonly line: LineItem;
  readonly ids: IdSet;
  readonly slot: InventorySlot;
  /** The others that may be booked, but for those that orders do not find. */
  readonly others: readonly InventorySlot[];
  /** Optional members that it took in other orders: it has no reason to refuse a line for them. */
  readonly optional: Pick<LineItem, 'targeting' | 'creatives'>;
}

/** Slots that are worth trying, and the run's way of making orders, in the manner that was taken. */
export const material = orders.declares<OrderMaterial>('orders.material');

/** The plainest booking that was taken, and what was tried before it. */
export const firstBooking = orders.declares<FirstBooking>('orders.first-booking');

/** The order that most other traffic builds on. */
export const basic = orders.declares<Booking & { readonly on: Bookable }>('orders.basic');

/** Where a valid order is tried: as the first one was taken, then for less, then on other slots. */
export const rooms = orders.declares<Rooms>('orders.rooms');

/** An order of two kinds, with long names: if it is not taken, each is asked for alone. */
export const inOne = orders.declares<Sent>('orders.two-kinds-in-one');

/** How each kind of order that the contract promises to take was answered in its first form. */
export const firstForms = eachKind((name) => orders.declares<Answered>(`orders.first-${inKebabCase(name)}`));

/** The kinds that a run asks for, in the forms that were taken, with what was found out beside. */
export const bookedKinds = orders.declares<BookedKinds>('orders.booked-kinds');

/** Each of the kinds alone: whoever uses one has it asked for. */
export const kinds = eachKind((name) => orders.declares<Answered>(`orders.kind-${inKebabCase(name)}`));

/** Orders on slots of other kinds than the usual one. */
export const onOtherSlots = orders.declares<readonly Sent[]>('orders.on-other-slots');

/** Plain orders on slots that an order of another kind was answered 404 for. */
export const onSlotsNotFound = orders.declares<readonly Sent[]>('orders.on-slots-not-found');

/** The orders that were made by creating, as far as others ask for them, but for those of two countries. */
export const created = orders.declares<readonly Booking[]>('orders.created');

/** The same with every kind of order and every slot. */
export const allCreated = orders.declares<readonly Booking[]>('orders.all-created');

/** Two lines on two slots, each of which is taken alone. */
export const twoSlots = orders.declares<Together>('orders.two-slots');

/** The line that is changed in one thing. */
export const model = orders.declares<Model>('orders.model');

/** Orders with a line on an id that no slot has. */
export const unknownSlots = orders.declares<readonly SentWrong[]>('orders.unknown-slots');

/** Orders with a flight that ends before it starts. */
export const wrongFlights = orders.declares<readonly SentWrong[]>('orders.wrong-reversed');

/** Orders with a day that does not exist. */
export const wrongDates = orders.declares<readonly SentWrong[]>('orders.wrong-no-date');

/** Orders with a date that is not written `YYYY-MM-DD`. */
export const misspeltDates = orders.declares<readonly SentWrong[]>('orders.wrong-misspelt');

/** Orders with a goal that is no whole number above 0. */
export const wrongGoals = orders.declares<readonly SentWrong[]>('orders.wrong-fraction');

/** Orders with a size that the slot has no room for. */
export const wrongSizes = orders.declares<readonly SentWrong[]>('orders.wrong-unfit');

function inKebabCase(name: KindName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
