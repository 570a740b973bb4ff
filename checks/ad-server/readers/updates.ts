import type { ChangeName } from '../desk/changes.ts';
import type { Updated } from '../desk/updating.ts';
import { isAccepted } from './booking.ts';

/** Updates that were to be taken, in their order. */
export class Steps {
  readonly all: readonly Updated[];

  constructor(all: readonly Updated[]) {
    this.all = all;
  }

  step(name: ChangeName): Updated | undefined {
    return this.all.find((step) => step.name === name);
  }

  /** Those of these changes that were taken. */
  taken(...names: readonly ChangeName[]): readonly Updated[] {
    return this.all.filter((step) => names.includes(step.name) && isAccepted(step));
  }
}
