import { duration } from '../../call-line.ts';
import { grouped } from '../../text.ts';
import { quantile, type Endpoint } from './requests.tsx';
import { Heads, TableFrame } from './words.tsx';

const NUMBERS = ['Answers', 'Median', 'p95', 'Slowest'];

export function ResponseTimes({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  const answered = endpoints.filter(({ times }) => times.length > 0);
  if (answered.length === 0) return <p class="note">No request was answered.</p>;
  return (
    <TableFrame name="Response times">
      <table class="times">
        <caption>Response times</caption>
        <Heads names={['Endpoint', ...NUMBERS]} numbers={NUMBERS} />
        <tbody>
          {answered.map(({ name, times }) => (
            <tr>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td class="number">{grouped(times.length)}</td>
              {[0.5, 0.95, 1].map((share) => (
                <td class="number">{duration(quantile(times, share))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
