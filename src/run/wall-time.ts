import type { Exchange } from '../http/exchange.ts';

/** Milliseconds during which at least one of these exchanges was under way. */
export function wallTime(exchanges: readonly Exchange[]): number {
  const spans = exchanges
    .map(({ startedAt, durationMs }) => ({ from: Date.parse(startedAt), to: Date.parse(startedAt) + durationMs }))
    .sort((one, other) => one.from - other.from);
  let total = 0;
  let end = -Infinity;
  for (const { from, to } of spans) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}
