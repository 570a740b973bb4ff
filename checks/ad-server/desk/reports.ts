import type { Wire } from '../../../src/engine/wire.ts';
import { hasFailed, isServed, isSuccess, type Reply } from '../../../src/http/reply.ts';
import { alteredIds } from '../readers/altered-ids.ts';
import { lineIdsIn } from '../readers/report-rows.ts';

export interface RequestBodies {
  /** For the lines of this run, as they were created. */
  readonly own: unknown;
  /** For any lines; without ids, it only gives the days. */
  readonly about: (ids: readonly string[]) => unknown;
}

/** The answers to a request for this run's lines, to one without ids, and to one for a single line. */
export interface Reported {
  readonly own: Reply;
  readonly wide: Reply | null;
  readonly single: Reply | null;
  readonly by: RequestBodies;
  /** The reports among the answers; empty if the only one is for a single line. */
  readonly served: readonly Reply[];
  /** All successful answers, whether or not they are reports. */
  readonly taken: readonly Reply[];
}

/** Requests the report again, for these lines. If that is refused, sends the request that was accepted before. */
export async function askAgain(http: Wire, ids: readonly string[], { by, own }: Reported): Promise<Reported> {
  const reply = await http.reports({ json: by.about(ids) });
  if (!isRefused(reply)) return asReported(by, reply, null);
  if (isRefused(own)) return asReported(by, reply, await http.reports({ json: by.about([]) }));
  return asReported(by, await http.reports({ json: by.own }), null);
}

export function asReported(by: RequestBodies, own: Reply, wide: Reply | null, single: Reply | null = null): Reported {
  const taken = [own, wide, single].filter((reply) => reply !== null).filter(isSuccess);
  // A single line does not stand for the others.
  const isGiven = [own, wide].some((reply) => reply !== null && isServed(reply));
  return { own, wide, single, by, served: isGiven ? taken.filter(isServed) : [], taken };
}

const REFUSALS: readonly Reply['status'][] = [400, 404, 409, 413, 415, 422];

export const isRefused = ({ status }: Reply): boolean => REFUSALS.includes(status);

/** Whether there is a report to judge. A 5xx, including 501, is never a valid answer to a report request. */
export function isReported({ own, served }: Pick<Reported, 'own' | 'served'>): boolean {
  return served.length > 0 && !hasFailed(own);
}

/** What the ids became in a report on these lines; unknown if the service gives the same report for any lines. */
export function alteredIn(ids: readonly string[], { own, wide, by, served }: Reported): ReadonlyMap<string, string> {
  const found = lineIdsIn(own);
  const isOfAny =
    JSON.stringify(by.own) === JSON.stringify(by.about([])) ||
    (wide !== null && served.includes(wide) && lineIdsIn(wide).toSorted().join() === found.toSorted().join());
  return alteredIds(isOfAny ? [] : ids, found);
}
