import type { Means } from '../desk/change-parts.ts';
import type { ChangeName } from '../desk/changes.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { adServer } from '../phases.ts';
import type { Steps } from '../readers/updates.ts';

export const updates = adServer.module('updates', 'Updates');

export const means = updates.declares<Means>('updates.means');
export const steps = updates.declares<Steps<ChangeName>>('updates.steps');
/** The answer to an update with a further line that consists of a reference alone. */
export const withBareLine = updates.declares<{ readonly reply: Reply }>('updates.with-bare-line');
