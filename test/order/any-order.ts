import { setTimeout as delay } from 'node:timers/promises';
import type { BehaviourChange } from '../../fixtures/publisher/index.ts';
import type { CertifyOptions } from '../../src/settings.ts';
import { judge, resultsOf } from '../matrix/judge.ts';

/** The longest that an answer takes, before it is handled and again before it is sent, in milliseconds. */
const LONGEST_PAUSE = 25;

/** Numbers from 0 to 1 that look random, the same for a seed each time (mulberry32). */
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
export type Outcomes = Readonly<Record<string, string>>;

/** What a publisher comes to when requests start in the order in which they are defined, and answers take no time. */
export async function outcomesInOrder(behaviour: BehaviourChange, certify: Partial<CertifyOptions> = {}) {
  return outcomesOf(await judge(behaviour, { certify }));
}

/** The same when requests start in another order, and each answer takes a random time. */
export async function outcomesInAnyOrder(
  behaviour: BehaviourChange,
  seed: number,
  certify: Partial<CertifyOptions> = {},
) {
  const random = randomFrom(seed);
  const report = await judge(behaviour, {
    certify: { startOrder: (all) => shuffled(all, random), ...certify },
    pause: () => delay(random() * LONGEST_PAUSE),
  });
  return outcomesOf(report);
}

/** It judges how long answers take, which is what the delays change. */
const TIMED = 'forecast.answers-fast';

function outcomesOf(report: Parameters<typeof resultsOf>[0]): Outcomes {
  const results = resultsOf(report).filter(({ id }) => id !== TIMED);
  return Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]));
}

/** Checks whose outcome is another: `orders.takes-creatives: pass, then inconclusive`. */
export function changes(before: Outcomes, after: Outcomes): string[] {
  return Object.keys(before)
    .filter((id) => before[id] !== after[id])
    .map((id) => `${id}: ${before[id] ?? 'nothing'}, then ${after[id] ?? 'nothing'}`);
}
