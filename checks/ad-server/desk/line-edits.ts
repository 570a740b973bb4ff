import { daysOf, laterBy, type Flight } from '../../../src/contract/flight-date.ts';
import type { Creative, LineItem } from '../values/request-bodies.ts';
import { imageCreative, plainTagCreative, withOtherEnding, type Bookable, type Campaigns } from '../values/campaign.ts';
import { daysWithin, following, halvesOf } from '../values/flights.ts';
import { bookingsOf } from '../readers/booking.ts';
import type { Kinds } from './booked-kinds.ts';

// What the lines of a large order are booked with, and what an update then changes, in each line another thing.

export interface LineEdit {
  /** What was changed, such as `a size dropped`. */
  readonly what: string;
  readonly of: 'flight' | 'sizes' | 'countries' | 'creatives';
  /** What the line is booked with, and what the update makes of it. */
  readonly made: Partial<LineItem>;
  readonly then: Partial<LineItem>;
}

/** What lines may have, as other orders show: two of each if a line of another order had two. */
interface Parts {
  readonly flight: Flight;
  readonly later: Flight | undefined;
  /** Parts of the later flight. */
  readonly halves: readonly Flight[];
  readonly sizes: readonly string[];
  readonly countries: readonly string[];
  readonly shapes: readonly ((size: string) => Creative)[];
  readonly severalCreatives: boolean;
}

export function partsTaken(campaigns: Campaigns, on: Bookable, kinds: Kinds): Parts {
  const lines = bookingsOf(Object.values(kinds)).flatMap(({ request }) => request.line_items);
  const isTaken = (has: (line: LineItem) => boolean) => lines.some(has);
  const isOfShape = (type: Creative['type']) =>
    isTaken(({ creatives = [] }) => creatives.some((one) => one.type === type));
  const isFlightTaken = ({ start_date: start, end_date: end }: Flight) =>
    isTaken(({ flight }) => flight.start_date === start && flight.end_date === end);
  const later = campaigns.later(on);
  const { sizes } = on.slot;
  return {
    flight: campaigns.flightOn(on),
    later: [later].find(isFlightTaken),
    halves: halvesOf(later).filter(isFlightTaken),
    sizes: isTaken((line) => line.sizes.length > 1)
      ? [...new Set([...sizes.slice(0, 1), ...sizes.slice(-1)])]
      : sizes.slice(0, 1),
    countries: isTaken(({ targeting }) => (targeting?.geo ?? []).length > 1) ? campaigns.countries.slice(0, 2) : [],
    shapes: [
      ...(isOfShape('third_party_tag') ? [plainTagCreative] : []),
      ...(isOfShape('image') ? [imageCreative] : []),
    ],
    severalCreatives: isTaken(({ creatives = [] }) => creatives.length > 1),
  };
}

/** The edits of flights whose lines are booked like any other come first: the first lines of the order have them. */
export function lineEdits(parts: Parts, { targeting }: LineItem): readonly LineEdit[] {
  return [
    ...ofFlights(parts, targeting && { targeting }),
    ...ofSizes(parts),
    ...ofCountries(parts),
    ...ofCreatives(parts),
  ];
}

/** Those of lines that are booked like any other. */
export const plainEdits = (edits: readonly LineEdit[]): readonly LineEdit[] =>
  edits.filter(({ made }) => Object.keys(made).length === 0);

const edit =
  (of: LineEdit['of']) =>
  (what: string, made: Partial<LineItem>, then: Partial<LineItem>): LineEdit => ({ what, of, made, then });

function ofFlights({ flight, later, halves }: Parts, where: Pick<LineItem, 'targeting'> = {}): LineEdit[] {
  const ofFlight = edit('flight');
  const { start_date } = flight;
  const { start_date: next } = following(flight);
  // A service that compares days of the month takes it for reversed.
  const end_date = next.endsWith('01') ? next : laterBy(next, -1);
  const [first, second] = halves;
  return [
    ofFlight('a flight prolonged into the next month', {}, { flight: { start_date, end_date } }),
    ...(daysOf(flight) > 1 ? [ofFlight('a flight cut to a single day', {}, { flight: daysWithin(flight)[0] })] : []),
    ...(later ? [ofFlight('a flight moved to days before', { flight: later }, { flight })] : []),
    // But for their flights, which no other line has, these two are booked alike.
    ...(first && second
      ? [
          ofFlight('a flight exchanged with another line', { ...where, flight: first }, { flight: second }),
          ofFlight('a flight exchanged with another line', { ...where, flight: second }, { flight: first }),
        ]
      : []),
  ];
}

function ofSizes({ sizes }: Parts): LineEdit[] {
  const ofSize = edit('sizes');
  if (sizes.length < 2) return [];
  return [
    ofSize('a size dropped', { sizes }, { sizes: sizes.slice(0, 1) }),
    ofSize('sizes in another order', { sizes }, { sizes: sizes.toReversed() }),
  ];
}

function ofCountries({ countries: geo }: Parts): LineEdit[] {
  if (geo.length < 2) return [];
  const then = { targeting: { geo: geo.toReversed() } };
  return [edit('countries')('countries in another order', { targeting: { geo } }, then)];
}

function ofCreatives({ shapes, sizes, severalCreatives }: Parts): LineEdit[] {
  const ofCreative = edit('creatives');
  const [size = '', otherSize] = sizes;
  const [shape, otherShape] = shapes;
  if (shape === undefined) return [];
  const one = shape(size);
  const ofOtherSize =
    otherSize === undefined
      ? []
      : [
          ofCreative(
            'a creative of another size',
            { sizes, creatives: [one] },
            { sizes, creatives: [shape(otherSize)] },
          ),
        ];
  if (!severalCreatives) return ofOtherSize;
  const two = [one, withOtherEnding(one)];
  const ofAllSizes = otherSize === undefined ? two : [one, shape(otherSize)];
  const mixed = otherShape && [one, otherShape(size)];
  return [
    ...ofOtherSize,
    ofCreative('a second creative', { creatives: [one] }, { creatives: two }),
    ofCreative('one of two creatives taken away', { creatives: two }, { creatives: [one] }),
    ofCreative('creatives in another order', { creatives: two }, { creatives: two.toReversed() }),
    ofCreative('all creatives taken away', { sizes, creatives: ofAllSizes }, { sizes, creatives: [] }),
    ...(mixed
      ? [
          ofCreative(
            'creatives of two shapes in another order',
            { creatives: mixed },
            { creatives: mixed.toReversed() },
          ),
        ]
      : []),
  ];
}

/** The lines with what their edits need; also with a creative each, if one is taken. */
export function madeForEdits(
  lines: readonly LineItem[],
  edits: readonly LineEdit[],
  { shapes: [shape] }: Parts,
): LineItem[] {
  return lines.map((line, index) => ({
    ...line,
    ...(shape && { creatives: [shape(line.sizes[0] ?? '')] }),
    ...edits[index]?.made,
  }));
}

export function afterEdits(lines: readonly LineItem[], edits: readonly (LineEdit | undefined)[]): LineItem[] {
  return lines.map((line, index) => ({ ...line, ...edits[index]?.then }));
}
