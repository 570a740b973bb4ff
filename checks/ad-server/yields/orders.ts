import { waits } from '../../../src/engine/yields.ts';
import { basic, bookingAccepted } from '../orders/basic.ts';

export const orders = [...waits(basic).on(bookingAccepted)];
