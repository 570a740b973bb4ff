import type { Means } from '../desk/change-parts.ts';
import type { ChangeName } from '../desk/changes.ts';
import { adServer } from '../phases.ts';
import type { Steps } from '../readers/updates.ts';

export const updates = adServer.module('updates', 'Updates');

export const means = updates.declares<Means>('updates.means');
export const steps = updates.declares<Steps<ChangeName>>('updates.steps');
