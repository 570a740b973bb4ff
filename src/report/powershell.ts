import type { Exchange } from '../http/exchange.ts';
import type { Variable } from './repeat-variable.ts';

const PLACEHOLDER = /\[((?:ADSERVER|LISTING)_[A-Z0-9_]+)\]/;
const SENT = ['authorization', 'accept', 'idempotency-key', 'x-api-key'];

/** The same requests for PowerShell 7. */
export function powershellLines(calls: readonly Exchange[], variables: readonly Variable[]): string[] {
  return [
    ...variables.map(({ name, text, powershell }) => `$${name} = ${powershell ?? quoted(text)}`),
    ...calls.map((call) => invocation(call, variables)),
  ];
}

function invocation({ request }: Exchange, variables: readonly Variable[]): string {
  const word = (text: string) => expression(text, variables);
  const headers = SENT.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [`${quoted(name)} = ${word(value)}`];
  });
  return [
    `Invoke-WebRequest -SkipHttpErrorCheck -SkipHeaderValidation -Method ${request.method} -Uri ${word(request.url)}`,
    ...(headers.length === 0 ? [] : [`-Headers @{ ${headers.join('; ')} }`]),
    ...(request.body === undefined
      ? []
      : [`-ContentType ${word(request.headers['content-type'] ?? 'application/json')} -Body ${word(request.body)}`]),
  ].join(' ');
}

/**
 * A text as a PowerShell expression. Credentials are read from the environment; texts with a variable are replaced by
 * it.
 */
function expression(text: string, variables: readonly Variable[]): string {
  const parts = variables.reduce<string[]>((all, variable) => all.flatMap((part) => cutOut(part, variable)), [text]);
  const terms = parts.flatMap((part) =>
    part.startsWith('\0')
      ? [part.slice(1)]
      : part.split(PLACEHOLDER).map((piece, index) => (index % 2 === 1 ? `$env:${piece}` : quoted(piece))),
  );
  const shown = terms.filter((term) => term !== "''");
  return shown.length === 1 ? (shown[0] ?? "''") : `(${["''", ...shown].join(' + ')})`;
}

/** Splits a text at each occurrence of a variable's text. A piece that begins with NUL is the name of the variable. */
function cutOut(part: string, { text, name }: Variable): string[] {
  if (part.startsWith('\0') || text === '') return [part];
  return part.split(text).flatMap((piece, index) => [...(index === 0 ? [] : [`\0$${name}`]), piece]);
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
