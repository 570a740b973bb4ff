import { describe } from '../../../src/engine/expect.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { valueAt } from '../../json.ts';
import { permit } from './excuses.ts';

/** Whether a refusal names such a cause in its code or its message. */
export function says(reply: Reply, cause: RegExp): boolean {
  const words = [valueAt(reply, 'code'), valueAt(reply, 'message')].filter((text) => typeof text === 'string');
  return words.some((text) => cause.test(text.replaceAll('_', ' ')));
}

const TOO_SHORT = /too short|shorter than|m[ií]nim|mindest|zu kurz/i;

/** Permits the refusal of a flight for being too short, if it says so itself. */
export function permitTooShort(reply: Reply): boolean {
  if (!says(reply, TOO_SHORT)) return false;
  permit(reply, `The refusal says that flights have a minimum length: ${describe(reply)}.`, reply);
  return true;
}
