import type { RecordedCall } from '../http/recorded-call.ts';
import { isInert } from '../text/inert.ts';
import { credentialsOf } from './curl.ts';
import { replaced, showsAsItIs } from './shell.ts';
import { isPrintable } from './text.ts';

const FIRST = ['authorization', 'accept', 'idempotency-key', 'x-api-key'];
/** Headers that PowerShell sets itself. */
const LEFT_OUT = ['user-agent', 'host', 'content-length', 'content-type', 'connection', 'accept-encoding'];
/** A name that needs no quoting. */
const HEADER_NAME = /^[\w-]+$/;
const ASKS_DNS = '# PowerShell asks DNS. Put the address that --resolve named into the hosts file.';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'TRACE', 'OPTIONS', 'MERGE', 'PATCH'];

/** No command to a build system is longer, so only so much is looked at again for each character. */
const LONGEST_COMMAND = 40;

/** A part of an expression: text to quote, or code such as `$KEY`. */
type Part = { readonly text: string } | { readonly code: string };

/** The same requests for PowerShell 7. */
export function powershellLines(
  calls: readonly RecordedCall[],
  variables: readonly Variable[],
  run: Readonly<Record<string, unknown>> = {},
): string[] {
  return [
    ...(run['resolve'] === undefined ? [] : [ASKS_DNS]),
    ...variables
      .map(({ name, text, powershell }, index) => {
        const value = powershell ?? expressionOf(partsOf(text, variables.slice(index + 1), ''));
        return `$${name} = ${value}`;
      })
      .toReversed(),
    ...calls.map((call) => invocation(call, variables, run['insecure'] === true)),
  ];
}

function invocation({ request }: RecordedCall, variables: readonly Variable[], isInsecure: boolean): string {
  const own = credentialsOf(request);
  const word = (text: string) => expressionOf(partsOf(text, variables, own));
  const others = Object.keys(request.headers).filter(
    (name) => HEADER_NAME.test(name) && ![...FIRST, ...LEFT_OUT].includes(name),
  );
  const headers = [...FIRST, ...others].flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [`'${name}' = ${word(value)}`];
  });
  const { method } = request;
  return [
    `Invoke-WebRequest -SkipHttpErrorCheck -SkipHeaderValidation${isInsecure ? ' -SkipCertificateCheck' : ''}`,
    METHODS.includes(method) ? `-Method ${method}` : `-CustomMethod ${word(method)}`,
    `-Uri ${word(request.url)}`,
    ...(headers.length === 0 ? [] : [`-Headers @{ ${headers.join('; ')} }`]),
    ...(request.body === undefined
      ? []
      : [`-ContentType ${word(request.headers['content-type'] ?? 'application/json')} -Body ${word(request.body)}`]),
  ].join(' ');
}

/** Credentials of the service are read from the environment; texts with a variable are replaced by it. */
function partsOf(text: string, variables: readonly Variable[], own: string): Part[] {
  const placeholder = new RegExp(`\\[(${own}_[A-Z0-9_]+)\\]`);
  const parts = variables.reduce<Part[]>((all, variable) => all.flatMap((part) => cutOut(part, variable)), [{ text }]);
  return parts.flatMap((part) =>
    'code' in part
      ? [part]
      : part.text
          .split(placeholder)
          .map((piece, index): Part => (index % 2 === 1 ? { code: `$env:${piece}` } : { text: piece })),
  );
}

function cutOut(part: Part, { text, name }: Variable): Part[] {
  if ('code' in part || text === '') return [part];
  return replaced(part.text, text, { code: `$${name}` });
}

function expressionOf(parts: readonly Part[]): string {
  const terms = parts.flatMap((part) => ('code' in part ? [part.code] : termsOf(part.text)));
  return terms.length === 1 && terms[0]?.startsWith('[') === false ? terms[0] : `(${["''", ...terms].join(' + ')})`;
}

/** Quoted texts, and the codes of characters that are invisible or would form a command to a build system. */
function termsOf(text: string): string[] {
  // Nearly every text does, and a body may be long.
  if (showsAsItIs(text)) return text === '' ? [] : [quoted(text)];
  const terms: string[] = [];
  let shown = '';
  for (const character of text) {
    if (isPrintable(character) && isInert(shown.slice(-LONGEST_COMMAND) + character)) {
      shown += character;
      continue;
    }
    if (shown !== '') terms.push(quoted(shown));
    shown = '';
    const code = character.codePointAt(0) ?? 0;
    terms.push(code > 0xffff ? `[char]::ConvertFromUtf32(${code})` : `[char]${code}`);
  }
  return shown === '' ? terms : [...terms, quoted(shown)];
}

/** PowerShell also reads typographic quotes as quotes. */
const quoted = (text: string) => `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;

/** A shell variable and the text that it replaces, which is its value unless another is given. */
export interface Variable {
  readonly name: string;
  readonly text: string;
  readonly sh?: string;
  readonly powershell?: string;
}
