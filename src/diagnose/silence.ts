import { Connector } from '../http/connector.ts';
import { CallFailure } from '../http/failure.ts';
import type { Failure } from '../http/transport.ts';
import { withoutCredentials } from '../secrets/address-secrets.ts';
import { quote } from '../text/printable.ts';
import { DEFAULT_TIMEOUT } from '../settings.ts';
import type { Layer } from './model.ts';
import { FASTER } from './pace.ts';
import type { Unanswered } from './probe.ts';
import { clientCertificate } from './status-conclusion.ts';
import type { StepContext } from './step-context.ts';
import { AGAIN, type Conclusion, type Found } from './walk.ts';

/** Records that `GET /health` got no answer that can be read. */
export async function unanswered(
  context: StepContext,
  base: URL,
  { callId, failure }: Unanswered,
): Promise<Found<Unanswered>> {
  const { walk, network } = context;
  const { reason, message } = failure;
  const hasty = reason === 'timeout' && network.totalTimeoutMs < DEFAULT_TIMEOUT * 1000;
  const conclusion = hasty ? impatient(network.totalTimeoutMs / 1000) : conclusionOf(base, failure);
  const layer = layers[reason] ?? 'http';
  const inconclusive = reason === 'proxy' || hasty;
  walk.breaks({ layer, label: 'unreachable', lastError: message, inconclusive }, conclusion);
  if (reason !== 'timeout' && (await speaksTls(context, base))) walk.concludes(needsTls(base));
  return { outcome: 'fail', message, details: { exchange: callId, reason }, value: { callId, failure } };
}

/** A timeout that is shorter than that of the client does not show what the client would see. */
const impatient = (seconds: number): Conclusion => ({
  cause: `No answer within ${seconds} s (--timeout); the client waits ${DEFAULT_TIMEOUT} s, so it may connect.`,
  platform: ['Leave --timeout out: without it, the diagnosis waits as long as the client.'],
});

/** Whether an `http://` address leads to a port that speaks TLS. */
export async function speaksTls({ network: { signal, ...network } }: StepContext, base: URL): Promise<boolean> {
  if (base.protocol !== 'http:') return false;
  try {
    await new Connector({ ...network, ...(signal && { closing: signal }) }).inspect(overTls(base));
    return true;
  } catch (error) {
    if (error instanceof CallFailure) return false;
    throw error;
  }
}

export const needsTls = (base: URL): Conclusion => ({
  cause: `${base.host} speaks TLS, but the address starts with http://.`,
  whose: 'platform',
  platform: [`Change the base address to ${quote(withoutCredentials(overTls(base).href), 200)}.`],
});

function overTls(base: URL): URL {
  const url = new URL(base.href.replace(/^http:/, 'https:'));
  // Without a port, an http address means 80, but an https one 443.
  if (base.port === '') url.port = '80';
  return url;
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
