import { setTimeout as delay } from 'node:timers/promises';
import { suite } from '../../checks/suite.ts';
import type { Fault, Variation } from '../../fixtures/entries.ts';
import { listingVariations } from '../../fixtures/variations/listing.ts';
import type { CertifyOptions } from '../../src/settings.ts';
import type { Report } from '../../src/report/model.ts';
import * as listing from '../listing/judge.ts';
import { moduleOf, judge, resultsOf } from '../matrix/judge.ts';

/** The longest delay before a request is handled, and again before it is answered, in milliseconds. */
const LONGEST_PAUSE = 25;

/** Pseudo-random numbers from 0 to 1 that are always the same for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffled<T>(all: readonly T[], random: () => number): readonly T[] {
  return all
    .map((one) => ({ one, place: random() }))
    .sort((some, other) => some.place - other.place)
    .map(({ one }) => one);
}

/** The outcome of every check, by its id. */
type Outcomes = Readonly<Record<string, string>>;

/** A publisher whose checks have other outcomes in another order of requests. */
export interface Flip {
  readonly seed: number;
  /** As in `orders.takes-creatives: pass, then inconclusive`. */
  readonly changes: readonly string[];
}

/**
 * Judges a publisher in the defined order of requests, and then, for each seed, in a shuffled order with random delays
 * of answers.
 */
export async function flipsOf(entry: Fault | Variation, seeds: readonly number[]): Promise<readonly Flip[]> {
  const before = outcomesOf(await report(entry, {}));
  const flips: Flip[] = [];
  for (const seed of seeds) {
    const random = randomFrom(seed);
    const pause = () => delay(random() * LONGEST_PAUSE);
    const after = outcomesOf(await report(entry, { startOrder: (all) => shuffled(all, random) }, pause));
    const changed = changes(before, after, comparesJudgementsOnly(entry));
    if (changed.length > 0) flips.push({ seed, changes: changed });
  }
  return flips;
}

function report(
  entry: Fault | Variation,
  options: Partial<CertifyOptions>,
  pause?: () => Promise<void>,
): Promise<Report> {
  const { name, behaviour } = entry;
  if (!isOfListing(entry)) return judge(behaviour, { certify: options, ...(pause && { pause }) });
  return listing.judge(behaviour, { ...listing.optionsFor(name), ...options }, pause);
}

function isOfListing(entry: Fault | Variation): boolean {
  if (!('fails' in entry)) return listingVariations.includes(entry);
  const module = moduleOf(entry.name);
  return suite.modules.some(({ id, contract }) => id === module && contract === 'listing');
}

/**
 * True if only judgements must be the same in every order. For faults, only failing checks count. A variation that
 * counts requests is a different publisher in another order.
 */
function comparesJudgementsOnly(entry: Fault | Variation): boolean {
  return 'fails' in entry || entry.countsRequests === true;
}

/** This check measures how long answers take, which the delays change. */
const TIMED = 'forecast.answers-fast';

function outcomesOf(report: Report): Outcomes {
  const results = resultsOf(report).filter(({ id }) => id !== TIMED);
  return Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]));
}

const HELD_AGAINST = ['fail', 'warn', 'error'];

/**
 * The checks whose outcome differs; with `onlyJudgements` only those where one of the outcomes counts against the
 * publisher.
 */
function changes(before: Outcomes, after: Outcomes, onlyJudgements: boolean): string[] {
  return Object.keys(before)
    .map((id) => ({ id, outcomes: [before[id] ?? 'nothing', after[id] ?? 'nothing'] }))
    .filter(({ outcomes: [first, then] }) => first !== then)
    .filter(({ outcomes }) => !onlyJudgements || outcomes.some((outcome) => HELD_AGAINST.includes(outcome)))
    .map(({ id, outcomes }) => `${id}: ${outcomes.join(', then ')}`);
}

/** The number of seeds that the sample alternates between. */
const SEEDS = 5;

/** Every n-th of these, each with one seed. */
export function sampleOf<T>(all: readonly T[], n: number): readonly { readonly entry: T; readonly seed: number }[] {
  return all.filter((_, index) => index % n === 0).map((entry, index) => ({ entry, seed: 1 + (index % SEEDS) }));
}
