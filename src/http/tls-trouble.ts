const sentences = {
  'plain-text': (host) => `${host} does not speak TLS on this port.`,
  'closed-early': (host) => `${host} closed the connection in the middle of the TLS handshake.`,
  'old-version': (host) => `${host} speaks only versions of TLS that clients no longer accept.`,
  'unknown-name': (host) => `The server does not know the name ${host}.`,
  'no-common-cipher': (host) => `${host} and the client found no common way to encrypt.`,
  'no-common-protocol': (host) => `${host} does not speak HTTP/1.1 on this port, perhaps only HTTP/2.`,
  'too-many-certificates': (host) =>
    `${host} sends more certificates in the TLS handshake than clients accept, about 100 kB.`,
  'client-certificate': (host) => `${host} asks for a client certificate, and none was given.`,
  'client-certificate-refused': (host) => `${host} ended the TLS handshake after it was shown the client certificate.`,
  other: (host, code) => `The TLS connection to ${host} failed${code ? ` (${code})` : ''}.`,
} as const satisfies Readonly<Record<string, (host: string, code: string) => string>>;

export type HandshakeTrouble = keyof typeof sentences;

export type CertificateTrouble =
  | 'expired'
  | 'not-yet-valid'
  | 'self-signed'
  | 'private-authority'
  | 'incomplete-chain'
  | 'wrong-host'
  | 'not-verified';

export type TlsTrouble = HandshakeTrouble | CertificateTrouble;

export function sentenceOf(trouble: HandshakeTrouble, host: string, code = ''): string {
  return sentences[trouble](host, code);
}

/** Whether the server asked for a client certificate, and whether there was one to show. */
export interface ClientCertificateState {
  readonly asked: boolean;
  readonly shown: boolean;
}

/** Classifies a failed handshake by Node's code and OpenSSL's text. */
export function handshakeTrouble(
  code: string,
  message: string,
  { asked, shown }: ClientCertificateState,
): HandshakeTrouble {
  const text = `${code} ${message}`;
  const isClosed = code === 'ECONNRESET' || code === 'EPIPE';
  const trouble = isClosed ? 'closed-early' : (byText.find(([pattern]) => pattern.test(text))?.[1] ?? 'other');
  if (asked && !shown && PERHAPS_FOR_ITS_LACK.includes(trouble)) return 'client-certificate';
  return asked && shown && (isClosed || /alert/i.test(text)) ? 'client-certificate-refused' : trouble;
}

/** How servers end a handshake if the client shows no certificate. */
const PERHAPS_FOR_ITS_LACK: readonly HandshakeTrouble[] = ['no-common-cipher', 'closed-early', 'other'];

const byText: readonly (readonly [pattern: RegExp, trouble: HandshakeTrouble])[] = [
  [/wrong.version.number|packet.length.too.long|http.request/i, 'plain-text'],
  [/protocol.version|unsupported.protocol/i, 'old-version'],
  [/unrecognized.name/i, 'unknown-name'],
  [/certificate.required/i, 'client-certificate'],
  [/no.application.protocol/i, 'no-common-protocol'],
  [/excessive.message.size/i, 'too-many-certificates'],
  [/handshake.failure|no.shared|no.cipher/i, 'no-common-cipher'],
];
