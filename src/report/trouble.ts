import type { Trouble } from '../http/client.ts';
import type { Healed } from '../http/healed-errors.ts';
import type { OutageTold } from '../http/outage-words.ts';
import { counted, listed } from './text.ts';

/** How many outages are described one by one. */
const MOST_TOLD = 4;

/** Describes failures that no check was blamed for, because an engineer wants to know of them all the same. */
export function troubleReasons({ outages, healed, limits }: Trouble): string[] {
  const others = outages.slice(MOST_TOLD);
  const seconds = Math.round(others.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000);
  return [
    ...outages.slice(0, MOST_TOLD).map(outageInWords),
    ...(others.length === 0
      ? []
      : [`The same happened ${counted(others.length, 'more time')}, for ${seconds} s in all.`]),
    ...limits.map(limitInWords),
    ...healedInWords(healed),
  ];
}

function outageInWords({ what, isWhole, came, when, met, isOver }: OutageTold): string {
  const out = `${what} was not available (${came}) ${when}${isWhole ? '' : ', while other endpoints answered'}`;
  const calls = counted(met, 'call');
  return isOver
    ? `${out}. ${calls} failed because of that, and ${met === 1 ? 'was' : 'were'} sent again when it was back.`
    : `${out}, and did not come back. ${calls} failed because of that; what could not be asked any more is inconclusive. Run again when it is up.`;
}

function limitInWords(message: string): string {
  return `${message.replace(/^Not sent: /, '')} What would have been sent then is inconclusive. Allow this client more, or run again when the limit is over.`;
}

function healedInWords(healed: readonly Healed[]): string[] {
  const errors = healed.filter(({ came }) => came !== NO_ANSWER);
  const dropped = healed.filter(({ came }) => came === NO_ANSWER);
  const together = errors.length > 0 && errors.every((one) => one.together);
  return [
    ...(errors.length === 0
      ? []
      : [
          together
            ? `${counted(errors.length, 'server error')} when requests arrived together: ${where(errors)}. ${errors.length === 1 ? 'It' : 'Each'} was gone when the same request was sent again. Two at once should not fail: look for a lock, a deadlock or a unique key in your log.`
            : `${counted(errors.length, 'server error')} that ${errors.length === 1 ? 'was' : 'were'} gone when the same request was sent again: ${where(errors)}.`,
        ]),
    ...(dropped.length === 0
      ? []
      : [
          `${counted(dropped.length, 'request')} got no answer until ${dropped.length === 1 ? 'it was' : 'they were'} sent again: ${where(dropped)}.`,
        ]),
  ];
}

const NO_ANSWER = 'no answer';

/** `POST /orders, status 500 (x12, x15)`, for each endpoint. */
function where(healed: readonly Healed[]): string {
  const groups = new Map<string, string[]>();
  for (const { at, came, exchange } of healed) {
    const name = came === NO_ANSWER ? at : `${at}, ${came}`;
    groups.set(name, [...(groups.get(name) ?? []), exchange]);
  }
  return [...groups].map(([name, exchanges]) => `${name} (${listed(exchanges, 3)})`).join('; ');
}
