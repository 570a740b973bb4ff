import type { Fault } from '../../../fixtures/entries.ts';
import { behaviourOf } from '../../listing/circumstance.ts';
import { verdictIfBroken, type Circumstance } from './circumstance.ts';

/** What checks say about a fault that they detect. Only these checks are run, and they fail. */
export function told(faults: readonly Fault[], name: string, says: Readonly<Record<string, RegExp>>): Circumstance {
  const fails = Object.keys(says);
  return {
    name: `what is said of ${name}`,
    behaviour: behaviourOf(faults, name),
    run: { certify: { only: fails } },
    fails,
    verdict: verdictIfBroken(fails),
    says,
  };
}
