import { expect } from 'vitest';
import type { BehaviourChange } from '../../fixtures/publisher/index.ts';
import type { Report } from '../../src/report/model.ts';
import type { CertifyOptions } from '../../src/settings.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { problemsOf, type Statement } from '../matrix/circumstances/circumstance.ts';
import { onStand, type OptionName } from './judge.ts';

/** A run against a listing API with options or answers that no fault and no variation has. */
export interface ListingCircumstance extends Statement {
  readonly behaviour?: BehaviourChange | readonly BehaviourChange[];
  /** Options in addition to all credentials and the template. */
  readonly run?: Partial<CertifyOptions>;
  /** Which of the credentials and the template are not given. */
  readonly without?: readonly OptionName[];
  /** Another behaviour, which can advance the clock of the run. */
  readonly inTime?: (clock: JumpingClock) => BehaviourChange;
}

/** Runs the suite against a listing API under these circumstances. */
export function judgeUnder({ behaviour = [], run, without, inTime }: ListingCircumstance): Promise<Report> {
  const clock = new JumpingClock();
  const behaviours = [behaviour, inTime?.(clock) ?? []].flat();
  return onStand(behaviours, (stand) => stand.run(run, without), clock);
}

/** The behaviour of the fault or variation with this name. */
export function behaviourOf(
  entries: readonly { readonly name: string; readonly behaviour: BehaviourChange }[],
  wanted: string,
): BehaviourChange {
  const entry = entries.find(({ name }) => name === wanted);
  if (entry === undefined) throw new Error(`no entry is called ${wanted}`);
  return entry.behaviour;
}

/** Makes every exchange take this many seconds, and the first one perhaps another number. */
export function taking(clock: JumpingClock, seconds: number, first = seconds): BehaviourChange {
  return (base) => {
    let next = first;
    return {
      beforeHandle: async (exchange) => {
        if (exchange.request.route === 'token') {
          const now = next;
          next = seconds;
          await clock.sleep(1000 * now);
        }
        return base.beforeHandle(exchange);
      },
    };
  };
}

/** Expects the result of a run under these circumstances to be as stated. */
export async function expectAsStated(circumstance: ListingCircumstance): Promise<void> {
  const problems = problemsOf(circumstance, await judgeUnder(circumstance));
  expect(problems, problems.join('\n')).toEqual([]);
}
