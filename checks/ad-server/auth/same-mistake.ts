import type { Reply } from '../../../src/http/reply.ts';
import { PRESENTATIONS } from './credentials.ts';
import { servedAnyway } from './served-anyway.ts';
import { isMistaken, type Attempt, type Attempts } from './wrong-key-verdicts.ts';

/** Whether the same call gives a plainer wrong credential the same wrong answer, so that only that one is reported. */
export function isSameMistake(attempt: Attempt, { list, lockedOut }: Attempts): boolean {
  return (
    isWrong(attempt, lockedOut) &&
    list.some(
      (other) =>
        PRESENTATIONS[attempt.presentation].plainer.includes(other.presentation) &&
        other.call === attempt.call &&
        isWrong(other, lockedOut) &&
        isAlike(other.reply, attempt.reply),
    )
  );
}

/** Whether a wrong key gets the same answer as a key that lacks a scope: then the mistake is not about scopes. */
export function isAsForWrongKey(reply: Reply, { list, lockedOut }: Attempts): boolean {
  return list.some(
    (attempt) =>
      ['wrong', 'altered'].includes(attempt.presentation) &&
      attempt.reply?.endpoint === reply.endpoint &&
      isWrong(attempt, lockedOut) &&
      isAlike(attempt.reply, reply),
  );
}

function isWrong(attempt: Attempt, lockedOut: Reply | null): boolean {
  const { reply } = attempt;
  return isMistaken(attempt, lockedOut) || (reply?.status === 401 && servedAnyway(reply) !== null);
}

/** A repeated order may get another of these statuses than the first time. */
const STATUSES_OF_REPEATS: readonly (number | null)[] = [200, 201, 409];

function isAlike(one: Reply | null, other: Reply | null): boolean {
  if (one === null || other === null) return false;
  return (
    one.status === other.status || [one.status, other.status].every((status) => STATUSES_OF_REPEATS.includes(status))
  );
}
