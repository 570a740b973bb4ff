import { refusedAlone } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import {
  type Sent,
  attemptsInWords,
  booked,
  isAccepted,
  isConflict,
  isCreated,
  isRefusedForValues,
  type Booking,
  changedId,
  lacksLine,
} from '../readers/booking.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import type { Bookable } from '../values/campaign.ts';
import { type Desk, leaveOpen } from './desk.ts';

const LIMIT =
  'If the account has a limit on its drafts or on what it books, raise it or remove the drafts of earlier runs, and run again.';

/**
 * Tries the next room if one is refused. A mixed outcome counts only if it comes again: room may have become free. By
 * then an order exists (`isTaken`), so the next try needs another one.
 */
export async function sendAtOnce(
  desk: Desk,
  rooms: readonly Bookable[],
  requestsFor: (on: Bookable, index: number, isTaken: boolean) => readonly OrderRequest[],
): Promise<readonly Sent[]> {
  const refused: Sent[] = [];
  let wasMixed = false;
  for (const [index, on] of rooms.entries()) {
    const sent = await desk.sendTogether(requestsFor(on, index, wasMixed));
    const [first] = sent.filter(isRefusedForValues);
    // A service may store refused orders, too: another body with the same key is then a conflict.
    const isMixed = !sent.every((each) => isRefusedForValues(each) || isConflict(each));
    if (first === undefined || (isMixed && wasMixed)) return sent;
    wasMixed ||= isMixed;
    refused.push(first);
  }
  return inconclusive(
    `No booking was accepted by now, although others of this run were. ${LIMIT} Tried: ${attemptsInWords(refused)}.`,
    ...refused.map(({ reply }) => reply),
  );
}

const isWrong = (before: Booking) => (one: Sent) =>
  !isAccepted(one) || changedId(before, one) !== null || lacksLine(one);

function isOneOrder(race: readonly Sent[]): boolean {
  const winner = race.find(isAccepted);
  return winner !== undefined && !race.some(isWrong(booked(winner))) && race.filter(isCreated).length < 2;
}

/** The control for a race: single updates of an order in no race. If these go wrong too, the race is not the reason. */
export async function excuseIfSameAlone(desk: Desk, race: readonly Sent[], unraced: Booking): Promise<void> {
  if (isOneOrder(race)) return;
  const controls = [await desk.update(unraced), await desk.update(unraced)];
  const sameMistake = controls.find((one) => isWrong(unraced)(one) || isCreated(one));
  if (sameMistake === undefined) return;
  const why = refusedAlone('An update alone is not answered as it should be either', sameMistake.reply);
  for (const { reply } of race) leaveOpen(reply, why, sameMistake.reply);
}
