import { adServer } from '../phases.ts';
import { describe, violation } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { run } from '../../givens.ts';
import { valueAt } from '../../json.ts';
import { countries, flights } from '../health/requests.ts';
import { listed, rereading } from '../inventory/requests.ts';
import { askedUsual } from '../forecast/asked.ts';
import { spread } from '../values/spread.ts';
import { asListed, isUnknown, slotsOf, slotsUnknown } from '../desk/still-listed.ts';
import {
  attemptsInWords,
  booked,
  expectAccepted,
  isAccepted,
  isRefusedForValues,
  send,
  sendFirstTaken,
  type Sent,
} from '../readers/booking.ts';
import { Campaigns, USUAL_GOAL, type Bookable } from '../values/campaign.ts';
import { Desk } from '../desk/desk.ts';
import { Candidates, goalFor, suitability, type Available } from '../desk/candidates.ts';
import { plainOrders, withOptionalMembers } from '../desk/order-forms.ts';

export const orders = adServer.module('orders', 'Draft orders');

/** Slots that are worth trying, the likeliest first, and the run's way of making orders. */
export const material = orders.stage(
  { id: 'orders.material', needs: { all: listed, rereading, run, flights, countries }, prefers: { asked: askedUsual } },
  ({ all, rereading, run, flights, countries, asked = [] }) => {
    const availability = new Map(asked.map(({ slot, reply }) => [slot, availableIn(reply)] as const));
    const slots = [...new Set([...availability.keys(), ...spread(all.bookable, 12)])];
    const [first, ...others] = slots
      .map((slot) => ({ slot, available: availability.get(slot) ?? null }))
      .sort((one, other) => suitability(other) - suitability(one))
      .map(({ slot, available }): Bookable => ({ slot, goal: goalFor(available) }));
    if (first === undefined)
      inconclusive('The inventory lists no active slot with a size that could be booked.', all.first);
    return {
      ...rereading,
      bookable: [first, ...others] as const,
      archived: all.archived,
      ids: all.ids,
      campaigns: new Campaigns(run, flights, countries),
    };
  },
);

/** What a forecast says is left; `null` where it says nothing of it. */
export function availableIn(reply: Reply): Available {
  const available = isServed(reply) ? valueAt(reply, 'available_impressions') : undefined;
  return typeof available === 'number' && available >= 0 ? Math.floor(available) : null;
}

/** The plainest booking there is: one line, all optional members left out. A slot that is answered 404 is passed by. */
export const firstBooking = orders.stage(
  { id: 'orders.first-booking', needs: { material }, sends: { orders: 1 }, drafts: 1 },
  async ({ http, material: { bookable, campaigns } }) => {
    const attempts: Sent[] = [];
    const candidates = new Candidates(bookable, campaigns.flights, () => slotsUnknown(attempts));
    const ask = async (on: Bookable) => {
      const label = `basic-${attempts.length + 1}`;
      const sent = await send(http, campaigns.order(label, campaigns.line(label, on)));
      attempts.push(sent);
      return sent;
    };
    const firstTaken = async (rooms: Iterable<Bookable>) => {
      for (const on of rooms) {
        const sent = await ask(on);
        const isTooMuch = on.goal > USUAL_GOAL && sent.reply.status === 413;
        if (!isRefusedForValues(sent) && !isUnknown(sent) && !isTooMuch) return { sent, on };
      }
      return null;
    };
    const usual = await firstTaken(candidates.all());
    if (usual !== null && usual.sent.reply.status !== 400) return { attempts, ...usual, without: null };
    // Of what form a reference may be is not laid down: 400 is as good as 422.
    campaigns.leaveOutCapitals();
    const plain = await firstTaken(usual === null ? candidates.likeliest() : candidates.all());
    if (plain !== null && isAccepted(plain.sent)) return { attempts, ...plain, without: null };
    if (plain !== null && usual !== null) return { attempts, ...usual, without: null };
    for (const [index, on] of candidates.known().slice(0, 3).entries())
      for (const [members, request] of withOptionalMembers(campaigns, on, index + 1)) {
        const sent = await send(http, request);
        if (!isAccepted(sent)) continue;
        // At last for other days: a service may take no two orders for the same.
        const forms = [on, { ...on, flight: campaigns.later(on) }];
        const plain = await sendFirstTaken(http, plainOrders(campaigns, forms, `again-${index + 1}`));
        attempts.push(...plain.refused, plain);
        return isAccepted(plain)
          ? { attempts, sent: plain, on: forms[plain.refused.length] ?? on, without: null }
          : { attempts, sent, on, without: { members, plain } };
      }
    return { attempts, sent: null, on: bookable[0], without: null };
  },
);

/** The order that most other traffic builds on. */
export const basic = orders.record({ id: 'orders.basic', of: { first: firstBooking } }, ({ first }) => {
  const { attempts, sent, on, without } = first;
  if (without !== null) inconclusive('No plain order was accepted.', sent.reply, without.plain.reply);
  if (sent === null)
    inconclusive(
      `No booking was accepted, with or without the optional members. Tried: ${attemptsInWords(attempts)}.`,
      ...attempts.map(({ reply }) => reply),
    );
  if (!isAccepted(sent)) inconclusive(`The order was not accepted: ${describe(sent.reply)}.`, sent.reply);
  return { ...booked(sent), on };
});

/** What was tried before any booking was taken, with what became of slots that were answered 404 and have left the inventory. */
const tried = orders.traffic(
  { id: 'orders.tried', phase: 'book', uses: { material, first: firstBooking }, sends: { inventory: 0 } },
  async ({ http, material, first }) => {
    const unknown = first.sent === null ? first.attempts.filter(isUnknown) : [];
    return { ...first, unknown, listed: await new Desk(http, material).excuseGone(unknown) };
  },
);

export const bookingAccepted = orders.rule(
  {
    id: 'orders.booking-accepted',
    level: 'must',
    section: 'ad-server §4.4',
    requirement: 'A valid order is accepted and saved, without any of the optional members.',
    fix: 'Accept an order with one line on an active slot, with no targeting, no creatives and no advertiser reference. Refuse with 422 only what a business rule forbids.',
    of: { tried },
  },
  ({ tried: { attempts, sent, without, unknown, listed } }) => {
    if (without !== null)
      violation({
        expected: `a plain order accepted, as one with ${without.members} is`,
        actual: describe(without.plain.reply),
        replies: [sent.reply, without.plain.reply],
      });
    if (sent !== null) {
      expectAccepted(sent.reply);
      return;
    }
    for (const { request, reply } of unknown)
      if (reply.excuse === undefined && listed !== null)
        expectAccepted(reply, `for ${asListed(slotsOf(request), listed)}`);
    inconclusive(
      `No booking was accepted, with or without the optional members. Tried: ${attemptsInWords(attempts)}.`,
      ...attempts.map(({ reply }) => reply),
    );
  },
);

/**
 * By so much a goal is divided where a business rule refuses it. Each goal is at least half of the one before, so that one
 * lies between any least goal and twice that; of the usual goal some are whole thousands.
 */
export const GENTLER = [1, 1.25, 1.5, 3, 6, 12, 24] as const;

/** Where else a valid order may find room when a business rule refuses it on the slot that took the first. */
export const rooms = orders.stage(
  { id: 'orders.rooms', needs: { material, first: firstBooking, basic } },
  ({ material: { bookable }, first: { attempts }, basic: { on } }): readonly [Bookable, ...Bookable[]] => {
    const [, ...gentler] = GENTLER.map((part) => ({ ...on, goal: Math.ceil(on.goal / part) }));
    const passed = new Set([on.slot.inventory_id, ...slotsUnknown(attempts)]);
    const others = bookable.filter(({ slot }) => !passed.has(slot.inventory_id));
    // Some of those that nothing else is tried on: a slot may be one order's alone.
    const far = others.slice(4).slice(-4, -2);
    return [on, ...gentler, ...[...others.slice(0, 4), ...far].map(({ slot }) => ({ ...on, slot }))];
  },
);
