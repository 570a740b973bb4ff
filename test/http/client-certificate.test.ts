import type { Socket } from 'node:net';
import { TLSSocket, type PeerCertificate } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { TransportOptions } from '../../src/http/transport.ts';
import { CertificateAuthority, type Identity } from '../network/certificate-authority.ts';
import { forwardProxy } from '../network/forward-proxy.ts';
import { httpsServer } from '../network/listening.ts';
import { Calls, resolvesTo } from './calls.ts';
import { testWith } from '../tools.ts';

const it = testWith('openssl');

const host = 'gateway.example.test';
const { close, running, get } = new Calls();
let authority: CertificateAuthority;
let server: Identity;
let client: Identity;

beforeAll(() => {
  authority = new CertificateAuthority();
  server = authority.issue({ names: `DNS:${host}` });
  client = authority.issue({ names: 'DNS:client.test' });
});
afterAll(() => {
  authority.dispose();
});
afterEach(close);

/** The name in the certificate that a client showed. */
function nameShown(socket: Socket): string {
  const shown: Partial<PeerCertificate> = socket instanceof TLSSocket ? socket.getPeerCertificate() : {};
  return [shown.subject?.CN ?? 'no name'].flat().join();
}

type Version = 'TLSv1.2' | 'TLSv1.3';

/** A gateway that asks for a certificate of the client, and answers with the name in it. */
async function gateway(version: Version, insists: boolean, onSocket: (socket: Socket) => void = () => undefined) {
  const wish = { ca: authority.pem, requestCert: true, rejectUnauthorized: insists, maxVersion: version };
  const { port } = await running(
    httpsServer({ ...server, ...wish }, ({ socket }, response) => {
      onSocket(socket);
      if (!socket.destroyed) response.end(nameShown(socket));
    }),
  );
  return (options: Partial<TransportOptions> = {}) =>
    get(`https://${host}:${port}/`, { ca: authority.pem, resolve: resolvesTo('127.0.0.1'), ...options });
}

describe.each<Version>(['TLSv1.2', 'TLSv1.3'])('a gateway that wants a client certificate (%s)', (version) => {
  it('is named as that if none is given', async () => {
    const call = await gateway(version, true);
    const message = `${host} asks for a client certificate, and none was given.`;
    expect(await call()).toMatchObject({ kind: 'no-answer', failure: { reason: 'tls', message } });
  });

  it('is named as that too if it only closes the connection', async () => {
    const call = await gateway(version, false, (socket) => socket.destroy());
    const message = `${host} asks for a client certificate, and none was given.`;
    expect(await call()).toMatchObject({ kind: 'no-answer', failure: { reason: 'tls', message } });
  });

  it('answers if it does not insist on one', async () => {
    const call = await gateway(version, false);
    expect(await call()).toMatchObject({ kind: 'answer', status: 200 });
  });

  it('is shown the one that is given', async () => {
    const call = await gateway(version, true);
    const result = await call({ clientCertificate: client });
    expect(result).toMatchObject({ kind: 'answer', status: 200 });
    expect('body' in result && Buffer.from(result.body).toString()).toContain('client.test');
  });

  it('may refuse the one that is given, and that is said', async () => {
    const call = await gateway(version, true);
    const stranger = new CertificateAuthority();
    const clientCertificate = stranger.issue({ names: 'DNS:client.test' });
    stranger.dispose();
    const result = await call({ clientCertificate });
    expect(result).toMatchObject({ kind: 'no-answer' });
    const message = 'failure' in result ? result.failure.message : '';
    expect(message).toMatch(
      /^gateway\.example\.test ended the TLS handshake after it was shown|^The connection was closed without an answer/,
    );
    expect(message).not.toContain('none was given');
  });
});

describe('a proxy over TLS', () => {
  it('is never shown the certificate that is for the service', async () => {
    const shown: string[] = [];
    const proxy = await running(
      httpsServer(
        { ...server, ca: authority.pem, requestCert: true, rejectUnauthorized: false },
        (request, response) => {
          shown.push(nameShown(request.socket));
          response.writeHead(200).end('{}');
        },
      ),
    );
    const environment = { http_proxy: `https://${host}:${proxy.port}` };
    const options = { environment, ca: authority.pem, clientCertificate: client, resolve: resolvesTo('127.0.0.1') };
    expect(await get('http://ads.example.test/', options)).toMatchObject({ kind: 'answer', status: 200 });
    expect(shown).toEqual(['no name']);
  });

  it('does not stand in the way of a certificate for the service', async () => {
    const proxy = await running(forwardProxy());
    const call = await gateway('TLSv1.3', true);
    const environment = { https_proxy: `http://127.0.0.1:${proxy.port}` };
    expect(await call({ environment, clientCertificate: client })).toMatchObject({ kind: 'answer', status: 200 });
  });
});
