import type { Means } from '../desk/change-parts.ts';
import type { ChangeName } from '../desk/changes.ts';
import { adServer } from '../phases.ts';
import type { Steps } from '../readers/updates.ts';

export const updates = adServer.module('updates', 'Updates');

/** What changes are made from, taken from accepted orders. */
export const means = updates.declares<Means>('updates.means');

/** Every update that should be accepted. */
export const steps = updates.declares<Steps<ChangeName>>('updates.steps');
