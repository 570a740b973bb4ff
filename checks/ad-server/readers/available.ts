import { isServed, type Reply } from '../../../src/http/reply.ts';
import { valueAt } from '../../json.ts';

/** What a forecast says is left; `null` if that is not known. */
export type Available = number | null;

export function availableIn(reply: Reply): Available {
  const available = isServed(reply) ? valueAt(reply, 'available_impressions') : undefined;
  return typeof available === 'number' && available >= 0 ? Math.floor(available) : null;
}
