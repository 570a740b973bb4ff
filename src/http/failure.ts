import { handshakeTrouble, sentenceOf, type ClientCertificateState } from './tls-trouble.ts';
import type { Failure } from './transport.ts';
import { type Violation, violationByReason, violationOf } from './violation.ts';

export class CallFailure extends Error {
  readonly failure: Failure;

  constructor(reason: Failure['reason'], message: string, { code, ...more }: Partial<Failure> = {}) {
    super(message);
    this.failure = { reason, message, ...more, ...(code && { code }) };
  }
}

/** What came breaks the rules of HTTP, so that there is no answer, or only its status and headers. */
export function notHttp(violation: Violation): CallFailure {
  return new CallFailure('not-http', `The answer ${violation.does}.`, { violation });
}

export function handshakeFailure(host: string, error: unknown, certificate: ClientCertificateState): CallFailure {
  const code = codeOf(error);
  const trouble = handshakeTrouble(code, messageOf(error), certificate);
  return new CallFailure('tls', sentenceOf(trouble, host, code), { trouble, code });
}

/** The server closed the connection after the handshake because it requires a client certificate. */
export function certificateMissing(host: string, code = ''): CallFailure {
  return new CallFailure('tls', sentenceOf('client-certificate', host), { trouble: 'client-certificate', code });
}

/** Rejects with the signal's reason if it is aborted before the promise settles. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => {
      reject(reasonOf(signal));
    };
  });
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

export function reasonOf(signal: AbortSignal): Error {
  return asError(signal.reason);
}

/** The code of a system, TLS or parser error; empty if there is none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

export function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** Errors thrown by a programming mistake, as opposed to a network or a service. */
const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError];
/** Node's codes for wrong arguments, missing methods and similar mistakes. */
const MISTAKE_CODE = /^(?:$|ERR_INVALID_(?:ARG|THIS|RETURN|STATE)|ERR_OUT_OF_RANGE|ERR_MISSING_ARGS|ERR_METHOD_NOT)/;

/** Whether an error is a fault of this suite. Such an error must never be reported as a broken connection. */
export function isOwnFault(error: unknown): boolean {
  return MISTAKES.some((kind) => error instanceof kind) && MISTAKE_CODE.test(codeOf(error));
}

export function tcpFailure(target: string, error: unknown): CallFailure {
  const code = codeOf(error);
  switch (code) {
    case 'ECONNREFUSED':
      return new CallFailure('refused', `${target} refuses connections: nothing listens on this port.`, { code });
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case 'EACCES':
    case 'EPERM':
    case 'EINVAL':
      return new CallFailure('unreachable', `This machine cannot reach ${target} (${code}).`, { code });
    case 'ETIMEDOUT':
      return new CallFailure('connect-timeout', `${target} did not answer the attempt to connect.`, { code });
    case 'ECONNRESET':
    case 'EPIPE':
      return new CallFailure('reset', `${target} dropped the connection while it was being made.`, { code });
    default:
      return new CallFailure('unreachable', `No connection to ${target} could be made${suffix(code)}.`, { code });
  }
}

/**
 * Why a request on an open connection got no complete answer.
 * @throws the error itself if it is a fault of this suite.
 */
export function answerFailure(error: unknown, begun: boolean): Failure {
  if (error instanceof CallFailure) return error.failure;
  if (isOwnFault(error)) throw error;
  // Told by its name, so that commands that send nothing need not load undici.
  if (error instanceof Error && error.name === 'HTTPParserError') return parserFailure(error);
  const code = codeOf(error);
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) {
    return failure('tls', `The TLS connection broke down${suffix(code)}.`, code);
  }
  switch (code) {
    case 'UND_ERR_HEADERS_OVERFLOW':
      return notHttp(violationOf('large-headers')).failure;
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      // Before the headers have ended, undici names so whatever is wrong in them behind a Content-Length.
      return notHttp(violationOf('two-lengths')).failure;
    case 'UND_ERR_INVALID_ARG':
      return failure('malformed', `The request cannot be sent as it is: ${messageOf(error)}.`);
    case 'UND_ERR_DESTROYED':
      return failure('aborted', 'The call was given up.');
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
    case 'UND_ERR_SOCKET':
      if (messageOf(error) === 'bad upgrade') return notHttp(violationOf('other-protocol')).failure;
      if (messageOf(error) === 'bad response') return failure('not-http', UNASKED_CONTINUE);
      return begun
        ? failure('cut-off', CLOSED_MIDWAY, code)
        : failure('reset', 'The connection was closed without an answer.', code);
    default:
      return begun
        ? failure('cut-off', `The answer broke off${suffix(code)}.`, code)
        : failure('reset', `The connection broke before an answer came${suffix(code)}.`, code);
  }
}

const CLOSED_MIDWAY = 'The connection was closed in the middle of the answer.';
/** HTTP allows that, and undici does not. */
const UNASKED_CONTINUE = 'The server answered 100 (Continue) to a request that does not ask for it.';

function parserFailure({ message }: Error): Failure {
  const [, reason = ''] = /\((.*)\)$/.exec(message) ?? [];
  return reason === 'Invalid EOF state'
    ? failure('cut-off', CLOSED_MIDWAY)
    : notHttp(violationByReason(reason)).failure;
}

function failure(reason: Failure['reason'], message: string, code = ''): Failure {
  // The codes of undici tell people nothing.
  return new CallFailure(reason, message, { code: code.startsWith('UND_') ? '' : code }).failure;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

function suffix(code: string): string {
  return code ? ` (${code})` : '';
}

/** The client refuses such an address without sending anything (ad-server §5 rule 5). */
export const PLAIN_HTTP: Failure = {
  reason: 'plain-http',
  message:
    'nothing was sent: the address does not start with https:// (--local allows that for a service under development)',
};
