import { waits } from '../../src/engine/yields.ts';
import { basic, bookingAccepted } from './orders/basic.ts';

/**
 * Which checks tell of the same fault. One fault is told by the check that states its rule: others that break because of
 * it, or have nothing to judge because of it, name that one.
 */
export const yields = [...waits(basic).on(bookingAccepted)];
