import { adServer } from '../phases.ts';
import type { Reported, RequestBodies } from '../desk/reports.ts';

export const reports = adServer.module('reports', 'Delivery reports');

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
export const reportRequest = reports.declares<ReportRequest>('reports.request');

/** The report about the drafts once they are made. */
export const reported = reports.declares<Reported>('reports.reported');
