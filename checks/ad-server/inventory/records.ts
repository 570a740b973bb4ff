import type { Wire } from '../../../src/engine/wire.ts';
import { adServer } from '../phases.ts';
import type { Walk } from '../readers/inventory-summary.ts';

export const inventory = adServer.module('inventory', 'Inventory');

export interface SizedWalk {
  readonly walk: Walk;
  readonly limit?: number | undefined;
  readonly size: string;
}

/** The list as far as it could be read: at least one valid page. */
export const listed = inventory.declares<Walk>('inventory.listed');

/** Reads the whole list again, in case slots have left it. */
export const rereading = inventory.declares<{ readonly readAgain: (http: Wire) => Promise<Walk> }>(
  'inventory.rereading',
);

/** All walks. If the whole list could not be read, only those that do not depend on it. */
export const walks = inventory.declares<readonly SizedWalk[]>('inventory.walks');
