import { booked, isAccepted, type Booking, type Sent, type Tried } from './booking.ts';

// Updates as they were sent and answered.

/** An order that existed, the update that was sent for it, and what came. */
export interface Updated<Name extends string = string> extends Tried {
  readonly name: Name;
  /** As in `an update of the goal`. */
  readonly what: string;
  readonly before: Booking;
  readonly form: number;
  /** What a business rule may answer it with. */
  readonly refusals: readonly number[];
  /** The new order of the same content, if what the contract promises was refused. */
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

/** The order once an update was taken, with all ids that it was answered with. */
export function asUpdated(updated: Updated): Booking {
  const { former = [], ids } = updated.before;
  return { ...booked(updated), former: [...former, ids] };
}

/** An order as the last of these updates that was taken has left it. */
export function asLeft(order: Booking, steps: readonly Updated[]): Booking {
  const last = steps.findLast(
    (step) => isAccepted(step) && step.request.order.external_ref === order.request.order.external_ref,
  );
  return last === undefined ? order : asUpdated(last);
}
