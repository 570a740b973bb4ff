import { expect } from 'vitest';
import type { BehaviourChange } from '../../fixtures/publisher/index.ts';
import type { Report } from '../../src/report/model.ts';
import type { CertifyOptions } from '../../src/settings.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { problemsOf, type Statement } from '../matrix/circumstances/circumstance.ts';
import { onStand, type OptionName } from './judge.ts';

/** A run against a listing API that is asked for, or answered, as no fault and no variation says. */
export interface ListingCircumstance extends Statement {
  readonly behaviour?: BehaviourChange | readonly BehaviourChange[];
  /** Options besides all credentials and the template. */
  readonly run?: Partial<CertifyOptions>;
  /** What of the credentials and the template is not given. */
  readonly without?: readonly OptionName[];
  /** A further behaviour that lets the time of the run pass. */
  readonly inTime?: (clock: JumpingClock) => BehaviourChange;
}

/** Judges a listing API under these circumstances. */
export function judgeUnder({ behaviour = [], run, without, inTime }: ListingCircumstance): Promise<Report> {
  const clock = new JumpingClock();
  const behaviours = [behaviour, inTime?.(clock) ?? []].flat();
  return onStand(behaviours, (stand) => stand.run(run, without), clock);
}

/** The behaviour of the fault or the variation of this name. */
export function behaviourOf(
  entries: readonly { readonly name: string; readonly behaviour: BehaviourChange }[],
  wanted: string,
): BehaviourChange {
  const entry = entries.find(({ name }) => name === wanted);
  if (entry === undefined) throw new Error(`no entry is called ${wanted}`);
  return entry.behaviour;
}

/** Every exchange takes so many seconds; the first one may take others. */
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

/** Expects a run under these circumstances to come to what they state. */
export async function expectAsStated(circumstance: ListingCircumstance): Promise<void> {
  expect(problemsOf(circumstance, await judgeUnder(circumstance))).toEqual([]);
}
