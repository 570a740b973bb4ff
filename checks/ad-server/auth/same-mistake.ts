import type { Reply } from '../../../src/http/reply.ts';
import { ruleOf } from './credentials.ts';
import { servedAnyway } from './served-anyway.ts';
import { isMistaken, type Attempt, type Attempts } from './wrong-keys.ts';

/**
 * The plainest wrong credential that the same call answers in the same wrong way: what this one shows follows from it.
 * `null` where there is none, or nothing is wrong.
 */
export function causeOf(attempt: Attempt, { list, lockedOut }: Attempts): Attempt | null {
  if (!isWrong(attempt, lockedOut)) return null;
  const plainer = ruleOf(attempt.presentation).follows;
  const cause = list.find(
    (other) =>
      plainer.includes(other.presentation) &&
      other.call === attempt.call &&
      isWrong(other, lockedOut) &&
      isAlike(other.reply, attempt.reply),
  );
  return cause === undefined ? null : (causeOf(cause, { list, lockedOut }) ?? cause);
}

/** The wrong key that is let in like a key that lacks a scope: then its scopes are not what is broken. */
export function wrongKeyLike(reply: Reply, { list, lockedOut }: Attempts): Attempt | null {
  const wrong = list.find(
    (attempt) =>
      attempt.presentation === 'wrong' &&
      attempt.reply?.endpoint === reply.endpoint &&
      isWrong(attempt, lockedOut) &&
      isAlike(attempt.reply, reply),
  );
  return wrong === undefined ? null : (causeOf(wrong, { list, lockedOut }) ?? wrong);
}

function isWrong(attempt: Attempt, lockedOut: Reply | null): boolean {
  const { reply } = attempt;
  return isMistaken(attempt, lockedOut) || (reply?.status === 401 && servedAnyway(reply) !== null);
}

/** An order that came a moment ago is answered in another way than the first. */
const OF_ORDERS: readonly (number | null)[] = [200, 201, 409];

function isAlike(one: Reply | null, other: Reply | null): boolean {
  if (one === null || other === null) return false;
  return one.status === other.status || [one.status, other.status].every((status) => OF_ORDERS.includes(status));
}
