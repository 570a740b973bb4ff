import { pixelsOf } from '../../../src/contract/creative-size.ts';
import type { Flight } from '../../../src/contract/flight-date.ts';
import type { RunIdentity } from '../../../src/engine/run-identity.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import type { BookingTerms } from '../../../src/contract/booking-terms.ts';
import { type Countries, COUNTRIES } from './countries.ts';
import { onHost } from './creative-host.ts';
import { daysWithin, following, halvesOf, type Flights } from './flights.ts';
import { withOtherEnd } from './other-case.ts';
import { type Creative, type LineItem, type OrderRequest } from './request-bodies.ts';

// Makes the orders of a run: their names, references, lines and creatives.

/** A slot that may be booked, with a plausible goal that fits what its forecast says is available. */
export interface Bookable {
  readonly slot: InventorySlot;
  readonly goal: number;
  /** Where the usual one is not taken. */
  readonly flight?: Flight;
}

/** Goals are in the thousands: a service may refuse a campaign too small to run. */
export const USUAL_GOAL = 3000;

interface Manner {
  readonly capitals: boolean;
  /** One buyer for all orders, unless a service takes no second order of a buyer. */
  readonly buyers: 'one for all' | 'one for each';
  /** What every reference ends in: under the reference of an order that was refused, something may be left. */
  readonly refsEndIn: string;
  /** What the publisher states about all orders. */
  readonly stated: Pick<BookingTerms, 'advertiser' | 'creativeHost'>;
}

const USUAL_MANNER: Manner = { capitals: true, buyers: 'one for all', refsEndIn: '', stated: {} };

/** Makes the orders of a run; every name says what it is, every reference is the run's own. */
export class Campaigns {
  readonly flights: Flights;
  readonly countries: Countries;
  readonly #run: RunIdentity;
  readonly #manner: Manner;
  /** How many keys, buyers and newcomers were made, by all campaigns of the run. */
  readonly #made: { keys: number; buyers: number; newcomers: number };

  constructor(
    run: RunIdentity,
    flights: Flights,
    countries: Countries = COUNTRIES,
    manner = USUAL_MANNER,
    made = { keys: 0, buyers: 0, newcomers: 0 },
  ) {
    this.#run = run;
    this.flights = flights;
    this.countries = countries;
    this.#manner = manner;
    this.#made = made;
  }

  with(manner: Partial<Manner>): Campaigns {
    return new Campaigns(this.#run, this.flights, this.countries, { ...this.#manner, ...manner }, this.#made);
  }

  /**
   * A key for one call: no two are alike in their first characters, nor in their last. A UUID that holds the run's id, as
   * a client's keys may well be: there are services that take no others.
   */
  key(): string {
    const number = (++this.#made.keys).toString(16).padStart(4, '0');
    const { id } = this.#run;
    const first = Array.from(number).toReversed().join('');
    return `${first}${id.slice(0, 4)}-${id.slice(4, 8)}-4${id.slice(8)}0-a000-00000000${number}`;
  }

  /** A valid order of these line items, all optional members left out. */
  order(label: string, ...lines: readonly LineItem[]): OrderRequest {
    return {
      idempotency_key: this.key(),
      advertiser: { name: this.buyer() },
      order: { name: this.#run.name(label), external_ref: this.ref(label) },
      line_items: this.#onHost(lines),
    };
  }

  buyer(): string {
    const label = this.#manner.buyers === 'one for all' ? 'advertiser' : `buyer ${++this.#made.buyers}`;
    return this.advertiser(this.#run.name(label)).name;
  }

  /** The advertiser of this name, unless the publisher states the one of all orders. */
  advertiser(name: string): OrderRequest['advertiser'] {
    return { name: this.#manner.stated.advertiser ?? name };
  }

  /** The advertiser of no other order: a service may take no more orders of one that has booked before. */
  newcomer(): OrderRequest['advertiser'] {
    return this.advertiser(this.#run.name(`other ${++this.#made.newcomers}`));
  }

  /** A valid line item on a slot, all optional members left out. */
  line(label: string, on: Bookable, change: Partial<LineItem> = {}): LineItem {
    return {
      external_ref: this.ref(`Line-${label}`),
      inventory_id: on.slot.inventory_id,
      flight: this.flightOn(on),
      goal_impressions: on.goal,
      sizes: on.slot.sizes.slice(0, 1),
      ...change,
    };
  }

  flightOn({ flight }: Bookable): Flight {
    return flight ?? this.flights.usual;
  }

  /** The flight behind that of another line. */
  later({ flight }: Bookable): Flight {
    return flight === undefined ? this.flights.later : following(flight);
  }

  /** Single days of the flight of a line. */
  days(on: Bookable): readonly [Flight, Flight] {
    return daysWithin(this.flightOn(on));
  }

  /** The flight of one line, split for two. */
  halves(on: Bookable): readonly [Flight, Flight] {
    return halvesOf(this.flightOn(on));
  }

  /** The same order again under a key of its own: an update. */
  update(request: OrderRequest, change: Partial<OrderRequest> = {}): OrderRequest {
    const updated = { ...request, ...change };
    return { ...updated, idempotency_key: this.key(), line_items: this.#onHost(updated.line_items) };
  }

  #onHost(lines: readonly LineItem[]): readonly LineItem[] {
    const { creativeHost } = this.#manner.stated;
    if (creativeHost === undefined) return lines;
    return lines.map((line) =>
      line.creatives === undefined
        ? line
        : { ...line, creatives: line.creatives.map((one) => onHost(one, creativeHost)) },
    );
  }

  name(label: string): string {
    return this.#run.name(label);
  }

  ref(label: string): string {
    const ref = this.#run.ref(label) + this.#manner.refsEndIn;
    return this.#manner.capitals ? ref : ref.toLowerCase();
  }

  /** A reference that was made of another, with the end that those of the run have. */
  endedAsUsual(ref: string): string {
    return ref + this.#manner.refsEndIn;
  }

  /** The run's own number, in digits alone. */
  get number(): string {
    return String(parseInt(this.#run.id, 16));
  }

  /** Another reference that is almost this one, as a function makes it of any, or as a plain one can be. */
  almost(ref: string, how: (ref: string) => string): string {
    return this.#manner.capitals ? how(ref) : `${ref}x`;
  }
}

/** A tag with every character that a service might escape, trim or rewrite; inert: reserved example domains only. */
export function tagCreative(size: string, note = 'plain'): Creative {
  const { width, height } = pixels(size);
  return {
    type: 'third_party_tag',
    width,
    height,
    tag: `<iframe src="https://ads.example.com/go/c0nf0rmance?x=1&amp;y=%20+&z='q'" width="${width}" height="${height}" data-note='${note} "quoted" \\ / <b>&lt;</b> \u00e4\u4e2d\ud83d\ude00\t\n' name="conformance"></iframe>`,
  };
}

export function plainTagCreative(size: string): Creative {
  const { width, height } = pixels(size);
  return {
    type: 'third_party_tag',
    width,
    height,
    tag: `<iframe width="${width}" height="${height}" frameborder="0" scrolling="no" src="https://ads.example.com/go/c0nf0rmance"></iframe>`,
  };
}

/**
 * The same creative but for one character near the end of its text, for whoever compares a beginning or a length: what
 * takes the one has nothing against the other.
 */
export function otherwise(creative: Creative): Creative {
  return creative.type === 'image'
    ? { ...creative, click_url: withOtherEnd(creative.click_url) }
    : { ...creative, tag: creative.tag.replace(/[^"]+(?="><\/iframe>$)/, withOtherEnd) };
}

const ofOtherFile =
  (member: 'impression_pixel_url' | 'image_url') =>
  (creative: Creative): Creative =>
    creative.type === 'image'
      ? { ...creative, [member]: creative[member].replace(/[^/]+(?=\.\w+$)/, withOtherEnd) }
      : creative;

export const withOtherPixel = ofOtherFile('impression_pixel_url');
export const withOtherPicture = ofOtherFile('image_url');

/** The same creative with so many characters more in an address. */
export function longer(creative: Creative, by: number): Creative {
  const path = `/go/c0nf0rmance-${'x'.repeat(by)}`;
  return creative.type === 'image'
    ? { ...creative, click_url: creative.click_url.replace('/go/c0nf0rmance', path) }
    : // Macros of several ad servers: to this one, text like any other.
      { ...creative, tag: creative.tag.replace('/go/c0nf0rmance', () => `${path}-%%CACHEBUSTER%%-\${CB}-[timestamp]`) };
}

export function imageCreative(size: string): Creative {
  return {
    type: 'image',
    ...pixels(size),
    image_url: 'https://cdn.example.com/conformance.png',
    click_url: 'https://ads.example.com/go/c0nf0rmance?x=1&y=2',
    impression_pixel_url: 'https://ads.example.com/pixel/c0nf0rmance.gif',
  };
}

function pixels(size: string): { width: number; height: number } {
  return pixelsOf(size) ?? { width: 300, height: 250 };
}
