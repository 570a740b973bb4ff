import type { Reply } from '../../../src/http/reply.ts';
import { valueAt } from '../../json.ts';

/** The scope that the contract's default names for lists; whether an endpoint asks for another is not laid down. */
export const TOPLIST_SCOPE = 'toplist:read';

/** The scopes that an exchange says it granted; `null` if it does not say. */
export function scopesOf(reply: Reply): readonly unknown[] | null {
  const scopes = valueAt(reply, 'scopes');
  return Array.isArray(scopes) ? scopes : null;
}

/** Whether a credential is said to hold what lists take: the scope of that name, or all that one holds that is served. */
export function isEnoughForLists(held: readonly unknown[], served: readonly unknown[] | null): boolean {
  if (held.includes(TOPLIST_SCOPE)) return true;
  return served !== null && served.length > 0 && served.every((scope) => held.includes(scope));
}
