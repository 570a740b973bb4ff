import type { Flight } from '../../../src/contract/flight-date.ts';
import { describe } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { isServed, isSuccess, type Reply } from '../../../src/http/reply.ts';
import { reportTemplate } from '../../givens.ts';
import { access } from '../connection/requests.ts';
import { flights } from '../health/requests.ts';
import { created } from '../orders/kinds.ts';
import { adServer } from '../phases.ts';
import { alteredIds } from '../readers/altered-ids.ts';
import { lineIdsIn } from '../readers/report-rows.ts';
import { filled } from '../values/report-request.ts';

export const reports = adServer.module('reports', 'Delivery reports');

/** Delivery of the last days is asked for. */
const DAYS = 14;

/** Requests over the same days. */
interface RequestBodies {
  /** About the lines of this run, as they were created. */
  readonly own: unknown;
  /** About any lines; about none if nothing but the days is asked for. */
  readonly about: (ids: readonly string[]) => unknown;
}

export interface ReportRequest extends RequestBodies {
  /** The lines of this run. */
  readonly ids: readonly string[];
  /** The references that this run gave to its lines, but those that are ids of lines, too. */
  readonly refs: readonly string[];
  /** What each line of this run is called, by its id. */
  readonly names: ReadonlyMap<unknown, string>;
  /** The ids of the orders and slots of these lines. */
  readonly otherIds: ReadonlyMap<string, 'order_id' | 'inventory_id'>;
  /** The same over other days, for a service that refuses the usual ones: fewer, and at last the flight of the lines. */
  readonly others: readonly RequestBodies[];
}

/** The bodies of report requests: the contract leaves their shape to the publisher. */
export const reportRequest = reports.record(
  {
    id: 'reports.request',
    of: { access, template: reportTemplate, flights },
    maybe: { created },
  },
  ({ template, flights, created = [] }): ReportRequest => {
    const lines = created.flatMap(({ ids }) => [...ids.lines]);
    const ids = lines.map(([, id]) => id).filter((id) => typeof id === 'string');
    const over = (period: Flight): RequestBodies => {
      const about = (some: readonly string[]) => filled(template, some, period);
      return { own: about(ids), about };
    };
    return {
      ids,
      refs: lines.map(([ref]) => ref).filter((ref) => !ids.includes(ref)),
      names: new Map(lines.map(([ref, id]) => [id, ` (${ref})`])),
      otherIds: new Map(
        created.flatMap(({ ids: { order }, request }) => [
          [String(order), 'order_id'] as const,
          ...request.line_items.map((line) => [line.inventory_id, 'inventory_id'] as const),
        ]),
      ),
      ...over(flights.past(DAYS)),
      others: [flights.monthSoFar, flights.yesterday, flights.usual].map(over),
    };
  },
);

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

/** The report about the drafts once they are made, one that names no line and may hold rows of others, and one of one line. */
export const reported = reports.traffic(
  { id: 'reports.reported', phase: 'report', uses: { request: reportRequest }, sends: { reports: 3 } },
  async ({ http, request }): Promise<Reported> => {
    const { ids, own, about, others } = request;
    const [wide, single] = [about([]), about(ids.slice(-1))];
    const isNamed = JSON.stringify(wide) !== JSON.stringify(own);
    const [ownReply, wideReply, singleReply] = await Promise.all([
      http.reports({ json: own }),
      isNamed ? http.reports({ json: wide }) : null,
      isNamed && ids.length > 1 ? http.reports({ json: single }) : null,
    ]);
    if ([ownReply, wideReply].every((reply) => reply === null || reply.status === 422))
      for (const by of others) {
        const reply = await http.reports({ json: by.own });
        if (isServed(reply)) return asReported(by, reply, null);
      }
    return asReported(request, ownReply, wideReply, singleReply);
  },
);

/** The reports among the answers, whatever success they came with. */
export const served = reports.record({ id: 'reports.served', of: { reported } }, ({ reported }) => {
  if (!isReported(reported)) inconclusive(`There is no report: ${describe(reported.own)}.`, reported.own);
  return reported.served;
});

/** The same later, about these lines; if that is refused, as it was asked for and taken before. */
export async function askAgain(http: Wire, ids: readonly string[], { by, own }: Reported): Promise<Reported> {
  const reply = await http.reports({ json: by.about(ids) });
  if (!isRefused(reply)) return asReported(by, reply, null);
  if (isRefused(own)) return asReported(by, reply, await http.reports({ json: by.about([]) }));
  return asReported(by, await http.reports({ json: by.own }), null);
}

function asReported(by: RequestBodies, own: Reply, wide: Reply | null, single: Reply | null = null): Reported {
  const taken = [own, wide, single].filter((reply) => reply !== null).filter(isSuccess);
  // One line alone does not stand for the others.
  const isGiven = [own, wide].some((reply) => reply !== null && isServed(reply));
  return { own, wide, single, by, served: isGiven ? taken.filter(isServed) : [], taken };
}

const REFUSALS: readonly Reply['status'][] = [400, 404, 409, 413, 415, 422, 501];

/** Whether a report request was not understood, or there is no report for it. */
export function isRefused({ status }: Reply): boolean {
  return REFUSALS.includes(status);
}

/** Whether there is a report to judge. Whatever a service makes of a request, 5xx is no answer to it. */
export function isReported({ own, served }: Pick<Reported, 'own' | 'served'>): boolean {
  return served.length > 0 && own.status !== null && (own.status < 500 || own.status === 501);
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
