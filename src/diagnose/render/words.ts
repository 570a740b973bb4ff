import type { Diagnosis, Label, Layer } from '../model.ts';
import { isConclusive } from '../model.ts';

/** The layers of a connection in plain words. */
export const layerWords: Readonly<Record<Layer, string>> = {
  address: 'the base address',
  proxy: 'the proxy of this machine',
  dns: 'name resolution (DNS)',
  tcp: 'the TCP connection',
  tls: 'TLS and the certificate',
  http: 'the HTTP answer of GET /health',
  credential: 'the API key',
  body: 'the body of GET /health',
};

/** What the labels mean for the operator who sees them (ad-server §3). */
const labelWords: Readonly<Record<Label, string>> = {
  auth_error: 'the key is not accepted',
  forbidden: 'the key lacks a scope',
  unreachable: 'the service gives no usable answer',
  invalid_response: 'the account context breaks the contract',
};

/** The first line of every rendering: what the client shows. */
export function verdictLine({ connection }: Pick<Diagnosis, 'connection'>): string {
  const { status, label } = connection;
  return `The client shows: ${status}${label ? ` (${label}): ${labelWords[label]}` : ''}`;
}

/** Said if the cause may be this machine or what it was given; otherwise `null`. */
export function inconclusiveNote(diagnosis: Diagnosis): string | null {
  if (diagnosis.connection.status === 'connected' || isConclusive(diagnosis)) return null;
  return 'This could not be told for sure: what fails may lie with this machine or with what it was given. The client may show something else.';
}

/** The account as the client would display it; empty if none was read. */
export function accountLine({ accountName, timezone, currency }: Diagnosis['connection']): string {
  return [accountName, timezone, currency].filter((part) => part !== undefined).join(', ');
}
