import { hostOf } from '../http/host.ts';
import { isCertificateMissing } from '../http/tls-failure.ts';
import { serverName } from '../http/tls.ts';
import type { Failure } from '../http/transport.ts';
import { DEFAULT_TIMEOUT } from '../settings.ts';
import type { Conclusion } from './conclusion.ts';
import type { Layer } from './model.ts';
import { FASTER } from './pace.ts';
import type { Unanswered } from './probe.ts';
import { clientCertificate } from './status-conclusion.ts';
import type { StepContext } from './step-context.ts';
import type { Found } from './walk.ts';

/** Records that `GET /health` got no complete answer. */
export function unanswered(context: StepContext, base: URL, seen: Unanswered): Found<Unanswered> {
  const { reason, message } = seen.failure;
  const inconclusive = reason === 'aborted' || reason === 'proxy';
  const why = isCertificateMissing(seen.failure, serverName(hostOf(base)))
    ? clientCertificate(base.host)
    : conclusionOf(seen.failure);
  context.walk.breaks({ layer: layers[reason], label: 'unreachable', lastError: message, inconclusive }, why);
  return { outcome: 'fail', message, details: { exchange: seen.exchange, reason }, value: seen };
}

const layers: Readonly<Record<Failure['reason'], Layer>> = {
  'plain-http': 'address',
  dns: 'dns',
  'non-public-address': 'dns',
  refused: 'tcp',
  gone: 'tcp',
  down: 'http',
  'rate-limited': 'http',
  'in-between': 'http',
  unreachable: 'tcp',
  'connect-timeout': 'tcp',
  tls: 'tls',
  proxy: 'proxy',
  timeout: 'http',
  reset: 'http',
  'cut-off': 'http',
  malformed: 'http',
  'not-http': 'http',
  'too-large': 'http',
  'time-limit': 'http',
  aborted: 'http',
  'beyond-terms': 'http',
};

function conclusionOf({ reason, message }: Failure): Conclusion {
  const known = conclusions[reason];
  if (known) return { whose: 'publisher', ...known };
  return reason === 'aborted' || reason === 'proxy'
    ? { cause: message, whose: 'platform', platform: ['Run the diagnosis again, from the network of the platform.'] }
    : { cause: message, whose: 'publisher', publisher: ['Look up the call in the log of the server.'] };
}

const conclusions: Partial<Record<Failure['reason'], Pick<Conclusion, 'cause' | 'publisher'>>> = {
  timeout: {
    cause: `GET /health did not answer in time; the client waits ${DEFAULT_TIMEOUT} s.`,
    publisher: [FASTER],
  },
  reset: {
    cause: 'The server closes the connection without answering GET /health.',
    publisher: ['Look up the call in the log of the server or load balancer.'],
  },
  'cut-off': {
    cause: 'The server breaks off its answer to GET /health in the middle.',
    publisher: [
      'Compare the Content-Length header with the size of the body in bytes, and look up the call in the log of the server or load balancer.',
    ],
  },
  'not-http': {
    cause: 'What answers GET /health is not valid HTTP/1.1.',
    publisher: ['Answer in HTTP/1.1. If the body is not compressed, send no Content-Encoding header.'],
  },
  'too-large': {
    cause: 'The answer to GET /health is far too large.',
    publisher: ['Answer GET /health with only the account context: a few hundred bytes.'],
  },
  tls: {
    cause: 'The TLS connection breaks after the handshake.',
    publisher: ['Check the TLS configuration and the log of the server.'],
  },
};
