import { otherAnswer, violation } from '../src/engine/expect.ts';
import { inconclusive, notApplicable, type Finding } from '../src/engine/signal.ts';
import type { Watch } from '../src/engine/watch.ts';
import type { Reply } from '../src/http/reply.ts';
import type { Failure, Handshake } from '../src/http/transport.ts';

export function expectHttps({ protocol }: URL): void {
  if (protocol !== 'https:')
    violation({ expected: 'an address that starts with https://', actual: `${protocol}//`, replies: [] });
}

export function expectVersion({ pathname }: URL): void {
  if (!/\/api\/v1\/*$/.test(pathname))
    violation({ expected: 'a path that ends in /api/v1', actual: `the path ${pathname}`, replies: [] });
}

export const validHttp = {
  requirement: 'Every answer is valid HTTP/1.1, with a body of the length and coding that its headers state.',
  problem: 'Answers are not valid HTTP',
  fix: 'Leave the status line, the length and the end of the body to the web server or framework, and look at what your code and the proxies in front of it write into the headers.',
};

export function validHttpOf(concerns: (reply: Reply) => boolean): Watch {
  return {
    concerns: (reply) => concerns(reply) && (reply.status !== null || reply.violation !== undefined),
    judge: (reply) => {
      if (reply.violation === undefined) return;
      const { does, fix } = reply.violation;
      const actual = `an answer that ${does}`;
      violation({ expected: 'valid HTTP/1.1', actual, what: `The answer ${does}.`, fix, replies: [reply] });
    },
    leavesUnreadable: ({ status, json }) => status === null || !json.ok,
  };
}

export const validCertificate = {
  requirement: 'The certificate is current, names the host, and leads to an authority that clients know.',
  problem: 'The certificate is not valid',
  fix: "Install a certificate for this host from a public authority such as Let's Encrypt, together with the intermediate ones (“fullchain”), reload the server, and set up automatic renewal.",
  relaxation: 'insecure',
} as const;

export function expectValid(seen: Handshake | Failure | null, ...replies: readonly Reply[]): void {
  const { problems, mayBeOfProxy } = shaken(seen);
  if (problems.length === 0) return;
  const actual = problems.map(({ sentence }) => sentence).join(' ');
  if (mayBeOfProxy) inconclusive(SIGNED_ANEW);
  violation({ expected: 'a certificate that clients trust', actual, what: actual, replies });
}

const SIGNED_ANEW =
  'Either the chain is incomplete, or a proxy of this machine reads encrypted calls and signs them anew: then name its authority with --ca-file, or run the suite elsewhere.';

export const alternativeName = {
  level: 'should',
  requirement: 'The certificate names its host as a subject alternative name.',
  problem: 'The certificate has a common name alone',
  fix: 'Issue the certificate again with the host as a subject alternative name (`subjectAltName`). Browsers and most clients have not read the common name for years.',
  relaxation: 'insecure',
} as const;

export function expectAlternativeName(seen: Handshake | Failure | null, ...replies: readonly Reply[]): void {
  const [leaf] = shaken(seen).chain;
  if (leaf?.names.length === 0)
    violation({ expected: 'a subject alternative name', actual: `only the common name ${leaf.subject}`, replies });
}

function shaken(seen: Handshake | Failure | null): Handshake {
  if (seen === null) notApplicable('The address does not start with https://.');
  return 'problems' in seen ? seen : notApplicable(`No certificate was seen: ${seen.message}`);
}

export function unexpected(reply: Reply, expected: string | readonly number[], ...contrast: readonly Reply[]): never {
  return violation(otherAnswer(reply, expected, { beside: contrast }));
}

export function withMore({ found, ...finding }: Finding, more: string): Finding {
  return { ...finding, found: { ...found, more } };
}
