import { laterBy, type Flight } from '../../../src/contract/flight-date.ts';
import type { LineItem, OrderRequest } from './request-bodies.ts';

// Changes that updates make to the lines of an order.

type OfLine = (line: LineItem) => Partial<LineItem>;

export function everyLine({ line_items }: OrderRequest, change: OfLine): Partial<OrderRequest> {
  return { line_items: line_items.map((line) => ({ ...line, ...change(line) })) };
}

/**
 * Adds a line that is like the first one but for this change. It goes first so that the others change their position.
 */
export function withLineAhead({ line_items }: OrderRequest, change: OfLine): Partial<OrderRequest> {
  return { line_items: [...line_items.slice(0, 1).map((line) => ({ ...line, ...change(line) })), ...line_items] };
}

export function moved({ start_date, end_date }: Flight, start: number, end = start): Flight {
  return { start_date: laterBy(start_date, start), end_date: laterBy(end_date, end) };
}

export function isOneDay({ start_date, end_date }: Flight): boolean {
  return start_date === end_date;
}

/** About a third of a goal, rounded to one digit and zeros. */
export function aboutAThird(goal: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(3, goal) / 3));
  return Math.max(1, Math.floor(goal / 3 / unit) * unit);
}

export function aTenth({ goal_impressions: goal }: LineItem): Partial<LineItem> {
  return { goal_impressions: Math.ceil(goal / 10) };
}

export function countriesOf({ line_items }: OrderRequest): readonly string[] {
  return [...new Set(line_items.flatMap(({ targeting }) => targeting?.geo ?? []))];
}

export function hasCreatives({ line_items }: OrderRequest): boolean {
  return line_items.some(({ creatives = [] }) => creatives.length > 0);
}

/** A line on another slot, in a size of that slot and without creatives if its own sizes do not fit. */
export function onSlot({ sizes }: LineItem, inventory_id: string, own: readonly string[] = []): Partial<LineItem> {
  return sizes.every((size) => own.includes(size))
    ? { inventory_id }
    : { inventory_id, sizes: own.slice(0, 1), creatives: [] };
}
