import { describe } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { excuse } from '../../../src/http/reply.ts';
import {
  attemptsInWords,
  booked,
  isAccepted,
  isConflict,
  isRefusedForValues,
  type Booking,
  type Sent,
} from '../readers/booking.ts';
import { changedId, lacksLine } from '../readers/same-ids.ts';
import type { Bookable } from '../values/campaign.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import type { Desk } from './desk.ts';

// Requests that are sent at once.

/**
 * Sends requests at once, for the next room if a business rule refuses them. That some are refused and others are not
 * counts when it happens again: room may have come up in between.
 */
export async function sendAtOnce(
  desk: Desk,
  rooms: readonly Bookable[],
  requestsFor: (on: Bookable, index: number) => readonly OrderRequest[],
): Promise<readonly Sent[]> {
  const refused: Sent[] = [];
  let wasMixed = false;
  for (const [index, on] of rooms.entries()) {
    const sent = await Promise.all(requestsFor(on, index).map((request) => desk.send(request)));
    const [first] = sent.filter(isRefusedForValues);
    // A service may keep what it refused, too: another body under the key is a conflict then.
    const isMixed = !sent.every((each) => isRefusedForValues(each) || isConflict(each));
    if (first === undefined || (isMixed && wasMixed)) return sent;
    wasMixed ||= isMixed;
    refused.push(first);
  }
  return inconclusive(`No booking was accepted: ${attemptsInWords(refused)}.`, ...refused.map(({ reply }) => reply));
}

const isWrong = (before: Booking) => (one: Sent) =>
  !isAccepted(one) || changedId(before, one) !== null || lacksLine(one);

/** Whether all requests of a race were answered with one order. */
export function isOneOrder(race: readonly Sent[]): boolean {
  const winner = race.find(isAccepted);
  return winner !== undefined && !race.some(isWrong(booked(winner)));
}

/**
 * The control of a race for one order: updates, one at a time, of an order that was in no race. Where these are refused, or
 * answered with other ids, being at once is not the reason.
 */
export async function excuseIfSameAlone(desk: Desk, race: readonly Sent[], calm: Booking): Promise<void> {
  if (isOneOrder(race)) return;
  const controls = [await desk.update(calm), await desk.update(calm)];
  const alike = controls.find(isWrong(calm));
  if (alike === undefined) return;
  for (const { reply } of race)
    excuse(reply, {
      why: `An update alone is not answered as it should be either: ${describe(alike.reply)}.`,
      shownBy: [reply, alike.reply],
    });
}
