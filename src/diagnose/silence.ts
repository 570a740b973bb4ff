import type { Failure } from '../http/transport.ts';
import { DEFAULT_TIMEOUT } from '../settings.ts';
import type { Layer } from './model.ts';
import { FASTER } from './pace.ts';
import type { Unanswered } from './probe.ts';
import { clientCertificate } from './status-conclusion.ts';
import type { StepContext } from './step-context.ts';
import { AGAIN, type Conclusion, type Found } from './walk.ts';

/** Records that `GET /health` got no answer that can be read. */
export function unanswered({ walk }: StepContext, base: URL, { callId, failure }: Unanswered): Found<Unanswered> {
  const { reason, message } = failure;
  const inconclusive = reason === 'proxy';
  const layer = layers[reason] ?? 'http';
  walk.breaks({ layer, label: 'unreachable', lastError: message, inconclusive }, conclusionOf(base, failure));
  return { outcome: 'fail', message, details: { exchange: callId, reason }, value: { callId, failure } };
}

const layers: Partial<Record<Failure['reason'], Layer>> = {
  dns: 'dns',
  'non-public-address': 'dns',
  refused: 'tcp',
  unreachable: 'tcp',
  'connect-timeout': 'tcp',
  tls: 'tls',
  proxy: 'proxy',
};

function conclusionOf(base: URL, { reason, message, advice = AGAIN, trouble, violation }: Failure): Conclusion {
  if (trouble === 'client-certificate') return clientCertificate(base.host);
  if (violation)
    return { cause: `The answer to GET /health ${violation.does}.`, whose: 'publisher', publisher: [violation.fix] };
  if (reason === 'proxy') return { cause: message, whose: 'platform', platform: [advice] };
  const [cause, fix] = conclusions[reason] ?? [message, 'Look up the call in the log of the server.'];
  return { cause, whose: 'publisher', publisher: [fix] };
}

const conclusions: Partial<Record<Failure['reason'], readonly [cause: string, advice: string]>> = {
  timeout: [`GET /health did not answer in time; the client waits ${DEFAULT_TIMEOUT} s.`, FASTER],
  reset: [
    'The server closes the connection without answering GET /health.',
    'Look up the call in the log of the server or load balancer.',
  ],
  'cut-off': [
    'The server breaks off its answer to GET /health in the middle.',
    'Compare the Content-Length header with the size of the body in bytes, and look up the call in the log of the server or load balancer.',
  ],
  'too-large': [
    'The answer to GET /health is far too large.',
    'Answer GET /health with only the account context: a few hundred bytes.',
  ],
  tls: ['The TLS connection breaks after the handshake.', 'Check the TLS configuration and the log of the server.'],
};
