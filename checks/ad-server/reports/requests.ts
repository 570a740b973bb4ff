import type { Reported, RequestBodies } from '../desk/material.ts';
import type { Flight } from '../../../src/contract/flight-date.ts';
import { because } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { isServed } from '../../../src/http/reply.ts';
import { reportTemplate } from '../../givens.ts';
import { filled, asReported, isRefused, isReported, rowsOf } from '../desk/reports.ts';
import { access, flights } from '../records.ts';
import { created, reports, reportRequest, reported, type ReportRequest } from '../booking-records.ts';

const DAYS = 14;

reports.record(
  { makes: reportRequest, of: { access, template: reportTemplate, flights }, ifThere: { created } },
  ({ template, flights, created = [] }): ReportRequest => {
    const lines = created.flatMap(({ ids }) => [...ids.lines]);
    const ids = lines.map(([, id]) => id).filter((id) => typeof id === 'string');
    const over = (period: Flight): RequestBodies => {
      const about = (some: readonly string[] | null) => filled(template, some, period);
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

reports.traffic(
  { makes: reported, phase: 'report', uses: { request: reportRequest }, mayUse: { created }, sends: { reports: 4 } },
  async ({ http, request }): Promise<Reported> => {
    const { ids, own, about, others } = request;
    const [wide, single] = [about([]), about(ids.slice(-1))];
    const isNamed = JSON.stringify(wide) !== JSON.stringify(own);
    const [ownReply, wideReply, singleReply] = await Promise.all([
      http.reports({ json: own }),
      isNamed ? http.reports({ json: wide }) : null,
      isNamed && ids.length > 1 ? http.reports({ json: single }) : null,
    ]);
    if ([ownReply, wideReply].every((reply) => reply === null || isRefused(reply)))
      for (const by of others) {
        const reply = await http.reports({ json: by.own });
        if (isServed(reply)) return asReported(by, reply, null);
      }
    // Drafts deliver nothing, so a report on them may have no row to judge. Without ids, it may have those of other lines.
    const isEmpty = [ownReply, wideReply, singleReply].every((reply) => reply === null || rowsOf(reply).length === 0);
    const unnamed = about(null);
    const isNew = isNamed && JSON.stringify(unnamed) !== JSON.stringify(wide);
    const ofOthers = isNew && isEmpty && isServed(ownReply) ? await http.reports({ json: unnamed }) : null;
    return { ...asReported(request, ownReply, wideReply, singleReply), ofOthers };
  },
);

export const served = reports.record({ id: 'reports.served', of: { reported } }, ({ reported }) => {
  if (!isReported(reported)) inconclusive(because('There is no report', reported.own), reported.own);
  return reported.served;
});
