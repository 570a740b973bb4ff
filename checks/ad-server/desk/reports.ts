import type { Wire } from '../../../src/engine/wire.ts';
import { hasFailed, isServed, isSuccess, type Reply } from '../../../src/http/reply.ts';
import { alteredIds } from '../readers/altered-ids.ts';
import { lineIdsIn } from '../readers/report-rows.ts';

// Requests for reports, and which refusals leave open whether there is a report.

/** Requests over the same days. */
export interface RequestBodies {
  /** About the lines of this run, as they were created. */
  readonly own: unknown;
  /** About any lines; about none if nothing but the days is asked for. */
  readonly about: (ids: readonly string[]) => unknown;
}

/** The answers to a request about this run's lines, to one that names no line, and to one about a single line. */
export interface Reported {
  readonly own: Reply;
  readonly wide: Reply | null;
  readonly single: Reply | null;
  /** How it was asked for. */
  readonly by: RequestBodies;
  /** The reports among them; none if a single line's is the only one. */
  readonly served: readonly Reply[];
  /** Those with any success, a report or not. */
  readonly taken: readonly Reply[];
}

/** The report later, about these lines; if that is refused, as it was asked for and taken before. */
export async function askAgain(http: Wire, ids: readonly string[], { by, own }: Reported): Promise<Reported> {
  const reply = await http.reports({ json: by.about(ids) });
  if (!isRefused(reply)) return asReported(by, reply, null);
  if (isRefused(own)) return asReported(by, reply, await http.reports({ json: by.about([]) }));
  return asReported(by, await http.reports({ json: by.own }), null);
}

export function asReported(by: RequestBodies, own: Reply, wide: Reply | null, single: Reply | null = null): Reported {
  const taken = [own, wide, single].filter((reply) => reply !== null).filter(isSuccess);
  // One line alone does not stand for the others.
  const isGiven = [own, wide].some((reply) => reply !== null && isServed(reply));
  return { own, wide, single, by, served: isGiven ? taken.filter(isServed) : [], taken };
}

const REFUSALS: readonly Reply['status'][] = [400, 404, 409, 413, 415, 422];

/** Whether a report request was not understood, or there is no report for it. */
export function isRefused({ status }: Reply): boolean {
  return REFUSALS.includes(status);
}

/** Whether there is a report to judge. Whatever a service makes of a request, 5xx is no answer to it, nor is 501. */
export function isReported({ own, served }: Pick<Reported, 'own' | 'served'>): boolean {
  return served.length > 0 && !hasFailed(own);
}

/**
 * What the ids of lines became in a report that was asked for these lines alone. If it is the report about any lines, too,
 * its rows may be those of others.
 */
export function alteredIn(ids: readonly string[], { own, wide, by, served }: Reported): ReadonlyMap<string, string> {
  const found = lineIdsIn(own);
  const isOfAny =
    JSON.stringify(by.own) === JSON.stringify(by.about([])) ||
    (wide !== null && served.includes(wide) && lineIdsIn(wide).toSorted().join() === found.toSorted().join());
  return alteredIds(isOfAny ? [] : ids, found);
}
