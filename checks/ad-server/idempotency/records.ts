import { adServer } from '../phases.ts';
import type { Booking, Sent } from '../readers/booking.ts';
import type { Changed } from './changed-bodies.ts';

export const idempotency = adServer.module('idempotency', 'Idempotency');

interface Conflicts {
  /** The first order's key, in a body that names another order. */
  readonly anotherOrder: Sent & { readonly first: Booking };
  /** A key with a body that differs only in the reference of the order. */
  readonly anotherRef: Sent & { readonly first: Booking };
  readonly changed: readonly Changed[];
}

export const first = idempotency.declares<Booking>('idempotency.first');

/** A literal retry at once, byte for byte. */
export const retry = idempotency.declares<Sent>('idempotency.retry');

/** Orders whose keys are sent with other bodies; none of them is repeated later or was updated before. */
export const reused = idempotency.declares<readonly [Booking, ...Booking[]]>('idempotency.reused');

export const conflicts = idempotency.declares<Conflicts>('idempotency.conflicts');
export const retryAfterConflict = idempotency.declares<Sent>('idempotency.retry-behind-conflicts');
export const renamed = idempotency.declares<Sent>('idempotency.renamed');
