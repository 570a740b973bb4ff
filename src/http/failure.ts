import type { Failure } from './transport.ts';

/** A `Failure` that can be thrown. */
export class CallFailure extends Error {
  readonly failure: Failure;

  constructor(reason: Failure['reason'], message: string, code?: string) {
    super(message);
    this.failure = { reason, message, ...(code ? { code } : {}) };
  }
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
      return new CallFailure('refused', `${target} refuses connections: nothing listens on this port.`, code);
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case 'EACCES':
    case 'EPERM':
    case 'EINVAL':
      return new CallFailure('unreachable', `This machine cannot reach ${target} (${code}).`, code);
    case 'ETIMEDOUT':
      return new CallFailure('connect-timeout', `${target} did not answer the attempt to connect.`, code);
    case 'ECONNRESET':
    case 'EPIPE':
      return new CallFailure('reset', `${target} dropped the connection while it was being made.`, code);
    default:
      return new CallFailure('unreachable', `No connection to ${target} could be made${suffix(code)}.`, code);
  }
}

/**
 * Why a request on an open connection got no complete answer.
 * @throws the error itself if it is a fault of this suite.
 */
export function answerFailure(error: unknown, begun: boolean): Failure {
  if (error instanceof CallFailure) return error.failure;
  if (isOwnFault(error)) throw error;
  const code = codeOf(error);
  if (code === 'HPE_HEADER_OVERFLOW') {
    return failure('too-large', 'The headers of the answer are larger than a client reads.', code);
  }
  if (code.startsWith('HPE_')) {
    return failure('malformed', `What came back is not HTTP/1.1${parserReason(error)}${suffix(code)}.`, code);
  }
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) {
    return failure('tls', `The TLS connection broke down${suffix(code)}.`, code);
  }
  switch (code) {
    case 'ERR_INVALID_CHAR':
    case 'ERR_INVALID_HTTP_TOKEN':
    case 'ERR_UNESCAPED_CHARACTERS':
      return failure(
        'malformed',
        `The request cannot be sent as it is: ${error instanceof Error ? error.message : code}.`,
        code,
      );
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
      return begun
        ? failure('cut-off', 'The connection was closed in the middle of the answer.', code)
        : failure('reset', 'The connection was closed without an answer.', code);
    default:
      return begun
        ? failure('cut-off', `The answer broke off${suffix(code)}.`, code)
        : failure('reset', `The connection broke before an answer came${suffix(code)}.`, code);
  }
}

function failure(reason: Failure['reason'], message: string, code: string): Failure {
  return new CallFailure(reason, message, code).failure;
}

/** What Node's parser says is wrong, in words of its own that quote nothing of the answer. */
function parserReason(error: unknown): string {
  const reason = error instanceof Error && 'reason' in error ? error.reason : undefined;
  return typeof reason === 'string' && reason !== '' ? `: ${reason}` : '';
}

function suffix(code: string): string {
  return code ? ` (${code})` : '';
}
