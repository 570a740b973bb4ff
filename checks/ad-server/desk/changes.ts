import { daysOf } from '../../../src/contract/flight-date.ts';
import { aboutAThird, countriesOf, hasCreatives, isOneDay, moved, withLineAhead } from '../values/changed-lines.ts';
import { following } from '../values/flights.ts';
import { inOtherCase, withOtherEnd, withOtherSign } from '../values/other-case.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import {
  creativeOfLastShape,
  flights,
  goals,
  lines,
  ofOne,
  otherCreatives,
  toAllSizes,
  toEachCountry,
  toFewCountriesForLittle,
  toFirstGoals,
  together,
  toOtherCountry,
  toOtherSlot,
  toTwoCountries,
  where,
  withOneMoreLine,
  withOtherSizes,
  type Ask,
  type Form,
} from './change-parts.ts';

// The changes that updates make, each in the forms in which it is tried.

/** A change that an update makes to an order. Its forms are tried until one is accepted. */
export interface Change {
  /** For example `an update of the goal`: `what` is `of the goal`. */
  readonly what: string;
  readonly forms: readonly Form[];
  /**
   * Whether the contract promises the change. A refusal is then wrong unless a new order of the same content is
   * refused, too.
   */
  readonly isPromised?: (now: OrderRequest, then: OrderRequest) => boolean;
  /** The statuses with which it may be refused: 422 by default, none if it is promised. */
  readonly refusals?: readonly number[];
}

const always = () => true;

const isLower: Change['isPromised'] = (now, then) =>
  then.line_items.every((line, index) => line.goal_impressions < (now.line_items[index]?.goal_impressions ?? 0));

/** An update that leaves something out may count as malformed or as a conflict. */
const LEAVES_OUT = [422, 400, 409];
/** There may be a limit on the number of lines. */
const MANY_LINES = [422, 400, 413];

const hasOneLine = ({ line_items }: OrderRequest) => line_items.length === 1;
const hasCountries = (order: OrderRequest) => countriesOf(order).length > 0;
const isInOneCountry = ({ line_items: [first] }: OrderRequest) => first?.targeting?.geo?.length === 1;
const areThreeDays = ({ line_items }: OrderRequest) => line_items.every(({ flight }) => daysOf(flight) > 2);

const asItIs: Ask = () => [{}];
const rename: Ask = ({ order }) => [{ order: { ...order, name: withOtherEnd(order.name) } }];
/** Switches to the buyer of all orders, or back: a run makes few buyers. */
const otherBuyer: Ask = ({ advertiser }, { campaigns, buyer }, made) => {
  const names = [buyer, made.advertiser.name, campaigns.name('other buyer')];
  return [{ advertiser: { ...advertiser, name: names.find((name) => name !== advertiser.name) ?? buyer } }];
};
const lowerGoal = goals(aboutAThird);
const endsSooner = flights((flight) => moved(flight, 0, isOneDay(flight) ? 1 : -1));
const otherSizes = withOtherSizes((_own, others) => others);

const goal: readonly Form[] = [
  ['Less than before is promised; round, since impressions may be sold in lots.', lowerGoal],
  ['What was booked may be the least goal there is.', goals((goal) => goal + 1000)],
  ['A new goal may have to be near the one before.', goals((goal) => Math.max(1, Math.floor(goal * 0.95)))],
];

const geo: readonly Form[] = [
  ['A line may have several countries.', toTwoCountries],
  ['A line may have to be in one country, and not every country is served.', toEachCountry],
  ['There may be no room for as much in one or two countries.', toFewCountriesForLittle],
];

const creative: readonly Form[] = [['A publisher may take one shape of creatives alone.', otherCreatives]];

/** The new reference is almost that of another line: the answer shows whether the service tells them apart. */
const addedLine = (how: (ref: string) => string): readonly Form[] => [
  ...withOneMoreLine((ref, campaigns) => campaigns.almost(ref, how)),
  ...withOneMoreLine((ref) => `${ref}-added`)
    .slice(0, 2)
    .map(([, ask]): Form => ['References may have to differ in more than a sign or a capital.', ask]),
];

const allOfOneLine = ofOne(-1, together(lowerGoal, endsSooner, toTwoCountries, otherSizes, creativeOfLastShape));
const oneMoreLine: Ask = (now) => [
  withLineAhead(now, ({ external_ref: ref, flight }) => ({ external_ref: `${ref}-too`, flight: following(flight) })),
];

export const CHANGES = {
  rename: {
    what: 'of the name',
    forms: [['As long as before and as plain: names may have to be short.', rename]],
    isPromised: always,
  },
  creative: { what: 'of the creatives', forms: creative, isPromised: always, refusals: [422] },
  'no-creative': {
    what: 'that takes the creatives away',
    forms: [
      [
        'They may be withdrawn.',
        where(
          hasCreatives,
          lines(() => ({ creatives: [] })),
        ),
      ],
    ],
  },
  'last-shape': {
    what: 'that attaches a creative of another shape',
    forms: [['The shapes may be stored apart.', creativeOfLastShape]],
  },
  goal: { what: 'of the goal', forms: goal, isPromised: isLower },
  'goal-back': {
    what: 'of the goal, back to what it was',
    forms: [['No less than any least goal, and promised if it is lower.', toFirstGoals]],
    isPromised: isLower,
  },
  'goal-of-one': { what: 'of the goal of a single line', forms: goal },
  flight: {
    what: 'of the flight',
    forms: [
      ['Campaigns are prolonged.', flights((flight) => moved(flight, 0, 2))],
      ['Flights may have to be as long as they were.', flights((flight) => moved(flight, 1))],
      ['They may have to end as soon as they did.', flights((flight) => moved(flight, isOneDay(flight) ? 0 : 1, 0))],
      ['They may be sold by the week.', flights((flight) => moved(flight, 7))],
    ],
  },
  earlier: {
    what: 'to earlier days',
    forms: [
      ['A day sooner is still a few days ahead.', flights((flight) => moved(flight, -1, 0))],
      ['Flights may have to be as long as they were.', flights((flight) => moved(flight, -1))],
    ],
  },
  'flight-within': {
    what: 'to a shorter flight',
    forms: [
      [
        'Shorter at both ends.',
        where(
          areThreeDays,
          flights((flight) => moved(flight, 1, -1)),
        ),
      ],
    ],
  },
  'whole-month': {
    what: 'to the whole month',
    forms: [
      [
        'Lines are booked by the month.',
        where(
          hasOneLine,
          flights((_flight, by) => by.flights.wholeMonth),
        ),
      ],
    ],
  },
  'next-month': {
    what: 'to the next month',
    forms: [
      [
        'A line may be told apart by its month.',
        where(
          hasOneLine,
          flights((_flight, by) => by.flights.later),
        ),
      ],
    ],
  },
  geo: { what: 'of the countries', forms: geo },
  'other-geo': {
    what: 'to another country',
    forms: [['A line may be told apart by its country.', where(hasCountries, toOtherCountry)]],
  },
  'geo-of-several': {
    what: 'of the countries of several lines',
    forms: [['From one country to another.', where(isInOneCountry, toOtherCountry)], ...geo],
  },
  worldwide: {
    what: 'that takes the countries away',
    forms: [
      [
        'Absent means worldwide.',
        where(hasCountries, (now) => [{ line_items: now.line_items.map(({ targeting, ...line }) => line) }]),
      ],
    ],
  },
  sizes: {
    what: 'of the sizes',
    forms: [
      ['Another size alone.', otherSizes],
      ['A creative of the size before may be attached.', withOtherSizes((own, others) => [...own, ...others])],
    ],
  },
  'all-sizes': { what: 'to all sizes of the slot', forms: [['A line may have several sizes.', toAllSizes]] },
  'added-line': { what: 'that adds a line', forms: addedLine(withOtherSign), isPromised: always },
  'added-to-several': {
    what: 'that adds a line to an order of several',
    forms: addedLine(inOtherCase),
    refusals: MANY_LINES,
  },
  'new-line-alone': {
    what: 'that names a new line alone',
    forms: withOneMoreLine((ref) => `${ref}-own`)
      .slice(0, 2)
      .map(([why, ask]): Form => [
        why,
        (...asked) => ask(...asked).map(({ line_items = [] }) => ({ line_items: line_items.slice(0, 1) })),
      ]),
    refusals: [...LEAVES_OUT, 413],
  },
  'left-out': {
    what: 'that leaves a line out',
    forms: [
      [
        'Whether such a line stays is left open, and that the others do is not.',
        ({ line_items }) => (line_items.length < 2 ? [] : [{ line_items: line_items.slice(0, 1) }]),
      ],
    ],
    refusals: LEAVES_OUT,
  },
  'named-again': { what: 'that names that line again', forms: [['It may have been forgotten.', asItIs]] },
  'left-out-creative': {
    what: 'that leaves the creatives out',
    forms: [
      [
        'Creatives may be absent; whether those of before stay is left open.',
        where(hasCreatives, (now) => [{ line_items: now.line_items.map(({ creatives, ...line }) => line) }]),
      ],
    ],
    refusals: LEAVES_OUT,
  },
  're-push': {
    what: 'that changes nothing',
    forms: [['A campaign may be sent again by hand.', asItIs]],
    isPromised: always,
  },
  advertiser: {
    what: 'that adds an advertiser reference',
    forms: [
      [
        'The reference is optional.',
        ({ advertiser }, { campaigns, takesAdvertiserRef }) =>
          takesAdvertiserRef ? [{ advertiser: { ...advertiser, external_ref: campaigns.ref('buyer') } }] : [],
      ],
    ],
  },
  buyer: { what: 'of the advertiser name', forms: [['Orders may be looked up by advertiser.', otherBuyer]] },
  'rename-and-goal': {
    what: 'of the name, the buyer and the goal of one line',
    forms: goal.map(([why, ask]): Form => [why, ofOne(0, together(rename, otherBuyer, ask))]),
  },
  slot: {
    what: 'to another slot, in a series',
    forms: [['A line may have to stay on slots of its kind.', toOtherSlot]],
  },
  'creative-of-one': {
    what: 'of the creatives of one line, in a series',
    forms: creative.map(([why, ask]): Form => [why, ofOne(0, ask)]),
  },
  several: {
    what: 'of the name and all of one line, with one more line, in a series',
    forms: [
      ['A campaign may have changed in every way.', together(rename, allOfOneLine, oneMoreLine)],
      ['There may be a limit on lines.', together(rename, allOfOneLine)],
      ['Little may be allowed to change.', together(rename, ofOne(-1, endsSooner))],
    ],
    refusals: MANY_LINES,
  },
  'creatives-again': { what: 'of the creatives, in a series', forms: creative },
  'pushed-again': { what: 'that changes nothing, in a series', forms: [['Nothing is left to change.', asItIs]] },
} as const satisfies Record<string, Change>;

export type ChangeName = keyof typeof CHANGES;
