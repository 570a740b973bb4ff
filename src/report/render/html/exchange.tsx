import type { Exchange } from '../../../http/exchange.ts';
import { curl } from '../../curl.ts';
import { duration, requestLine } from '../../exchange-line.ts';
import { BodyText } from './body.tsx';
import { CommandLine, oneLine } from './words.tsx';
import { exchangeAnchor } from './view.ts';

const MOST_HEADERS = 60;

interface ExchangeProps {
  readonly exchange: Exchange;
  /** What distinguishes it from the previous exchange if both look the same. */
  readonly apart?: string | undefined;
}

/** One request and its answer in full, folded, with the command that repeats it if no other place shows that. */
export function ExchangeDetails({ exchange, repeat, apart }: ExchangeProps & { readonly repeat: boolean }) {
  const { id, request, response } = exchange;
  return (
    <details class="exchange" id={exchangeAnchor(id)}>
      <summary>
        <ExchangeLine exchange={exchange} apart={apart} />
      </summary>
      <div class="exchange-parts">
        <section>
          <h6>Request</h6>
          <p class="start-line">
            <code>
              {oneLine(request.method, 40)} {oneLine(request.url, 2_000)}
            </code>
          </p>
          <Headers headers={request.headers} />
          <BodyText body={request} />
        </section>
        <section>
          <h6>Answer</h6>
          {response === null ? (
            <p class="is-fail">No answer: {oneLine(exchange.error ?? 'the reason was not recorded')}</p>
          ) : (
            <>
              <p class="start-line">
                <code>{response.status}</code> after {duration(exchange.durationMs)}
              </p>
              <Headers headers={response.headers} />
              <BodyText body={response} />
            </>
          )}
        </section>
        {repeat && (
          <section>
            <h6>Repeat</h6>
            <CommandLine line={curl(exchange)} name={`the curl line of ${id}`} />
          </section>
        )}
      </div>
    </details>
  );
}

/** `x12 GET /inventory?limit=200 → 200 · 84 ms` */
export function ExchangeLine({ exchange, apart }: ExchangeProps) {
  const { id, attempt, durationMs } = exchange;
  return (
    <span class="exchange-line">
      <span class="exchange-id">{id}</span> <code>{requestLine(exchange)}</code>{' '}
      {apart !== undefined && apart !== '' && <span class="apart">{oneLine(apart, 200)} </span>}
      <span class="exchange-end">
        <Answer exchange={exchange} /> · {duration(durationMs)}
        {attempt > 1 && ` · attempt ${attempt}`}
      </span>
    </span>
  );
}

/** The status, or a note that no answer came. */
export function Answer({ exchange: { response } }: { readonly exchange: Exchange }) {
  if (response === null) return <span class="status is-fail">no answer</span>;
  const { status } = response;
  return <span class={`status is-${statusKind(status)}`}>{status}</span>;
}

/** The outcome whose colour a status has. */
function statusKind(status: number): 'pass' | 'inconclusive' | 'warn' | 'fail' {
  if (status >= 500 || status === 429) return 'fail';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'inconclusive' : 'pass';
}

/** One text with line breaks: an element per header would make a page with many exchanges slow to open. */
function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  const lines = entries.slice(0, MOST_HEADERS).map(([name, value]) => `${oneLine(name, 100)}: ${oneLine(value, 600)}`);
  const left = entries.length - MOST_HEADERS;
  return <pre class="headers">{[...lines, ...(left > 0 ? [`… ${left} more headers`] : [])].join('\n')}</pre>;
}
