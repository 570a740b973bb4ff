import { GENTLER } from './order-forms.ts';
import type { Together } from './material.ts';
import {
  isAccepted,
  isRefusedForValues,
  type Sent,
  attemptsInWords,
  booked,
  isConflict,
  isCreated,
  type Booking,
  changedId,
  lacksLine,
} from '../readers/booking.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { type AskOptions, type Desk, leaveOpen } from './desk.ts';
import { refusedAlone } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Bookable } from '../values/campaign.ts';

interface Apart<T> {
  readonly what: 'countries' | 'slots' | 'sizes';
  readonly on: Bookable;
  readonly all: readonly T[];
  readonly order: (label: string, on: Bookable, ...some: readonly T[]) => OrderRequest;
}

const TRIED_GOALS = 4;
const TRIED_ALONE = 3;

/**
 * Orders together what is accepted one by one. Each alone has the goal of both: there may be room for one line but not for two.
 */
export async function bookTogether<T>(desk: Desk, { what, on, all, order }: Apart<T>): Promise<Together> {
  if (desk.sellsOnce) return { none: `A slot takes one order at a time, so no two ${what} can be tried apart first.` };
  const possible = desk.possibleOf(all, (one) => order(`${what}-possible`, on, one));
  // The reply of an order that is not sent names the term that rules it out.
  if (possible.length < 2 && all.length > possible.length)
    return { sent: await desk.send(order(`${what}-beyond`, on, ...all.slice(0, 2))) };
  for (const [tried, part] of GENTLER.slice(0, TRIED_GOALS).entries()) {
    const goal = Math.ceil(on.goal / part);
    const label = `${what.charAt(0)}${tried + 1}`;
    const alone = (one: T, when: string, goal: number) => desk.send(order(`${label}-${when}`, { ...on, goal }, one));
    const taken: T[] = [];
    for (const [index, one] of possible.entries())
      if (taken.length < TRIED_ALONE && isAccepted(await alone(one, `before-${index + 1}`, 2 * goal))) taken.push(one);
    const pairs = taken.flatMap((one, index) => taken.slice(index + 1).map((other) => [one, other]));
    if (pairs.length === 0) continue;
    const sent = await desk.firstTaken(
      pairs.map((pair, index) => order(`${label}-both-${index + 1}`, { ...on, goal }, ...pair)),
    );
    if (!isRefusedForValues(sent)) return { sent };
    const again = await desk.update(sent);
    if (!isRefusedForValues(again)) return { sent: again };
    const after: Sent[] = [];
    for (const [index, one] of taken.entries()) after.push(await alone(one, `after-${index + 1}`, 2 * goal));
    if (!after.every(isAccepted)) return { none: `There is no room left for two ${what} in one order.` };
    for (const [index, one] of taken.entries())
      if (!isAccepted(await alone(one, `half-${index + 1}`, goal)))
        return { none: 'A line alone is refused for as little as each of two: there may be a minimum goal.' };
    return { sent, alone: after };
  }
  return { none: `No two ${what} are taken with room to spare.` };
}

const LIMIT =
  'If the account has a limit on its drafts or on what it books, raise it or remove the drafts of earlier runs, and run again.';

/**
 * Sends orders at once, in the next room if they are refused. If some are accepted and some refused, room may have become
 * free: that counts only if it comes again, with another order (`isTaken`).
 */
export async function sendAtOnce(
  desk: Desk,
  rooms: readonly Bookable[],
  requestsFor: (on: Bookable, index: number, isTaken: boolean) => readonly OrderRequest[],
  options: AskOptions = {},
): Promise<readonly Sent[]> {
  const refused: Sent[] = [];
  let wasMixed = false;
  for (const [index, on] of rooms.entries()) {
    const sent = await desk.sendTogether(requestsFor(on, index, wasMixed), options);
    const [first] = sent.filter(isRefusedForValues);
    // A service may keep the keys of refused orders, too.
    const isMixed = !sent.every((each) => isRefusedForValues(each) || isConflict(each));
    if (first === undefined || (isMixed && wasMixed)) return sent;
    wasMixed ||= isMixed;
    refused.push(first);
  }
  return inconclusive(
    `No booking was accepted by now, although others of this run were. ${LIMIT} Answered: ${attemptsInWords(refused)}.`,
    ...refused.map(({ reply }) => reply),
  );
}

const isWrong = (before: Booking) => (one: Sent) =>
  !isAccepted(one) || changedId(before, one) !== null || lacksLine(one);

function isOneOrder(race: readonly Sent[]): boolean {
  const winner = race.find(isAccepted);
  return winner !== undefined && !race.some(isWrong(booked(winner))) && race.filter(isCreated).length < 2;
}

/** The control for a race: if single updates of another order go wrong in the same way, the race is not why. */
export async function excuseIfSameAlone(desk: Desk, race: readonly Sent[], unraced: Booking): Promise<void> {
  if (isOneOrder(race)) return;
  const controls = [await desk.update(unraced), await desk.update(unraced)];
  const sameMistake = controls.find((one) => isWrong(unraced)(one) || isCreated(one));
  if (sameMistake === undefined) return;
  const why = refusedAlone('An update alone is not answered as it should be either', sameMistake.reply);
  for (const { reply } of race) leaveOpen(reply, why, sameMistake.reply);
}
