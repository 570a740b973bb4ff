import { CallFailure } from '../http/failure.ts';
import { proxyFor } from '../http/proxy.ts';
import { hostOf } from '../http/host.ts';
import type { TlsTrouble } from '../http/tls-failure.ts';
import type { Failure } from '../http/transport.ts';
import { type CertificateFacts, type CertificateProblem, days } from './certificate.ts';
import { connectorOf, type StepContext, tlsOf } from './step-context.ts';
import { quote } from './quote.ts';
import { inspectTls } from './tls-inspection.ts';
import { clientCertificate } from './status-conclusion.ts';
import type { Found } from './walk.ts';

/** A certificate that expires within this many days gets a warning. */
const SOON_DAYS = 21;

/** Problems that point to a proxy that replaced the service's certificate by its own. */
const REPLACED: ReadonlySet<TlsTrouble> = new Set([
  'self-signed',
  'private-authority',
  'incomplete-chain',
  'wrong-host',
]);

/** `untrusted`: the client does not accept the certificate. `none`: there is no TLS. */
export type TlsResult = 'trusted' | 'untrusted' | 'none';

export async function takeTlsStep(context: StepContext, url: URL): Promise<TlsResult> {
  if (url.protocol !== 'https:') {
    context.walk.skip('tls', 'The address starts with http://: nothing is encrypted.');
    return 'trusted';
  }
  return context.walk.take('tls', () => look(context, url));
}

async function look(context: StepContext, url: URL): Promise<Found<TlsResult>> {
  const { network } = context;
  try {
    const socket = await connectorOf(network).reach(url);
    const times = { now: network.now(), timeoutMs: network.connectTimeoutMs };
    const seen = await inspectTls(socket, hostOf(url), tlsOf(network), times);
    if (seen.kind === 'failed') return await noTls(context, url, seen.failure, seen.trouble);
    const { protocol, cipher, chain, problems, lacksCertificate } = seen;
    const details = {
      protocol,
      cipher,
      certificates: chain,
      ...(lacksCertificate ? { clientCertificate: 'asked for, none was given' } : {}),
    };
    if (problems.length > 0) return untrusted(context, url, problems, details);
    const found = trusted(context, protocol, chain, details);
    if (!lacksCertificate) return found;
    return { ...found, message: `${found.message} The server asks for a client certificate, and none was given.` };
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return noTls(context, url, error.failure, 'other');
  }
}

type Details = Readonly<Record<string, unknown>>;

function trusted(
  { walk }: StepContext,
  protocol: string,
  chain: readonly CertificateFacts[],
  details: Details,
): Found<TlsResult> {
  const leaf = chain[0];
  if (!leaf) return { outcome: 'pass', message: `${protocol}.`, details, value: 'trusted' };
  const summary = `${protocol}, certificate of ${leaf.subject} issued by ${leaf.issuer}, valid for ${days(leaf.daysLeft)} more.`;
  if (leaf.daysLeft >= SOON_DAYS) return { outcome: 'pass', message: summary, details, value: 'trusted' };
  const renew = `Renew the certificate of ${leaf.subject}: it expires in ${days(leaf.daysLeft)}`;
  walk.advise('publisher', `${renew}, and the connection fails from then on.`);
  return { outcome: 'warn', message: `${summary} That is soon.`, details, value: 'trusted' };
}

function untrusted(
  { walk, network }: StepContext,
  url: URL,
  problems: readonly CertificateProblem[],
  details: Details,
): Found<TlsResult> {
  const message = problems.map(({ sentence }) => sentence).join(' ');
  if (network.insecure) {
    const refused = `${message} Without --insecure the client refuses that.`;
    return { outcome: 'warn', message: refused, details, value: 'trusted' };
  }
  const troubles = problems.map(({ trouble }) => trouble);
  const perhapsOfProxy =
    proxyFor(url, network.environment) !== undefined && troubles.some((each) => REPLACED.has(each));
  walk.breaks(
    { layer: 'tls', label: 'unreachable', lastError: message, inconclusive: perhapsOfProxy },
    {
      cause: message,
      whose: perhapsOfProxy ? 'platform' : 'publisher',
      publisher: perhapsOfProxy ? [] : [...new Set(troubles.map((trouble) => advice[trouble](hostOf(url))))],
      platform: perhapsOfProxy ? [PROXY_CERTIFICATE] : [],
    },
  );
  return { outcome: 'fail', message, details: { ...details, troubles }, value: 'untrusted' };
}

async function noTls(context: StepContext, url: URL, failure: Failure, trouble: TlsTrouble): Promise<Found<TlsResult>> {
  const { reason, code } = failure;
  const layer = reason === 'proxy' ? 'proxy' : reason === 'tls' || reason === 'connect-timeout' ? 'tls' : 'tcp';
  const message = quote(failure.message);
  context.walk.breaks(
    { layer, label: 'unreachable', lastError: message, inconclusive: reason === 'proxy' },
    trouble === 'client-certificate'
      ? clientCertificate(url.host)
      : { cause: message, whose: 'publisher', publisher: [advice[trouble](url.host)] },
  );
  const status = reason === 'tls' ? await plainHttpStatus(context, url) : null;
  const spoken = status === null ? '' : ` To plain HTTP on the same port it answers ${status}.`;
  const details = {
    troubles: [trouble],
    code: code ?? reason,
    ...(status === null ? {} : { plainHttpStatus: status }),
  };
  return { outcome: 'fail', message: message + spoken, details, value: 'none' };
}

/** The status that the port answers to HTTP without TLS, if any. */
async function plainHttpStatus({ quickProbe }: StepContext, url: URL): Promise<number | null> {
  const plain = new URL(url.href.replace(/^https:/, 'http:'));
  // Without a port, an https address means 443, but an http one 80.
  if (url.port === '') plain.port = '443';
  const answer = await quickProbe.get(plain, null);
  return 'status' in answer ? answer.status : null;
}

const PROXY_CERTIFICATE =
  'Run the diagnosis without the proxy, or name its authority with --ca-file: a proxy that reads encrypted calls replaces the certificate of the service by its own.';

const check = (host: string) =>
  `Check the TLS configuration of ${host}; any public TLS checker shows the same failure.`;

const advice: Readonly<Record<TlsTrouble, (host: string) => string>> = {
  expired: (host) => `Renew the certificate of ${host}, reload the server, and set up automatic renewal.`,
  'not-yet-valid': (host) =>
    `Correct the clock of the machine that issued the certificate of ${host}, and issue it again.`,
  'self-signed': (host) => `Install a certificate for ${host} from a public authority such as Let's Encrypt.`,
  'private-authority': (host) => `Install a certificate for ${host} from a public authority such as Let's Encrypt.`,
  'incomplete-chain': (host) =>
    `Install the full chain (“fullchain”) on ${host}: its own certificate followed by the intermediate ones. Browsers fetch missing ones; the client does not.`,
  'wrong-host': (host) =>
    `Install a certificate that names ${host}, or give us a base address with a host that the certificate names.`,
  revoked: (host) => `Install a new certificate on ${host}: this one was revoked.`,
  'plain-text': (host) => `Serve HTTPS at ${host}, or give us the right port: this one does not speak TLS.`,
  'closed-early': check,
  'old-version': (host) => `Switch on TLS 1.2 or 1.3 on ${host}.`,
  'unknown-name': (host) => `Configure the name ${host} on the server that its DNS record points to.`,
  'no-common-cipher': check,
  'no-common-protocol': (host) =>
    `Offer HTTP/1.1 at ${host} in the TLS handshake (ALPN): the client does not speak HTTP/2.`,
  'too-many-certificates': (host) =>
    `Install only the certificate of ${host} and the intermediate ones that lead to its authority, each once.`,
  'client-certificate': (host) =>
    `Stop requiring a client certificate on ${host}: the client authenticates only by its API key. To check the rest meanwhile, give this program one with --client-cert and --client-key.`,
  'client-certificate-refused': (host) =>
    `Have ${host} accept the client certificate that --client-cert names, or give one of an authority that it trusts.`,
  other: check,
};
