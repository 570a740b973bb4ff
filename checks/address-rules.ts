import { violation } from '../src/engine/expect.ts';
import type { AnswersDefinition, Check, Given, Module, Traffic } from '../src/engine/node.ts';
import type { Weight } from '../src/engine/rule.ts';
import { inconclusive, notApplicable } from '../src/engine/signal.ts';
import type { Reply } from '../src/http/reply.ts';
import type { Failure, Handshake } from '../src/http/transport.ts';

/** What a look at the certificate showed; `null` if the address is not https:// or nothing can look. */
export interface CertificateSeen {
  readonly seen: Handshake | Failure | null;
  /** Calls over such a connection. */
  readonly calls: readonly Reply[];
}

interface Address {
  readonly base: Given<URL>;
  readonly certificate: Traffic<CertificateSeen>;
  /** The sections that ask for HTTPS, and for the version in the path. */
  readonly sections: Readonly<Record<'https' | 'version', string>>;
  readonly weight?: Weight;
}

/** The rules about the address of an API, which are the same in both contracts. */
export function rulesOfAddress(module: Module, { base, certificate, sections, weight }: Address): Check {
  const weighty = weight && { weight };
  module.rule({
    id: `${module.id}.https-only`,
    section: sections.https,
    requirement: 'The base address starts with `https://`.',
    problem: 'The base address is not https://',
    ...weighty,
    fix: 'Serve the API over HTTPS with a certificate from a public authority, and hand out that address.',
    relaxation: 'local',
    of: { base },
    judge: ({ base: { protocol } }) => {
      if (protocol !== 'https:')
        violation({ expected: 'an address that starts with https://', actual: `${protocol}//`, replies: [] });
    },
  });
  const isValid = module.rule({
    id: `${module.id}.certificate-is-valid`,
    conditional: true,
    section: sections.https,
    requirement: 'The certificate is valid now, names the host, and is issued by an authority that clients trust.',
    problem: 'The certificate is not valid',
    ...weighty,
    fix: "Install a certificate for this host from a public authority such as Let's Encrypt, together with the intermediate ones (“fullchain”), reload the server, and set up automatic renewal.",
    relaxation: 'insecure',
    of: { certificate },
    judge: ({ certificate }) => {
      const { problems, mayBeOfProxy } = handshakeOf(certificate);
      if (problems.length === 0) return;
      if (mayBeOfProxy) inconclusive(SIGNED_ANEW);
      const actual = problems.map(({ sentence }) => sentence).join(' ');
      const expected = 'a certificate that clients trust';
      violation({ expected, actual, what: actual, replies: certificate.calls });
    },
  });
  module.rule({
    id: `${module.id}.certificate-has-alternative-name`,
    conditional: true,
    level: 'should',
    section: sections.https,
    requirement: 'The certificate names its host as a subject alternative name.',
    problem: 'The certificate names its host only as a common name',
    fix: 'Issue the certificate again with the host as a subject alternative name (`subjectAltName`). Browsers and most clients have not read the common name for years.',
    relaxation: 'insecure',
    of: { certificate },
    judge: ({ certificate }) => {
      const [leaf] = handshakeOf(certificate).chain;
      if (leaf?.names.length !== 0) return;
      const actual = `only the common name ${leaf.subject}`;
      violation({ expected: 'a subject alternative name', actual, replies: certificate.calls });
    },
  });
  module.rule({
    id: `${module.id}.version-segment`,
    section: sections.version,
    requirement: 'The base address ends in the version segment `/api/v1`.',
    problem: 'The base address does not end in /api/v1',
    ...weighty,
    fix: 'Serve the endpoints under `/api/v1`, and give the base address as `https://{host}/api/v1`: the paths of the endpoints are appended to it.',
    of: { base },
    judge: ({ base: { pathname } }) => {
      if (!/\/api\/v1\/*$/.test(pathname))
        violation({ expected: 'a path that ends in /api/v1', actual: `the path ${pathname}`, replies: [] });
    },
  });
  return isValid;
}

/** The rule that answers are valid HTTP, but for its id and its section. */
export function validHttpOf(concerns: (reply: Reply) => boolean): Omit<AnswersDefinition, 'id' | 'section'> {
  return {
    requirement: 'Every answer is valid HTTP/1.1, with a body of the length and coding that its headers state.',
    problem: 'Answers are not valid HTTP',
    fix: 'Leave the status line, the length and the end of the body to the web server or framework, and look at what your code and the proxies in front of it write into the headers.',
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

const SIGNED_ANEW =
  'Either the chain is incomplete, or a proxy of this machine reads encrypted calls and re-signs them: then name its authority with --ca-file, or run the suite elsewhere.';

function handshakeOf({ seen }: CertificateSeen): Handshake {
  if (seen === null) notApplicable('The address does not start with https://.');
  return 'problems' in seen ? seen : notApplicable(`No certificate was seen: ${seen.message}`);
}
