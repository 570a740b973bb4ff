import { pixelsOf } from '../../../src/contract/creative-size.ts';
import type { Flight } from '../../../src/contract/flight-date.ts';
import type { RunIdentity } from '../../../src/engine/run-identity.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import type { BookingTerms } from '../../../src/contract/booking-terms.ts';
import { type Countries, COUNTRIES, following, type Flights } from './flights-and-countries.ts';
import { onHost, type Creative, type LineItem, type OrderRequest, type Targeting } from './request-bodies.ts';
import { withOtherEnd } from './near-misses.ts';

export interface Bookable {
  readonly slot: InventorySlot;
  readonly goal: number;
  readonly flight?: Flight;
}

/** A service may refuse a campaign that is too small to run. */
export const USUAL_GOAL = 3000;

/** What a service demands although it is optional. It is added wherever it is missing. */
export interface Demands {
  readonly targeting?: Targeting;
  readonly creatives?: readonly ((size: string) => Creative)[];
  readonly buyerRef?: true;
  readonly allSizes?: true;
}

interface OrderStyle {
  /** "one for each" if the service takes no second order of a buyer. */
  readonly buyers: 'one for all' | 'one for each';
  /** Appended to every reference, since a refused order may have left something under the same one without it. */
  readonly refsEndIn: string;
  readonly demands: Demands;
  readonly stated: Pick<BookingTerms, 'advertiser' | 'creativeHost'>;
}

const USUAL_STYLE: OrderStyle = { buyers: 'one for all', refsEndIn: '', demands: {}, stated: {} };

/** Every name says what the order is for; every reference contains the run's id. */
export class Campaigns {
  readonly flights: Flights;
  readonly countries: Countries;
  readonly #run: RunIdentity;
  readonly #style: OrderStyle;
  readonly #made: { keys: number; buyers: number; newcomers: number };

  constructor(
    run: RunIdentity,
    flights: Flights,
    countries: Countries = COUNTRIES,
    style = USUAL_STYLE,
    made = { keys: 0, buyers: 0, newcomers: 0 },
  ) {
    this.#run = run;
    this.flights = flights;
    this.countries = countries;
    this.#style = style;
    this.#made = made;
  }

  with(style: Partial<OrderStyle>): Campaigns {
    return new Campaigns(this.#run, this.flights, this.countries, { ...this.#style, ...style }, this.#made);
  }

  /** A UUID, as some services require, with the run's id. Any two differ at both ends. */
  key(): string {
    const number = (++this.#made.keys).toString(16).padStart(4, '0');
    const { id } = this.#run;
    const first = Array.from(number).toReversed().join('');
    return `${first}${id.slice(0, 4)}-${id.slice(4, 8)}-4${id.slice(8)}0-a000-00000000${number}`;
  }

  order(label: string, ...lines: readonly LineItem[]): OrderRequest {
    return {
      idempotency_key: this.key(),
      advertiser: { name: this.buyer(), ...(this.#style.demands.buyerRef && { external_ref: this.ref('advertiser') }) },
      order: { name: this.#run.name(label), external_ref: this.ref(label) },
      line_items: this.#inStyle(lines),
    };
  }

  orderOn(label: string, on: Bookable, change: Partial<LineItem> = {}): OrderRequest {
    return this.order(label, this.line(label, on, change));
  }

  buyer(): string {
    const label = this.#style.buyers === 'one for all' ? 'advertiser' : `buyer ${++this.#made.buyers}`;
    return this.advertiser(this.#run.name(label)).name;
  }

  advertiser(name: string): OrderRequest['advertiser'] {
    return { name: this.#style.stated.advertiser ?? name };
  }

  newcomer(): OrderRequest['advertiser'] {
    return this.advertiser(this.#run.name(`other ${++this.#made.newcomers}`));
  }

  line(label: string, on: Bookable, change: Partial<LineItem> = {}): LineItem {
    return {
      external_ref: this.ref(`Line-${label}`),
      inventory_id: on.slot.inventory_id,
      flight: this.flightOn(on),
      goal_impressions: on.goal,
      sizes: this.#style.demands.allSizes ? on.slot.sizes : on.slot.sizes.slice(0, 1),
      ...change,
    };
  }

  flightOn({ flight }: Bookable): Flight {
    return flight ?? this.flights.usual;
  }

  later({ flight }: Bookable): Flight {
    return flight === undefined ? this.flights.later : following(flight);
  }

  update(request: OrderRequest, change: Partial<OrderRequest> = {}): OrderRequest {
    const updated = { ...request, ...change };
    return { ...updated, idempotency_key: this.key(), line_items: this.#inStyle(updated.line_items) };
  }

  /** Whether the service takes no line without a creative. */
  get needsCreatives(): boolean {
    return this.#style.demands.creatives !== undefined;
  }

  get targeting(): Targeting | undefined {
    return this.#style.demands.targeting;
  }

  #inStyle(lines: readonly LineItem[]): readonly LineItem[] {
    const { demands, stated } = this.#style;
    return lines.map((line) => {
      const {
        sizes: [size = ''],
        targeting,
        creatives = [],
      } = line;
      const demanded = creatives.length === 0 ? demands.creatives?.map((shape) => shape(size)) : undefined;
      const inStyle = {
        ...line,
        ...(demands.targeting && !targeting?.geo?.length && { targeting: demands.targeting }),
        ...(demanded && { creatives: demanded }),
      };
      const { creativeHost: host } = stated;
      if (host === undefined || inStyle.creatives === undefined) return inStyle;
      return { ...inStyle, creatives: inStyle.creatives.map((one) => onHost(one, host)) };
    });
  }

  name(label: string): string {
    return this.#run.name(label);
  }

  ref(label: string): string {
    return this.endedAsUsual(this.#run.ref(label));
  }

  endedAsUsual(ref: string): string {
    return ref + this.#style.refsEndIn;
  }
}

/** A tag with the ASCII characters that a service might escape, trim or rewrite. */
export function tagCreative(size: string, note = 'plain'): Creative {
  return ofTag(
    size,
    (sides) =>
      `<iframe src="https://ads.example.com/go/c0nf0rmance?x=1&amp;y=%20+&z='q'" ${sides} data-note='${note} "quoted" \\ / <b>&lt;</b>\t\n' name="conformance"></iframe>`,
  );
}

export function plainTagCreative(size: string): Creative {
  return ofTag(
    size,
    (sides) => `<iframe ${sides} frameborder="0" scrolling="no" src="https://ads.example.com/go/c0nf0rmance"></iframe>`,
  );
}

function ofTag(size: string, tagOf: (sides: string) => string): Creative {
  const { width, height } = pixels(size);
  return { type: 'third_party_tag', width, height, tag: tagOf(`width="${width}" height="${height}"`) };
}

/** One character near its end differs: a service may compare only beginnings or lengths. */
export function withOtherEnding(creative: Creative): Creative {
  return creative.type === 'image'
    ? { ...creative, click_url: withOtherEnd(creative.click_url) }
    : { ...creative, tag: creative.tag.replace(/[^"]+(?="><\/iframe>$)/, withOtherEnd) };
}

export function longer(creative: Creative, by: number): Creative {
  const path = `/go/c0nf0rmance-${'x'.repeat(by)}`;
  const inPath = (url: string) => url.replace(/(?=conformance|c0nf0rmance)/, `${'x'.repeat(by)}-`);
  return creative.type === 'image'
    ? {
        ...creative,
        image_url: inPath(creative.image_url),
        click_url: creative.click_url.replace('/go/c0nf0rmance', path),
        impression_pixel_url: inPath(creative.impression_pixel_url),
      }
    : // Macros of other ad servers must be stored as plain text.
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

const pixels = (size: string): { width: number; height: number } => pixelsOf(size) ?? { width: 300, height: 250 };
