import { describe, violation } from '../../src/engine/expect.ts';
import { notApplicable } from '../../src/engine/signal.ts';
import type { Wire } from '../../src/engine/wire.ts';
import { maxPages } from '../givens.ts';
import { basic, material, orders } from './05-orders.ts';
import { severalLines } from './05-orders-kinds.ts';
import { booked, isAccepted, isRefusedForValues, send, sendFirstTaken, type Sent } from './booking.ts';
import type { Bookable, Campaigns } from './campaign.ts';
import { inCountries } from './order-forms.ts';
import { COUNTRIES } from './requests.ts';
import { goneSlots, ofSlots } from './still-listed.ts';

/** So many pairs are tried before it is asked which countries are taken at all. */
const PAIRS = 3;

orders.check(
  {
    id: 'orders.lines-in-two-countries',
    level: 'must',
    section: 'ad-server §2.5',
    requirement: 'Two lines on one slot for the same days, each in another country, are accepted.',
    fix: 'Allow lines on one slot to overlap: two countries with a price of their own are two lines. Tell them apart by `external_ref`.',
    needs: { material, basic, severalLines, maxPages },
    sends: { orders: 1, inventory: 0 },
    drafts: 1,
  },
  async ({ http, material: { campaigns }, basic: { on }, maxPages }) => {
    const pairs = Array.from({ length: PAIRS }, (_, index) => COUNTRIES.slice(2 * index, 2 * index + 2));
    const sent = await sendFirstTaken(
      http,
      pairs.map((pair) => inCountries(campaigns, on, `both-${pair.join('-')}`, ...pair)),
    );
    await goneSlots(http, maxPages, [...sent.refused, sent].map(ofSlots), 200, 201);
    if (!isRefusedForValues(sent)) {
      booked(sent);
      return;
    }
    const together = await togetherAndAlone(http, campaigns, on);
    if (together === null) notApplicable('No two countries are taken on the slot that was booked.');
    const { both, alone } = together;
    if (isRefusedForValues(both) && alone.every(isAccepted))
      violation({
        expected: 'both lines accepted, as each of them is alone',
        actual: describe(both.reply),
        replies: [...alone.map(({ reply }) => reply), both.reply],
      });
    if (isRefusedForValues(both)) notApplicable('There is no room left for a line in either country.');
    booked(both);
  },
);

/**
 * Two countries together, and then each alone; `null` where no two are taken. Alone they are booked for as many
 * impressions as both together, before and after: a slot may have room for one line and not for two.
 */
async function togetherAndAlone(
  http: Wire,
  campaigns: Campaigns,
  on: Bookable,
): Promise<{ readonly both: Sent; readonly alone: readonly Sent[] } | null> {
  for (const goal of [on.goal, Math.ceil(on.goal / 2)]) {
    const aloneIn = (country: string, when: string) =>
      send(http, inCountries(campaigns, { ...on, goal: 2 * goal }, `alone-${country}-${when}-${goal}`, country));
    const taken: string[] = [];
    for (const country of COUNTRIES) {
      if (taken.length === 2) break;
      if (isAccepted(await aloneIn(country, 'before'))) taken.push(country);
    }
    if (taken.length < 2) continue;
    const both = await send(http, inCountries(campaigns, { ...on, goal }, `together-${goal}`, ...taken));
    const alone: Sent[] = [];
    if (isRefusedForValues(both)) for (const country of taken) alone.push(await aloneIn(country, 'after'));
    return { both, alone };
  }
  return null;
}
