import { days } from '../http/certificate.ts';
import type { CertificateFacts, Failure, Handshake } from '../http/transport.ts';
import { Connector } from '../http/connector.ts';
import { CallFailure } from '../http/failure.ts';
import { hostOf } from '../http/host.ts';
import type { TlsTrouble } from '../http/tls-trouble.ts';
import { quote } from '../text/printable.ts';
import { clientCertificate } from './status-conclusion.ts';
import { isThroughProxy, type StepContext } from './step-context.ts';
import type { Found } from './walk.ts';

/** A certificate that expires within this many days gets a warning. */
const SOON_DAYS = 21;

/** `untrusted`: the client does not accept the certificate. `none`: there is no TLS. */
export type TlsResult = 'trusted' | 'untrusted' | 'none';

export async function takeTlsStep(context: StepContext, url: URL): Promise<TlsResult> {
  return context.walk.take('tls', () => look(context, url));
}

async function look(context: StepContext, url: URL): Promise<Found<TlsResult>> {
  try {
    const { signal, ...network } = context.network;
    const seen = await new Connector({ ...network, ...(signal && { closing: signal }) }).inspect(url);
    const { protocol, cipher, chain, lacksCertificate } = seen;
    const asks = lacksCertificate ? { clientCertificate: 'asked for, none was given' } : {};
    const details = { protocol, cipher, certificates: chain, ...asks };
    if (seen.problems.length > 0) return untrusted(context, url, seen, details);
    const found = trusted(context, protocol, chain, details);
    if (!lacksCertificate) return found;
    return { ...found, message: `${found.message} The server asks for a client certificate, and none was given.` };
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return noTls(context, url, error.failure);
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
  const isSoon = leaf.daysLeft < SOON_DAYS;
  const isNameless = leaf.names.length === 0;
  if (isSoon) {
    const renew = `Renew the certificate of ${leaf.subject}: it expires in ${days(leaf.daysLeft)}`;
    walk.advise('publisher', `${renew}, and the connection fails from then on.`);
  }
  if (isNameless)
    walk.advise(
      'publisher',
      `Issue the certificate of ${leaf.subject} again with the host as a subject alternative name: many clients do not read the common name.`,
    );
  const remarks = [isSoon ? ' That is soon.' : '', isNameless ? ' It has a common name alone.' : ''].join('');
  return { outcome: remarks === '' ? 'pass' : 'warn', message: summary + remarks, details, value: 'trusted' };
}

function untrusted(
  context: StepContext,
  url: URL,
  { problems, mayBeOfProxy }: Handshake,
  details: Details,
): Found<TlsResult> {
  const message = problems.map(({ sentence }) => sentence).join(' ');
  if (context.network.insecure) {
    const refused = `${message} Without --insecure the client refuses that.`;
    return { outcome: 'warn', message: refused, details, value: 'trusted' };
  }
  const troubles = problems.map(({ trouble }) => trouble);
  const fixes = [...new Set(troubles.map((trouble) => advice[trouble](hostOf(url))))];
  const whose = !mayBeOfProxy ? 'publisher' : isThroughProxy(context, url) ? 'platform' : 'both';
  context.walk.breaks(
    { layer: 'tls', label: 'unreachable', lastError: message, inconclusive: mayBeOfProxy },
    {
      cause: message,
      whose,
      publisher: whose === 'platform' ? [] : fixes,
      platform: whose === 'publisher' ? [] : [whose === 'platform' ? PROXY_CERTIFICATE : PERHAPS_PROXY_CERTIFICATE],
    },
  );
  return { outcome: 'fail', message, details: { ...details, troubles }, value: 'untrusted' };
}

async function noTls(context: StepContext, url: URL, failure: Failure): Promise<Found<TlsResult>> {
  const { reason, code, trouble = 'other' } = failure;
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

const PERHAPS_PROXY_CERTIFICATE =
  'Run the diagnosis from another network. If the certificate is accepted there, a proxy or virus scanner here decrypts the calls and shows its own certificate: name its authority with --ca-file.';

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
  'not-verified': check,
  other: check,
};
