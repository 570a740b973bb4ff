import { adServer } from '../phases.ts';
import type { Reported, RequestBodies } from '../desk/reports.ts';

export const reports = adServer.module('reports', 'Delivery reports');

export interface ReportRequest extends RequestBodies {
  readonly ids: readonly string[];
  /** The references of this run's lines, except those that are ids of lines, too. */
  readonly refs: readonly string[];
  /** What messages call each line of this run, by its id. */
  readonly names: ReadonlyMap<unknown, string>;
  /** The ids of the orders and slots of these lines, and what each of them is. */
  readonly otherIds: ReadonlyMap<string, 'order_id' | 'inventory_id'>;
  /** The same for other days, in case the service refuses the usual ones: fewer days, then the flight of the lines. */
  readonly others: readonly RequestBodies[];
}

/** The bodies of report requests; the contract leaves their form to the publisher. */
export const reportRequest = reports.declares<ReportRequest>('reports.request');

export const reported = reports.declares<Reported>('reports.reported');
