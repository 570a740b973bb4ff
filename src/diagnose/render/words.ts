import { type Diagnosis, type Layer, type Step, type StepOutcome, type Whose, isConclusive } from '../model.ts';
import { printable } from '../../report/text.ts';

/** The layers of a connection in plain words. */
const layerWords: Readonly<Record<Layer, string>> = {
  address: 'the base address',
  proxy: 'the proxy of this machine',
  dns: 'name resolution (DNS)',
  tcp: 'the TCP connection',
  tls: 'TLS and the certificate',
  http: 'the HTTP answer of GET /health',
  credential: 'the API key',
  body: 'the body of GET /health',
};

const whoseWords: Readonly<Record<Whose, string>> = {
  publisher: 'The publisher has to fix this.',
  platform: 'The platform has to fix this.',
  both: 'The publisher and the platform have to look at this.',
};

export const outcomeWords: Readonly<Record<StepOutcome, string>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'warning',
  info: 'note',
  skip: 'not tried',
};

/** Where and when, `2026-11-23 12:30:05 UTC`; empty if not known. */
export function placeAndTime({ target = '', startedAt = '' }: Diagnosis): readonly [place: string, time: string] {
  return [target, startedAt === '' ? '' : `${startedAt.slice(0, 19).replace('T', ' ')} UTC`];
}

/** One line that names the cause, or the connected account. */
export function headline({ connection, cause, layer }: Diagnosis): string {
  if (connection.status === 'connected') {
    const { accountName, timezone, currency } = connection;
    const facts = [timezone, currency].filter((part) => part !== undefined).join(', ');
    const name = accountName === undefined ? '' : ` to ${accountName}`;
    return `Connected${name}${facts === '' ? '' : ` (${facts})`}.`;
  }
  return cause ?? connection.lastError ?? `The connection fails at ${layer ? layerWords[layer] : 'an unknown place'}.`;
}

/** Whether it is not known what the client would show, because the diagnosis ended before. */
const isEnded = ({ cause, whose }: Diagnosis) => cause !== undefined && whose === undefined;

/** Who has to act, and what the client shows, with the service's own words if there are any; empty if it connects. */
export function consequence(diagnosis: Diagnosis): string {
  const { status, label } = diagnosis.connection;
  if (status === 'connected' || isEnded(diagnosis)) return '';
  const said = wordsOfService(diagnosis);
  return `${whoseJob(diagnosis)} The client shows: ${status}${label === undefined ? '' : ` (${label})`}${said}${/[.!?]”$/.test(said) ? '' : '.'}`;
}

/** Who has to act; empty if the connection works, or if that is not known. */
function whoseJob({ whose }: Diagnosis): string {
  return whose === undefined ? '' : whoseWords[whose];
}

/** The note for a cause that may be this machine or its input; otherwise `null`. */
export function inconclusiveNote(diagnosis: Diagnosis): string | null {
  if (diagnosis.connection.status === 'connected' || isConclusive(diagnosis)) return null;
  if (isEnded(diagnosis)) return 'It is not known what the client would show. The steps say what was seen.';
  return 'Not certain: this machine, or what it was given, may be the cause. The client may show something else.';
}

/** What the platform itself has to do. The publisher's tasks are in the paragraph for the publisher. */
export function forPlatform({ advice, tellPublisher }: Diagnosis): readonly string[] {
  return advice.filter(({ who }) => who === 'platform' || tellPublisher === undefined).map(({ what }) => what);
}

/** What a step found, without what is already shown above the steps. */
export function foundIn({ message }: Step, diagnosis: Diagnosis): string {
  const said = headline(diagnosis);
  if (said.includes(message)) return 'See above.';
  const rest = message.startsWith(said) ? message.slice(said.length).trim() : message;
  return rest.replace(wordsOfService(diagnosis), '');
}

/** `, “Unknown API key”` if that text is from the service; empty if it is from this tool. */
function wordsOfService({ connection: { lastError }, steps }: Diagnosis): string {
  const quoted = `, “${lastError ?? ''}”`;
  return steps.some(({ id, message }) => id === 'health' && message.includes(quoted)) ? quoted : '';
}

/** One line each about what the client shows, who has to act and what to do first; empty if the connection works. */
export function closingLines(diagnosis: Diagnosis): string[] {
  if (diagnosis.connection.status === 'connected') return [];
  const [first] = diagnosis.advice;
  const lines = [whoseJob(diagnosis), inconclusiveNote(diagnosis) ?? '', first?.what ?? ''];
  const [status = '', ...rest] = verdictLine(diagnosis).split(/(?=[ :])/);
  return [
    `${status.toUpperCase()}${rest.join('')}`,
    ...lines.filter((line) => line !== '').map((line) => `- ${line}`),
  ].map((line) => printable(line, { max: 300 }));
}

/** One line for a log: what the client shows, and why. */
export function verdictLine(diagnosis: Diagnosis): string {
  const { status, label } = diagnosis.connection;
  const shown = `${status}${label === undefined ? '' : ` (${label})`}`;
  return `${isEnded(diagnosis) ? 'inconclusive' : shown}: ${headline(diagnosis)}`;
}
