import { inconclusive } from '../../../src/engine/signal.ts';
import { type Booking, type Sent, booked, isAccepted, type Tried } from './booking.ts';
import { expectKeptIds } from './same-ids.ts';

export interface Updated<Name extends string = string> extends Tried {
  readonly name: Name;
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
export function asUpdated(updated: Pick<Updated, 'before' | 'request' | 'reply'>): Booking {
  const { former = [], ids } = updated.before;
  return { ...booked(updated), former: [...former, ids] };
}

export function asLeft(order: Booking, steps: readonly Updated[]): Booking {
  const last = steps.findLast(
    (step) => isAccepted(step) && step.request.order.external_ref === order.request.order.external_ref,
  );
  return last === undefined ? order : asUpdated(last);
}

export function keepsIds({ before, ...after }: Sent & { readonly before: Booking }): void {
  const unnamed = before.request.line_items.find((line) => !before.ids.lines.has(line.external_ref));
  if (unnamed !== undefined)
    inconclusive(`The answer before did not name the line ${unnamed.external_ref}.`, before.reply);
  expectKeptIds(before, after);
}
