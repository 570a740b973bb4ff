import type { Wire } from '../../../src/engine/wire.ts';
import { adServer } from '../phases.ts';
import type { Walk } from '../readers/inventory-summary.ts';

export const inventory = adServer.module('inventory', 'Inventory');

/** A walk with the page size that it asked for. */
export interface SizedWalk {
  readonly walk: Walk;
  readonly limit?: number | undefined;
  /** For people. */
  readonly size: string;
}

/** The list as far as it could be read: one good page will do. */
export const listed = inventory.declares<Walk>('inventory.listed');

/** How the whole list is read anew, for requests about slots that may have left it meanwhile. */
export const rereading = inventory.declares<{ readonly readAgain: (http: Wire) => Promise<Walk> }>(
  'inventory.rereading',
);

/** All walks; where the whole list has no page to go on from, only those that need none. */
export const walks = inventory.declares<readonly SizedWalk[]>('inventory.walks');
