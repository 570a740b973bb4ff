import { candidates } from './order-forms.ts';
import type { FirstBooking } from './material.ts';
import { type BookingTerms } from '../../../src/contract/booking-terms.ts';
import {
  type Sent,
  slotsUnknown,
  attemptsInWords,
  isAccepted,
  isRefusedForValues,
  isUnknown,
  slotsOf,
} from '../readers/booking.ts';
import {
  type Bookable,
  type Campaigns,
  USUAL_GOAL,
  imageCreative,
  plainTagCreative,
  type Demands,
} from '../values/campaign.ts';
import { termsOf } from '../values/flights-and-countries.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { hasFailed, isBeyondTerms } from '../../../src/http/reply.ts';
import type { Desk } from './desk.ts';

// Finds the plainest order that a service accepts, and the terms that spare the next run this search.

export async function findFirstBooking(
  desk: Desk,
  bookable: readonly [Bookable, ...Bookable[]],
  stated: BookingTerms = {},
): Promise<FirstBooking> {
  const attempts: Sent[] = [];
  const isUnknownSlot = (id: string) => slotsUnknown(attempts).has(id);
  const options = { flights: desk.campaigns.flights, stated, isUnknown: isUnknownSlot };
  const asked = { attempts, without: null };

  async function firstTaken() {
    const { campaigns } = desk;
    for (const on of candidates(bookable, options)) {
      const sent = await desk.ask(campaigns.orderOn(`basic-${attempts.length + 1}`, on));
      attempts.push(sent);
      const isTooMuch = on.goal > USUAL_GOAL && sent.reply.status === 413;
      if (!isRefusedForValues(sent) && !isUnknown(sent) && !isTooMuch) return { ...asked, sent, on, campaigns };
    }
    return null;
  }

  const usual = await firstTaken();
  if (usual !== null && usual.sent.reply.status !== 400 && !hasFailed(usual.sent.reply)) return usual;
  const known = bookable.filter(({ slot }) => !isUnknownSlot(slot.inventory_id)).slice(0, usual === null ? 3 : 1);
  const withMore = await findWithMembers(desk, known, attempts);
  return withMore ?? usual ?? { ...asked, sent: null, on: bookable[0], campaigns: desk.campaigns };
}

/** After an order with optional members is accepted, a plain one is tried again. */
async function findWithMembers(desk: Desk, rooms: readonly Bookable[], attempts: Sent[]): Promise<FirstBooking | null> {
  const { campaigns } = desk;
  const isRefused = ({ slot }: Bookable) =>
    attempts.some((one) => isRefusedForValues(one) && slotsOf(one.request).includes(slot.inventory_id));
  for (const on of rooms.slice(0, 1).filter(isRefused).flatMap(inOtherSizes)) {
    const sent = await desk.ask(campaigns.orderOn(`size-${on.slot.sizes[0]}`, on));
    attempts.push(sent);
    if (isAccepted(sent)) return { attempts, sent, on, without: null, campaigns };
  }
  for (const [index, on] of rooms.entries())
    for (const [number, demands] of possibleDemands(campaigns, on).entries()) {
      const demanding = campaigns.with({ demands });
      const sent = await desk.ask(demanding.orderOn(`more-${index + 1}-${number + 1}`, on));
      if (!isAccepted(sent)) continue;
      const plain = await desk.send(campaigns.orderOn(`again-${index + 1}`, on));
      attempts.push(plain);
      if (isAccepted(plain)) return { attempts, sent: plain, on, without: null, campaigns };
      return { attempts, sent, on, without: { demands, plain }, campaigns: demanding };
    }
  return null;
}

/** The first size of a slot may have no room. */
function inOtherSizes({ slot, ...on }: Bookable): Bookable[] {
  const { sizes } = slot;
  return sizes.slice(1, 3).map((size) => {
    const others = sizes.filter((other) => other !== size);
    return { ...on, slot: { ...slot, sizes: [size, ...others] } };
  });
}

/** What a service may demand by mistake: all sizes, or optional members, each alone, then all, empty and filled. */
function possibleDemands({ countries }: Campaigns, { slot }: Bookable): readonly Demands[] {
  const creatives = [plainTagCreative, imageCreative].map((shape) => ({ creatives: [shape] }));
  const targeting = countries.map((country) => ({ targeting: { geo: [country] } }));
  const all = creatives.flatMap((one) => targeting.slice(0, 4).map((other) => ({ ...other, ...one })));
  const empty = { targeting: { geo: [] }, creatives: [] };
  const allSizes = slot.sizes.length > 1 ? [{ allSizes: true as const }] : [];
  return [
    ...allSizes,
    ...creatives,
    ...targeting,
    ...[{}, empty, ...all].map((some) => ({ ...some, buyerRef: true as const })),
  ];
}

const MEMBERS = {
  allSizes: 'all sizes of the slot',
  targeting: 'targeting.geo',
  creatives: 'creatives',
  buyerRef: 'advertiser.external_ref',
};

export function inMembers(demands: Demands): string {
  const names = Object.entries(MEMBERS).flatMap(([name, member]) => (Object.hasOwn(demands, name) ? [member] : []));
  return inWords(names, 'and');
}

const SEARCHED = ['inventoryIds', 'goal', 'flight'] as const;

export function termsToState(stated: BookingTerms): string {
  const open = SEARCHED.filter((term) => stated[term] === undefined);
  const advice = open.length > 0 ? `what you take: ${inWords(open, 'and')}, or an advertiser of your own` : 'others';
  const kept = SEARCHED.filter((term) => !open.includes(term));
  const change = open.length > 0 && kept.length > 0 ? `, or change the ${inWords(kept, 'and')} stated there` : '';
  return `State ${advice} as "booking" in the configuration file${change}, and run again.`;
}

export function noBookingAccepted(attempts: readonly Sent[], stated: BookingTerms): never {
  return inconclusive(
    `No booking was accepted, with or without the optional members. ${termsToState(stated)} Answered: ${attemptsInWords(attempts)}.`,
    ...attempts.map(({ reply }) => reply),
  );
}

/** The terms that spare the next run the search; `null` if this run did not search. */
export function termsFound(
  stated: BookingTerms,
  { on, orders, campaigns }: { on: Bookable; orders: readonly Sent[]; campaigns: Campaigns },
): BookingTerms | null {
  if (SEARCHED.every((term) => stated[term] !== undefined)) return null;
  const slots = orders.filter(({ reply }) => !isBeyondTerms(reply)).flatMap(({ request }) => slotsOf(request));
  const flight = termsOf(campaigns.flightOn(on), campaigns.flights, stated.flight);
  const inventoryIds = [...new Set([on.slot.inventory_id, ...slots])];
  return { inventoryIds, goal: on.goal, ...(flight && { flight }), ...stated };
}
