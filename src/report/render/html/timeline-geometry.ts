import type { Exchange } from '../../../http/exchange.ts';
import type { Report } from '../../model.ts';
import type { Endpoint } from './requests.tsx';

/** The time of an exchange, in milliseconds since the start of the run. */
export interface Stretch {
  readonly exchange: Exchange;
  readonly from: number;
  readonly to: number;
}

/** How an exchange ended, as a picture can show it. */
export type End = 'answered' | 'refused' | 'trouble';

export function endOf({ response }: Exchange): End {
  if (response === null || response.status >= 500 || response.status === 429) return 'trouble';
  return response.status >= 400 ? 'refused' : 'answered';
}

export function stretchesOf(endpoint: Endpoint, report: Report): Stretch[] {
  const origin = Date.parse(report.run.startedAt);
  return endpoint.exchanges.map((exchange) => {
    const since = Date.parse(exchange.startedAt) - origin;
    const from = Number.isFinite(since) ? Math.max(0, since) : 0;
    return { exchange, from, to: from + Math.max(0, exchange.durationMs) };
  });
}

const MOST_LANES = 12;

/**
 * Puts overlapping stretches into separate lanes, as few as possible. If there are too many, they overlap in the first
 * lane.
 */
export function lanesOf(stretches: readonly Stretch[]): Stretch[][] {
  const lanes: Stretch[][] = [];
  for (const stretch of [...stretches].sort((one, other) => one.from - other.from)) {
    const free = lanes.find((lane) => (lane.at(-1)?.to ?? 0) <= stretch.from);
    if (free) free.push(stretch);
    else if (lanes.length < MOST_LANES) lanes.push([stretch]);
    else lanes[0]?.push(stretch);
  }
  return lanes;
}

export interface Column {
  /** Average number of concurrent requests in this part of the time. */
  readonly inFlight: number;
  readonly trouble: boolean;
}

/** How busy an endpoint was in each of `count` equal parts of the time. */
export function columnsOf(stretches: readonly Stretch[], whole: number, count: number): Column[] {
  const width = whole / count;
  const busy = new Array<number>(count).fill(0);
  const trouble = new Array<boolean>(count).fill(false);
  for (const { exchange, from, to } of stretches) {
    const first = Math.min(count - 1, Math.floor(from / width));
    const last = Math.min(count - 1, Math.floor(to / width));
    for (let index = first; index <= last; index++) {
      const overlap = Math.min(to, (index + 1) * width) - Math.max(from, index * width);
      busy[index] = (busy[index] ?? 0) + Math.max(overlap, width / 100);
    }
    if (endOf(exchange) === 'trouble') trouble[first] = true;
  }
  return busy.map((time, index) => ({ inFlight: time / width, trouble: trouble[index] ?? false }));
}

/** Round values from 0 to the end, at most seven. */
export function ticksUpTo(end: number): number[] {
  const rough = end / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  const ticks: number[] = [];
  for (let index = 0; index * step <= end; index++) ticks.push(index * step);
  return ticks;
}

/** The largest number of concurrent requests. */
export function mostAtOnce(stretches: readonly Stretch[]): number {
  const turns = stretches
    .flatMap(({ from, to }): [number, 1 | -1][] => [
      [from, 1],
      [to, -1],
    ])
    .sort(([one, up], [other, down]) => one - other || up - down);
  let now = 0;
  let most = 0;
  for (const [, turn] of turns) {
    now += turn;
    most = Math.max(most, now);
  }
  return most;
}
