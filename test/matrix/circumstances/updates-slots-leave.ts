import { leaving } from '../../../fixtures/variations/updates/slots-leave.ts';
import type { Circumstance } from './circumstance.ts';

const GONE = /^A requested slot is not listed any more\./;

/** The reference of an added line: that of the existing one with another ending. */
const ADDED = /-image-allx*-x+"/;

/** The outcome of a check if the slots of the first order with this in its body leave the inventory. */
const left = (id: string, status: 404 | 422, body: string | RegExp): Circumstance => ({
  name: `${id} is not judged by a refusal, with ${status}, of what is booked on a slot that has left the inventory`,
  behaviour: leaving(status, (text) => text.search(body) >= 0),
  run: { certify: { only: [id] } },
  verdict: 'inconclusive',
  says: { [id]: GONE },
  ends: { [id]: 'inconclusive' },
});

export const updatesSlotsLeaveCircumstances: readonly Circumstance[] = [
  left('updates.answers-200', 404, ADDED),
  left('updates.answers-200', 422, ADDED),
  left('updates.line-added-at-once', 404, '-now'),
  left('updates.impossible-values-are-422', 404, '-Line-more'),
  left('updates.unknown-slot-is-404', 422, 'Line-new-'),
  left('idempotency.keys-compared-exactly', 404, ': key-1'),
  left('orders.unknown-slot-is-404', 422, ': unknown-2'),
];
