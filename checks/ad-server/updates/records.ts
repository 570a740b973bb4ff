import type { Means } from '../desk/change-parts.ts';
import type { ChangeName } from '../desk/changes.ts';
import { adServer } from '../phases.ts';
import type { Steps } from '../readers/updates.ts';

export const updates = adServer.module('updates', 'Updates');

/** What changes may make use of, from what was taken. */
export const means = updates.declares<Means>('updates.means');

/** Every update that was to be taken, of the orders that were asked for. */
export const steps = updates.declares<Steps<ChangeName>>('updates.steps');
