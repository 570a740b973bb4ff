import type { RecordedCall, RecordedRequest } from '../http/recorded-call.ts';
import { urlOf } from '../text/url.ts';
import { printfCommand, replaced, shellWord, shellWordOf, showsAsItIs, type WordPart } from './shell.ts';

/** Headers that curl sets itself, or that would keep it from showing the answer. */
const LEFT_OUT = ['user-agent', 'host', 'content-length', 'connection', 'accept-encoding'];

/** A name that curl does not take for anything else, such as `@file`. */
const HEADER_NAME = /^[\w-]+$/;

const IN_ADDRESS = '[SECRET_IN_BASE_ADDRESS]';

/**
 * One command line for a POSIX shell that repeats a call. Credentials are read from the run's environment
 * variables; everything else is quoted exactly.
 */
export function curl(call: RecordedCall): string {
  return curlParts(call).join(' ');
}

export interface CurlOptions {
  /** Texts that are replaced by a shell variable. */
  readonly standIns?: ReadonlyMap<string, string>;
  /** Prints only the status, for a request that is sent many times. */
  readonly statusOnly?: boolean;
  /** The options of the run, of which some decide how the service is reached. */
  readonly run?: Readonly<Record<string, unknown>>;
}

/** The same line in parts, each an option with its value. Line breaks are allowed between them. */
export function curlParts(
  { request }: RecordedCall,
  { standIns, statusOnly = false, run = {} }: CurlOptions = {},
): string[] {
  const own = credentialsOf(request);
  const comments = new Set<string>();
  const parts = (text: string) => withStandIns(wordParts(text, own, comments), standIns);
  const { body } = request;
  if (request.url.includes(IN_ADDRESS))
    comments.add(`put the secret of the base address in the place of ${IN_ADDRESS}`);
  const data = request.bodyTruncated === undefined && body !== undefined ? body : null;
  const piped = data !== null && !showsAsItIs(data);
  const command = ['curl', '-sS', ...(statusOnly ? ['-o', '/dev/null', '-w', `'%{http_code}\\n'`] : ['-i'])];
  if (run['insecure'] === true && request.url.startsWith('https:')) command.push('-k');
  if (piped) command.unshift(printfCommand(parts(data)), '|');
  if (/[[\]{}]/.test(request.url)) command.push('--globoff');
  if (request.method !== (data === null ? 'GET' : 'POST')) command.push('-X', shellWord(request.method));
  command.push(request.url.startsWith('-') ? `--url ${shellWord(request.url)}` : shellWord(request.url));
  const options = givenAddressesOf(run['resolve'], request.url);
  const { authorization, ...others } = request.headers;
  const headers = { ...(authorization === undefined ? {} : { authorization }), ...others };
  for (const [name, value] of Object.entries(headers))
    if (HEADER_NAME.test(name) && !LEFT_OUT.includes(name.toLowerCase()))
      options.push(`-H ${shellWordOf(parts(value === '' ? `${name};` : `${name}: ${value}`))}`);
  if (data !== null && request.headers['content-type'] === undefined) options.push(`-H 'content-type:'`);
  if (data !== null) options.push(piped ? '--data-binary @-' : `--data-raw ${shellWordOf(parts(data))}`);
  if (request.bodyTruncated !== undefined)
    comments.add(`the body of ${request.bodyTruncated} bytes was recorded in part only and is left out`);
  else if (request.bodyBase64 !== undefined) comments.add('the body is not text and is left out');
  return [command.join(' '), ...options, ...(comments.size === 0 ? [] : [noteOf([...comments])])];
}

/** `--resolve` for the host and port of this address. */
function givenAddressesOf(resolve: unknown, address: string): string[] {
  const url = urlOf(address);
  const given = (Array.isArray(resolve) ? resolve : []).filter((one) => typeof one === 'string');
  const place = url === null ? '' : `${url.hostname}:${url.port || (url.protocol === 'http:' ? 80 : 443)}:`;
  return given
    .filter((one) => place !== '' && one.toLowerCase().startsWith(place))
    .map((one) => `--resolve ${shellWord(one)}`);
}

/** A note as a command that does nothing, because not every interactive shell accepts comments. */
function noteOf(comments: readonly string[]): string {
  return `; : ${shellWordOf([{ text: comments.join('; ') }])}`;
}

export function withStandIns(parts: readonly WordPart[], standIns: CurlOptions['standIns']): WordPart[] {
  return [...(standIns ?? [])].reduce<WordPart[]>(
    (all, [text, variable]) =>
      all.flatMap((part) => ('text' in part ? replaced(part.text, text, { expansion: `\${${variable}}` }) : [part])),
    [...parts],
  );
}

const PLACEHOLDER = /\[((ADSERVER|LISTING)_[A-Z0-9_]+)(?::([a-z0-9-]+))?\]/g;

/**
 * Which credentials a request may contain. A service can inject a placeholder into a later request, for example as the
 * id of a slot. Whoever repeats that request must not send it the credentials of the other service.
 */
export function credentialsOf({ headers, url }: RecordedRequest): string {
  const named = [...Object.values(headers).join('\n').matchAll(PLACEHOLDER)][0]?.[2];
  return named ?? (/\/auth\/token(?:\?|$)/.test(url) ? 'LISTING' : 'ADSERVER');
}

function wordParts(text: string, own: string, comments: Set<string>): WordPart[] {
  const parts: WordPart[] = [];
  let end = 0;
  for (const found of text.matchAll(PLACEHOLDER)) {
    const [placeholder, variable = '', family, variant] = found;
    const expansion = family === own ? expansionOf(variable, variant) : undefined;
    if (expansion === undefined) {
      if (family === own) comments.add(`put ${credentialInWords(variable, variant)} in the place of ${placeholder}`);
      continue;
    }
    if (/^(?:ADSERVER|LISTING)_HEADER_/.test(variable))
      comments.add(`${variable} is the value of that header, as it was given to the run`);
    if (/^LISTING_(LIMITED_)?ACCESS_TOKEN$/.test(variable))
      comments.add(`${variable} is the token that the exchange gives for ${variable.replace('ACCESS_TOKEN', 'KEY')}`);
    if (found.index > end) parts.push({ text: text.slice(end, found.index) });
    parts.push({ expansion });
    end = found.index + placeholder.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** A shell expression for the credential, or for a wrong one derived from it. */
function expansionOf(variable: string, variant: string | undefined): string | undefined {
  const piped = (filter: string) => `$(printf %s "$${variable}" | ${filter})`;
  switch (variant) {
    case undefined:
      return `\${${variable}}`;
    case 'truncated':
      return `\${${variable}%?}`;
    case 'beheaded':
      return `\${${variable}#?}`;
    case 'extended':
      // The suffix goes before the padding of Base64, if any.
      return variable.startsWith('LISTING_') ? piped(`sed 's/=*$/xxxx&/'`) : `\${${variable}}x`;
    case 'prefixed':
      return `x\${${variable}}`;
    case 'two-words':
      return `\${${variable}} \${${variable}}`;
    case 'case-swapped':
    case 'other-case':
      return piped(`tr 'A-Za-z' 'a-zA-Z'`);
    case 'basic':
      // User and password: key and secret, or the one key for both.
      return `$(printf %s:%s "$${variable.replace(/SECRET$/, 'KEY')}" "$${variable}" | base64 | tr -d '\\n')`;
    default:
      return undefined;
  }
}

/** For a credential that a shell cannot easily make: how to change the right one. */
function credentialInWords(variable: string, variant: string | undefined): string {
  switch (variant) {
    case 'altered':
      return `${variable} with ${variable.startsWith('LISTING_') ? 'two characters near its end exchanged' : 'another character in its middle'}`;
    case 'altered-last':
      return `${variable} with another last character`;
    case 'recased':
      return `${variable} with one letter near its end in the other case`;
    case 'unsigned':
      return `${variable} with "alg": "none" in its header and no signature`;
    case undefined:
    default:
      return 'the credential';
  }
}
