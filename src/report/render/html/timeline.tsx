import { counted, grouped } from '../../text.ts';
import type { Report } from '../../model.ts';
import type { Endpoint } from './requests.tsx';
import { percent } from './overview.tsx';
import { duration, requestLine } from '../../call-line.ts';
import type { RecordedCall } from '../../../http/recorded-call.ts';

/** More bars would make the page slow to open. */
const MOST_BARS = 1_200;
const LABEL = 22;
const LANE = 9;
const GAP = 14;
const AXIS = 24;

/** When each request was sent and answered: one strip per endpoint over the time of the run. */
export function Timeline({ report, endpoints }: { readonly report: Report; readonly endpoints: readonly Endpoint[] }) {
  const strips = endpoints.map((endpoint) => ({ endpoint, stretches: stretchesOf(endpoint, report) }));
  const all = strips.flatMap(({ stretches }) => stretches);
  const whole = Math.max(
    1,
    report.run.durationMs,
    all.reduce((latest, { to }) => Math.max(latest, to), 0),
  );
  const troubles = all.filter(({ call }) => endOf(call) === 'trouble').length;
  const most = Math.floor(MOST_BARS / strips.length);
  let top = AXIS;
  const drawn = strips.map(({ endpoint, stretches }) => {
    const lanes = lanesOf(stretches.slice(0, most));
    const y = top;
    const height = LABEL + lanes.length * LANE;
    top += height + GAP;
    return { endpoint, stretches, lanes, y, height };
  });
  return (
    <figure class="timeline">
      <svg width="100%" height={top} role="img" aria-labelledby="timeline-title timeline-description">
        <title id="timeline-title">Requests over time</title>
        <desc id="timeline-description">
          {counted(all.length, 'request')} to {counted(endpoints.length, 'endpoint')} over {duration(whole)}, at most{' '}
          {mostAtOnce(all)} at once; {troubles === 0 ? 'none' : troubles} without an answer or with status 429 or 5xx.
        </desc>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" class="hatch-ground" />
          <rect width="2.5" height="5" class="hatch-line" />
        </pattern>
        <Axis whole={whole} height={top} />
        {drawn.map(({ endpoint, stretches, lanes, y, height }) => (
          <g class="strip">
            <line x1="0" x2="100%" y1={y + height + 0.5} y2={y + height + 0.5} class="ground" />
            <text x="0" y={y + 13}>
              <tspan class="endpoint">{endpoint.name}</tspan>
              <tspan dx="8" class="quiet">
                {counted(stretches.length, 'request')}
              </tspan>
            </text>
            {lanes.flatMap((lane, number) =>
              lane.map((stretch) => <Bar stretch={stretch} whole={whole} y={y + LABEL + number * LANE} />),
            )}
          </g>
        ))}
      </svg>
      <figcaption>
        <Key kind="answered" /> answered <Key kind="refused" /> answered with 4xx <Key kind="trouble" /> 429, 5xx or no
        answer. Point at a bar to see its request.
        {strips.some(({ stretches }) => stretches.length > most) &&
          ` Of an endpoint with more than ${counted(most, 'request')}, only the first ${grouped(most)} are shown.`}
      </figcaption>
    </figure>
  );
}

function Axis({ whole, height }: { readonly whole: number; readonly height: number }) {
  return (
    <g class="axis">
      {ticksUpTo(whole).map((tick) => {
        const share = (tick / whole) * 100;
        const anchor = share === 0 ? 'start' : share > 94 ? 'end' : 'middle';
        return (
          <>
            <line x1={percent(share)} x2={percent(share)} y1={AXIS - 6} y2={height} />
            <text x={percent(share)} y={AXIS - 12} text-anchor={anchor}>
              {tick === 0 ? '0' : tick >= 1000 ? `${Number((tick / 1000).toFixed(2))} s` : `${tick} ms`}
            </text>
          </>
        );
      })}
    </g>
  );
}

function Bar({
  stretch: { call, from, to },
  whole,
  y,
}: {
  readonly stretch: Stretch;
  readonly whole: number;
  readonly y: number;
}) {
  const { id, response, durationMs } = call;
  const width = Math.max(0.25, ((to - from) / whole) * 100);
  const x = Math.min((from / whole) * 100, 100 - width);
  const status = response === null ? 'no answer' : response.status;
  return (
    <rect class={endOf(call)} x={percent(x)} y={y} width={percent(width)} height={LANE - 2} rx="1.5">
      <title>{`${id} ${requestLine(call)} → ${status}, ${duration(durationMs)}`}</title>
    </rect>
  );
}

function Key({ kind }: { readonly kind: 'answered' | 'refused' | 'trouble' }) {
  return (
    <svg class="key" width="14" height="8" aria-hidden="true" focusable="false">
      <rect class={kind} x="0.5" y="0.5" width="13" height="7" rx="1.5" />
    </svg>
  );
}

/** The time of a call, in milliseconds since the start of the run. */
interface Stretch {
  readonly call: RecordedCall;
  readonly from: number;
  readonly to: number;
}

type End = 'answered' | 'refused' | 'trouble';

function endOf({ response }: RecordedCall): End {
  if (response === null || response.status >= 500 || response.status === 429) return 'trouble';
  return response.status >= 400 ? 'refused' : 'answered';
}

function stretchesOf(endpoint: Endpoint, report: Report): Stretch[] {
  const origin = Date.parse(report.run.startedAt);
  return endpoint.calls.map((call) => {
    const from = Math.max(0, Date.parse(call.startedAt) - origin);
    return { call, from, to: from + Math.max(0, call.durationMs) };
  });
}

const MOST_LANES = 12;

/**
 * Puts overlapping stretches into separate lanes, as few as possible. If there are too many, they overlap in the first
 * lane.
 */
function lanesOf(stretches: readonly Stretch[]): Stretch[][] {
  const lanes: Stretch[][] = [];
  for (const stretch of [...stretches].sort((one, other) => one.from - other.from)) {
    const free = lanes.find((lane) => (lane.at(-1)?.to ?? 0) <= stretch.from);
    if (free) free.push(stretch);
    else if (lanes.length < MOST_LANES) lanes.push([stretch]);
    else lanes[0]?.push(stretch);
  }
  return lanes;
}

/** Round values from 0 to the end, at most seven. */
function ticksUpTo(end: number): number[] {
  const rough = end / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  const ticks: number[] = [];
  for (let index = 0; index * step <= end; index++) ticks.push(index * step);
  return ticks;
}

function mostAtOnce(stretches: readonly Stretch[]): number {
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
