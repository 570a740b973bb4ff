import {
  type DeskMaterial,
  type FirstBooking,
  type Rooms,
  type Together,
  eachKind,
  type BookedKinds,
  type Terms,
  type Means,
  type Reported,
  type RequestBodies,
} from './desk/material.ts';
import type { Reply } from '../../src/http/reply.ts';
import type { InventorySlot } from '../../src/schema/generated/types.ts';
import { adServer } from './records.ts';
import type { Booking, Sent, Tried, Steps } from './readers/booking.ts';
import type { IdSet } from './readers/inventory-summary.ts';
import type { Bookable, Campaigns } from './values/campaign.ts';
import type { LineItem } from './values/request-bodies.ts';
import type { SentChanged } from './idempotency/changed-bodies.ts';
import type { ChangeName } from './desk/changes.ts';

export const orders = adServer.module('orders', 'Draft orders');

interface OrderMaterial extends DeskMaterial {
  readonly bookable: readonly [Bookable, ...Bookable[]];
  readonly otherSlots: readonly InventorySlot[];
  readonly archived: readonly InventorySlot[];
  readonly ids: IdSet;
  readonly terms: Terms;
  /** What is left to book if the service sells a slot to one order at a time; `null` if it does not. */
  readonly free: readonly Bookable[] | null;
}

/** A line that the service is known to accept. Later orders change one thing of it. */
export interface Model {
  readonly campaigns: Campaigns;
  readonly line: LineItem;
  readonly ids: IdSet;
  readonly slot: InventorySlot;
  /** Other slots that may be booked. Those that got 404 are left out. */
  readonly others: readonly InventorySlot[];
}

export interface SentWrong extends Sent {
  readonly bad: LineItem;
  readonly where: string;
}

export const material = orders.declares<OrderMaterial>('orders.material');

/** The plainest accepted booking, and what was tried before it. */
export const firstBooking = orders.declares<FirstBooking>('orders.first-booking');

export const basic = orders.declares<Booking & { readonly on: Bookable }>('orders.basic');

export const rooms = orders.declares<Rooms>('orders.rooms');

/** An order of two kinds with long names. If it is refused, each kind is sent alone. */
export const inOne = orders.declares<Sent>('orders.two-kinds-in-one');

export const firstForms = eachKind((name) => orders.declares<Tried>(`orders.first-${name.toLowerCase()}`));

export const bookedKinds = orders.declares<BookedKinds>('orders.booked-kinds');

/** Each kind alone: a check that uses one makes the run book it. */
export const kinds = eachKind((name) => orders.declares<Tried>(`orders.kind-${name.toLowerCase()}`));

export const onOtherSlots = orders.declares<readonly Sent[]>('orders.on-other-slots');

/** The orders that a run has created so far. */
export const created = orders.declares<readonly Booking[]>('orders.created');

/** Whatever uses it makes the run book those of two countries and of many lines, too. */
export const everyCreated = orders.declares<readonly Booking[]>('orders.every-created');

export const twoSlots = orders.declares<Together>('orders.two-slots');

export interface Pair {
  readonly odd: Sent;
  readonly sent: Sent;
  /** The plainer order with the one trait that is why the odd one failed. */
  readonly alone?: Sent & { readonly trait: string };
}

export const pair = orders.declares<Pair>('orders.pair-of-countries');

/** The order that was accepted once its wrong lines were left out, and the answers to it before. */
export const corrected = orders.declares<Sent & { readonly replies: readonly Reply[] }>('orders.refused-and-corrected');

export const model = orders.declares<Model>('orders.model');
export const unknownSlots = orders.declares<readonly SentWrong[]>('orders.unknown-slots');

/** Orders with one wrong value. */
export const wrong = {
  reversed: orders.declares<readonly SentWrong[]>('orders.wrong-reversed'),
  'no-date': orders.declares<readonly SentWrong[]>('orders.wrong-no-date'),
  misspelt: orders.declares<readonly SentWrong[]>('orders.wrong-misspelt'),
  fraction: orders.declares<readonly SentWrong[]>('orders.wrong-fraction'),
  negative: orders.declares<readonly SentWrong[]>('orders.wrong-negative'),
  unfit: orders.declares<readonly SentWrong[]>('orders.wrong-unfit'),
};

export const idempotency = adServer.module('idempotency', 'Idempotency');

interface Conflicts {
  /** The first order's key, in a body that names another order. */
  readonly anotherOrder: Sent & { readonly first: Booking };
  /** A key with a body that differs only in the reference of the order. */
  readonly anotherRef: Sent & { readonly first: Booking };
  readonly changed: readonly SentChanged[];
}

export const first = idempotency.declares<Booking>('idempotency.first');

export const retry = idempotency.declares<Sent>('idempotency.retry');

/** Orders whose keys are sent with other bodies. Nothing else repeats them, and no update comes before. */
export const reused = idempotency.declares<readonly [Booking, ...Booking[]]>('idempotency.reused');

export const conflicts = idempotency.declares<Conflicts>('idempotency.conflicts');
export const retryAfterConflict = idempotency.declares<Sent>('idempotency.retry-behind-conflicts');
export const renamed = idempotency.declares<Sent>('idempotency.renamed');

/** Renames of one order whose keys are almost the used one. */
interface AlmostUsedKeys {
  readonly sent: readonly (Sent & { readonly how: string; readonly changesNothing: boolean })[];
  /** The same under a key like no other, if one was refused as a conflict. */
  readonly control: Sent | undefined;
}

export const almostUsedKeys = idempotency.declares<AlmostUsedKeys>('idempotency.almost-used-keys');

export const updates = adServer.module('updates', 'Updates');

export const means = updates.declares<Means>('updates.means');
export const steps = updates.declares<Steps<ChangeName>>('updates.steps');
export const withBareLine = updates.declares<{ readonly reply: Reply }>('updates.with-bare-line');

export const reports = adServer.module('reports', 'Delivery reports');

export interface ReportRequest extends RequestBodies {
  readonly ids: readonly string[];
  /** The references of these lines, but for those that are ids of lines, too. */
  readonly refs: readonly string[];
  readonly names: ReadonlyMap<unknown, string>;
  /** The ids of the orders and slots of these lines, and what each of them is. */
  readonly otherIds: ReadonlyMap<string, 'order_id' | 'inventory_id'>;
  /** For other days, in case the usual ones are refused: fewer, then the flight of the lines. */
  readonly others: readonly RequestBodies[];
}

/** The bodies of report requests; the contract leaves their form to the publisher. */
export const reportRequest = reports.declares<ReportRequest>('reports.request');

export const reported = reports.declares<Reported>('reports.reported');
