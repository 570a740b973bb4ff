import type { RecordedCall, RecordedRequest, RecordedResponse } from '../../../http/recorded-call.ts';
import { curl } from '../../curl.ts';
import { duration, requestLine } from '../../call-line.ts';
import { bodyText } from './body.tsx';
import { callAnchor } from './view.ts';
import { CommandLine, oneLine } from './words.tsx';

const MOST_HEADERS = 60;

interface CallProps {
  readonly call: RecordedCall;
  /** What distinguishes it from the previous call if both look the same. */
  readonly apart?: string | undefined;
}

/** One request and its answer, folded, with the command that repeats it if no other place shows that. */
export function CallDetails({ call, apart, repeat = false }: CallProps & { readonly repeat?: boolean }) {
  const { id, request, response, error = 'the reason was not recorded' } = call;
  return (
    <details class="exchange" id={callAnchor(id)}>
      <summary>
        <CallLine call={call} apart={apart} />
      </summary>
      <div class="exchanged">
        <pre class="code">{message([call.startedAt, `${request.method} ${request.url}`], request)}</pre>
        <pre class="code">
          {response === null ? `No answer: ${oneLine(error)}` : message([String(response.status)], response)}
        </pre>
      </div>
      {repeat && <CommandLine line={curl(call)} name={`the curl line of ${id}`} />}
    </details>
  );
}

/** A message as one text: an element per header would make a page with many calls slow to open. */
function message(start: readonly string[], { headers, ...body }: RecordedRequest | RecordedResponse): string {
  const entries = Object.entries(headers);
  const named = entries.slice(0, MOST_HEADERS).map(([name, value]) => `${oneLine(name, 100)}: ${oneLine(value, 600)}`);
  const left = entries.length - MOST_HEADERS;
  const head = [
    ...start.map((line) => oneLine(line, 2_000)),
    ...named,
    ...(left > 0 ? [`… ${left} more headers`] : []),
  ].join('\n');
  const text = bodyText(body);
  return text === '' ? head : `${head}\n\n${text}`;
}

/** `x12 GET /inventory?limit=200 → 200 · 84 ms` */
export function CallLine({ call, apart }: CallProps) {
  const { id, response, attempt, durationMs } = call;
  return (
    <span class="exchange-line">
      <span class="exchange-id">{id}</span> <code>{requestLine(call)}</code>{' '}
      {apart !== undefined && apart !== '' && <span class="apart">{oneLine(apart, 200)} </span>}
      <span class="exchange-end">
        <span class={`is-${statusKind(response?.status)}`}>{response?.status ?? 'no answer'}</span> ·{' '}
        {duration(durationMs)}
        {attempt > 1 && ` · attempt ${attempt}`}
      </span>
    </span>
  );
}

export function CallLink({ call, apart }: CallProps) {
  return (
    <a class="exchange-link" href={`#${callAnchor(call.id)}`}>
      <CallLine call={call} apart={apart} />
    </a>
  );
}

/** The outcome whose colour a status has. */
function statusKind(status = 500): 'pass' | 'inconclusive' | 'warn' | 'fail' {
  if (status >= 500 || status === 429) return 'fail';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'inconclusive' : 'pass';
}
