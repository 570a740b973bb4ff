import { duration } from '../../exchange-line.ts';
import { TableFrame } from './words.tsx';
import { counted, grouped } from '../../text.ts';
import { quantile, type Endpoint } from './requests.tsx';
import { percent } from './overview.tsx';

const ROW = 22;

/** How long each endpoint took to answer: numbers, with a chart on one logarithmic scale beside them. */
export function ResponseTimes({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  const answered = endpoints.filter(({ times }) => times.length > 0);
  if (answered.length === 0) return <p class="note">No request was answered.</p>;
  const fastest = Math.min(...answered.map(({ times }) => times[0] ?? 1));
  const slowest = Math.max(...answered.map(({ times }) => times.at(-1) ?? 1));
  const low = Math.floor(Math.log10(Math.max(1, fastest)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(1, slowest))));
  const at = (time: number) => percent(((Math.log10(Math.max(1, time)) - low) / (high - low)) * 96 + 2);
  const decades = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  return (
    <TableFrame name="Response times">
      <table class="times">
        <caption>Response times</caption>
        <thead>
          <tr>
            <th scope="col">Endpoint</th>
            <th scope="col" class="number">
              Answers
            </th>
            <th scope="col" class="number">
              Median
            </th>
            <th scope="col" class="number">
              p95
            </th>
            <th scope="col" class="number">
              Slowest
            </th>
            <th scope="col" class="picture">
              <span class="unseen">Chart</span>
              <svg width="100%" height="16" aria-hidden="true" focusable="false">
                {decades.map((time, index) => (
                  <text
                    x={at(time)}
                    y="12"
                    text-anchor={index === 0 ? 'start' : time === 10 ** high ? 'end' : 'middle'}
                  >
                    {time >= 1000 ? `${time / 1000} s` : `${time} ms`}
                  </text>
                ))}
              </svg>
            </th>
          </tr>
        </thead>
        <tbody>
          {answered.map(({ name, times }) => (
            <tr>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td class="number">{grouped(times.length)}</td>
              <td class="number">{duration(quantile(times, 0.5))}</td>
              <td class="number">{duration(quantile(times, 0.95))}</td>
              <td class="number">{duration(quantile(times, 1))}</td>
              <td class="picture">
                <Spread name={name} times={times} at={at} decades={decades} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

interface SpreadProps {
  readonly name: string;
  readonly times: readonly number[];
  readonly at: (time: number) => string;
  readonly decades: readonly number[];
}

/** A line from the fastest to the slowest answer, a bar for the middle half, and a stroke at the median. */
function Spread({ name, times, at, decades }: SpreadProps) {
  const [least, lower, median, upper, most] = [0, 0.25, 0.5, 0.75, 1].map((share) => quantile(times, share));
  const words = `${name}: ${counted(times.length, 'answer')} between ${duration(least ?? 0)} and ${duration(most ?? 0)}, median ${duration(median ?? 0)}`;
  const width = percent(Math.max(0.8, parseFloat(at(upper ?? 0)) - parseFloat(at(lower ?? 0))));
  return (
    <svg class="spread" width="100%" height={ROW} role="img" aria-label={words}>
      <title>{words}</title>
      {decades.map((time) => (
        <line class="decade" x1={at(time)} x2={at(time)} y1="0" y2={ROW} />
      ))}
      <line class="range" x1={at(least ?? 0)} x2={at(most ?? 0)} y1={ROW / 2} y2={ROW / 2} />
      <rect class="half" x={at(lower ?? 0)} width={width} y={ROW / 2 - 4} height="8" rx="2" />
      <line class="median" x1={at(median ?? 0)} x2={at(median ?? 0)} y1={ROW / 2 - 7} y2={ROW / 2 + 7} />
    </svg>
  );
}
