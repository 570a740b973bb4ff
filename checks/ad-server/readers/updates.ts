import { booked, isAccepted, type Booking, type Sent, type Tried } from './booking.ts';

// Updates as they were sent and answered.

/** An existing order, the update that was sent for it, and the answer. */
export interface Updated<Name extends string = string> extends Tried {
  readonly name: Name;
  /** For example `an update of the goal`. */
  readonly what: string;
  readonly before: Booking;
  readonly form: number;
  /** The statuses with which a business rule may refuse it. */
  readonly refusals: readonly number[];
  /** A new order with the same content, sent if the service refused a change that the contract promises. */
  readonly control?: Sent;
}

export class Steps<Name extends string> {
  readonly all: readonly Updated<Name>[];

  constructor(all: readonly Updated<Name>[]) {
    this.all = all;
  }

  step(name: Name): Updated<Name> | undefined {
    return this.all.find((step) => step.name === name);
  }

  taken(...names: readonly Name[]): readonly Updated<Name>[] {
    return this.all.filter((step) => names.includes(step.name) && isAccepted(step));
  }
}

/** The order after an accepted update, with all ids that answers gave it. */
export function asUpdated(updated: Updated): Booking {
  const { former = [], ids } = updated.before;
  return { ...booked(updated), former: [...former, ids] };
}

/** An order after the last of these updates that the service accepted. */
export function asLeft(order: Booking, steps: readonly Updated[]): Booking {
  const last = steps.findLast(
    (step) => isAccepted(step) && step.request.order.external_ref === order.request.order.external_ref,
  );
  return last === undefined ? order : asUpdated(last);
}
