import type { Healed, OutageTold, Pattern, Reason } from '../../causes/reason.ts';
import { inWords } from '../../text/in-words.ts';
import { CONTRACT_NAMES } from '../model.ts';
import { counted, listed } from '../text.ts';
import { becauseInWords } from './because.ts';
import { betweenInRun } from './between.ts';

/** The sentence for a reason. */
export function reasonInWords(reason: Reason): string {
  const sentence = sentenceOf(reason);
  return 'contract' in reason ? `${CONTRACT_NAMES[reason.contract]}: ${sentence}` : sentence;
}

function sentenceOf(reason: Reason): string {
  switch (reason.kind) {
    case 'not-a-draft':
      return `Stopped creating orders: something this run created is not a draft, or not answered as one (${reason.by}). See in the console whether the orders that the report lists as created serve, and pause now those that do.`;
    case 'interrupted':
      return 'The run was interrupted. The report shows what was seen until then.';
    case 'pattern':
      return patternInWords(reason.pattern, reason.credential);
    case 'outage':
      return outageInWords(reason);
    case 'more-outages':
      return `The same happened ${counted(reason.times, 'more time')}, for ${reason.seconds} s in all.`;
    case 'busy':
      return `The service answered 503 ${counted(reason.times, 'time')} and served the same request when less was sent, so the run went on more slowly. If that is a rate limit, answer 429 with \`Retry-After\` (§7; \`limit_req_status 429\` in nginx), or run with --rate.`;
    case 'rate-limit':
      return `${reason.what} What would have been sent then is inconclusive. Allow this client more, or run again when the limit is over.`;
    case 'in-between':
      return betweenInRun(reason, reason.requests);
    case 'healed':
      return healedInWords(reason.requests);
    case 'slow':
      return `${reason.answers} of ${reason.of} answers took more than two seconds.`;
    case 'repeated':
      return `${reason.requests} requests were sent again${repeatedInWords(reason.after ?? {})}.`;
    case 'no-answer':
      return 'The service did not answer any request.';
    case 'stale':
      return `${reason.id} is listed as an expected failure and now passes. Take it off the list.`;
    case 'runs-out':
      return `${counted(reason.known.length, 'known failure')} will soon count: ${reason.known.map(({ id, until }) => `${id} after ${until}`).join(', ')}.`;
    case 'time-limit':
      return cutShortInWords(reason.seconds, reason.checks);
    case 'relaxed':
      return relaxedInWords(reason.option);
    case 'unjudged':
      return `No rule of ${inWords(reason.modules, 'and')} could be judged.`;
    case 'asked-in-vain':
      return 'Nothing that was asked for could be judged.';
    case 'suite-error':
      return `This suite has a fault of its own in ${named(reason.checks)}. Please report it.`;
    case 'known':
      return `${counted(reason.checks.length, 'known failure')}: ${named(reason.checks)}.`;
    case 'broken':
      return `${rules(reason.checks, 'of the contract ')} broken: ${named(reason.checks)}.`;
    case 'inconclusive':
      return `${rules(reason.checks)} inconclusive: ${named(reason.checks)}.`;
    case 'waived':
      return `${rules(reason.checks)} waived by an option of this run: ${named(reason.checks)}.`;
    case 'not-judged':
      return `${rules(reason.checks)} not judged (${named(reason.checks)}). ${becauseInWords(reason.because)}`;
  }
}

function cutShortInWords(seconds: number, checks: readonly string[]): string {
  const left = checks.length === 0 ? '' : ` ${rules(checks)} not judged because of that: ${named(checks)}.`;
  return `The run was cut short at its time limit of ${seconds} s.${left} Run again with more time, such as --time-limit ${2 * seconds}.`;
}

/** Why an option keeps a run from being a certificate, and what to do. */
export function relaxedInWords(option: string): string {
  return `The run was made with ${option}: ${RELAXED[option] ?? 'the client does not do that'}. Run without it for a certificate.`;
}

const RELAXED: Readonly<Record<string, string>> = {
  '--insecure': 'the client verifies certificates, so serve one that is valid',
  '--resolve': 'the client asks DNS, so point DNS to that address',
  '--header': 'the client does not send such headers, so let it in without them',
  '--listing-header': 'the client does not send such headers, so let it in without them',
};

/** `1 rule is`, `2 rules of the contract are` */
function rules({ length }: readonly string[], ofWhat = ''): string {
  return `${counted(length, 'rule')} ${ofWhat}${length === 1 ? 'is' : 'are'}`;
}

function named(ids: readonly string[]): string {
  return ids.length <= 6 ? inWords(ids, 'and') : `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more`;
}

const CREDENTIALS: Readonly<Record<string, readonly [name: string, looks: string]>> = {
  key: ['API key', 'API key looks'],
  pair: ['credentials', 'credentials look'],
};

const WHAT_NEXT = 'Fix that first, then run again: it may be the only cause of later failures.';

function patternInWords(pattern: Pattern, credential: 'key' | 'pair'): string {
  const [name = '', looks = ''] = CREDENTIALS[credential] ?? [];
  switch (pattern.kind) {
    case 'refused':
      return `${most(pattern)} 401. The ${looks} wrong.`;
    case 'pages':
      return `${most(pattern)} HTML instead of JSON. This address serves a web page, not the API. Check the path of the address.`;
    case 'not-found':
      return `${most(pattern)} 404. The API is not at this address. Check its path.`;
    case 'cut-short': {
      const { requests, of } = pattern;
      return `${requests} of ${counted(of, 'answer')} ${requests === 1 ? 'ends in the middle of its JSON, and only that one has' : 'end in the middle of their JSON, and only those have'} letters beyond ASCII. Content-Length seems to count characters instead of bytes.`;
    }
    case 'refused-from': {
      const number = pattern.requests.toLocaleString('en');
      return `From request ${pattern.exchange} on, every request with the ${name} got ${inWords(pattern.statuses)} (${number} requests). The ${name} may have been revoked, used up or locked out during the run. ${WHAT_NEXT}`;
    }
  }
}

const most = ({ requests, of }: { readonly requests: number; readonly of: number }) =>
  requests === of ? `All ${requests} requests got` : `${requests} of ${of} requests got`;

function outageInWords({ endpoint, status, startedAt, durationMs, met, isOver }: OutageTold): string {
  const when = `from ${startedAt.slice(11, 19)} UTC on for ${Math.max(1, Math.round(durationMs / 1000))} s`;
  const out = `${endpoint ?? 'The service'} was not available (${cameInWords(status)}) ${when}${endpoint === null ? '' : ', while other endpoints answered'}`;
  const calls = counted(met, 'call');
  return isOver
    ? `${out}. ${calls} failed because of that, and ${met === 1 ? 'was' : 'were'} sent again when it was back.`
    : `${out}, and did not come back. ${calls} failed because of that; what could not be asked any more is inconclusive. ${isOwnError(status) ? 'Look for the error in the log of the service first, then run again.' : 'Run again when it is up.'}`;
}

/** Whether the service itself answers, and not a gateway in front of one that is down. */
const isOwnError = (status: number | null) => status !== null && ![502, 503, 504].includes(status);

const cameInWords = (status: number | null) => (status === null ? 'no answer' : `status ${status}`);

/** `: 20 after status 500, 3 after no answer` */
function repeatedInWords(after: Readonly<Record<string, number>>): string {
  const each = Object.entries(after).sort(([, one], [, other]) => other - one);
  const parts = each.map(([status, times]) => `${times} after ${status === 'none' ? 'no answer' : `status ${status}`}`);
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

/** Server errors, or requests without an answer: all of one kind. */
function healedInWords(healed: readonly Healed[]): string {
  const [first] = healed;
  if (first?.status === null && healed.every(({ together }) => together))
    return `${counted(healed.length, 'request')} got no answer while others were in flight: ${where(healed)}. ${healed.length === 1 ? 'It' : 'Each'} was answered when it was sent alone. Look for what requests wait for that others hold: a connection pool whose last connections are taken by requests that need another one, or a lock.`;
  if (first?.status === null)
    return `${counted(healed.length, 'request')} got no answer until ${healed.length === 1 ? 'it was' : 'they were'} sent again: ${where(healed)}.`;
  return healed.every(({ together }) => together)
    ? `${counted(healed.length, 'server error')} when requests arrived together: ${where(healed)}. ${healed.length === 1 ? 'It' : 'Each'} was gone when the same request was sent again. Two at once should not fail: look for a lock, a deadlock or a unique key in your log.`
    : `${counted(healed.length, 'server error')} that ${healed.length === 1 ? 'was' : 'were'} gone when the same request was sent again: ${where(healed)}.`;
}

/** `POST /orders, status 500 (calls x12, x15)`, for each endpoint. */
function where(healed: readonly Healed[]): string {
  const groups = new Map<string, string[]>();
  for (const { endpoint, status, exchange: callId } of healed) {
    const name = status === null ? endpoint : `${endpoint}, ${cameInWords(status)}`;
    groups.set(name, [...(groups.get(name) ?? []), callId]);
  }
  return [...groups]
    .map(([name, callIds]) => `${name} (${callIds.length === 1 ? 'call' : 'calls'} ${listed(callIds, 3)})`)
    .join('; ');
}
