import type { DetailedPeerCertificate } from 'node:tls';
import { tlsTrouble, type TlsTrouble } from '../http/tls-failure.ts';
import { grouped, listed } from '../report/text.ts';
import { quote } from './quote.ts';

const DAY = 86_400_000;
/** Stops at a chain that refers to itself. */
const LONGEST_CHAIN = 8;
const MOST_NAMES = 50;
/** So many of them in a sentence. */
const NAMES_SAID = 6;

/** One certificate of a chain, in words. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  readonly names: readonly string[];
  /** How many names it has besides these. */
  readonly moreNames?: number;
  readonly validFrom: string;
  readonly validTo: string;
  /** Whole days until it expires; negative if it has expired. */
  readonly daysLeft: number;
  readonly fingerprint: string;
}

/** One reason why the client does not trust a chain. */
export interface CertificateProblem {
  readonly trouble: TlsTrouble;
  readonly sentence: string;
}

/** The known part of the chain, the server's own certificate first. */
export function chainOf(certificate: DetailedPeerCertificate, now: number): CertificateFacts[] {
  const chain: CertificateFacts[] = [];
  const seen = new Set<string>();
  let current: DetailedPeerCertificate | undefined = certificate;
  while (current?.fingerprint256 && chain.length < LONGEST_CHAIN && !seen.has(current.fingerprint256)) {
    seen.add(current.fingerprint256);
    chain.push(factsOf(current, now));
    current = issuerOf(current);
  }
  return chain;
}

/** The type promises an issuer, but the last certificate of an incomplete chain has none. */
function issuerOf({ issuerCertificate }: Partial<DetailedPeerCertificate>): DetailedPeerCertificate | undefined {
  return issuerCertificate;
}

/**
 * Everything wrong with a chain: its dates, its names and its authority. The authority is judged by the verification's
 * error code.
 */
export function problemsOf(
  chain: readonly CertificateFacts[],
  { host, mismatch, code, now }: { host: string; mismatch: boolean; code: string; now: number },
): CertificateProblem[] {
  const leaf = chain[0];
  const distrust = distrustOf(code, chain);
  return [
    ...chain.flatMap((certificate, depth) => datesOf(certificate, depth, now)),
    ...(mismatch && leaf
      ? [{ trouble: 'wrong-host' as const, sentence: `The certificate is not for ${host} but for ${namesOf(leaf)}.` }]
      : []),
    ...(distrust === null ? [] : [{ trouble: tlsTrouble(code), sentence: distrust }]),
  ];
}

function datesOf(
  { subject, validFrom, validTo, daysLeft }: CertificateFacts,
  depth: number,
  now: number,
): CertificateProblem[] {
  const which = depth === 0 ? 'The certificate' : `The certificate of the authority ${subject}`;
  if (Date.parse(validTo) < now) {
    return [{ trouble: 'expired', sentence: `${which} expired on ${validTo.slice(0, 10)}, ${days(-daysLeft)} ago.` }];
  }
  if (Date.parse(validFrom) > now) {
    return [{ trouble: 'not-yet-valid', sentence: `${which} is not valid before ${validFrom.slice(0, 10)}.` }];
  }
  return [];
}

function distrustOf(code: string, chain: readonly CertificateFacts[]): string | null {
  const leaf = chain[0];
  const top = chain.at(-1);
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return 'The certificate is self-signed.';
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return `The certificate comes from a private authority, ${top?.subject ?? '?'}, which clients do not know.`;
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The server sends only its own certificate. The certificate of its issuer, ${leaf?.issuer ?? '?'}, is missing, or the issuer is an authority that clients do not know.`;
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `The chain ends at ${top?.subject ?? '?'}. Its issuer, ${top?.issuer ?? '?'}, is neither sent nor known to clients.`;
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case '':
      // Other checks find this in the certificate itself.
      return null;
    default:
      return `The certificate does not pass verification (${quote(code, 80)}).`;
  }
}

function namesOf({ names, moreNames = 0, subject }: CertificateFacts): string {
  if (names.length === 0) return subject;
  if (moreNames === 0) return listed(names, NAMES_SAID);
  return `${names.slice(0, NAMES_SAID).join(', ')} and ${grouped(names.length - NAMES_SAID + moreNames)} more`;
}

function factsOf(certificate: DetailedPeerCertificate, now: number): CertificateFacts {
  const all = certificate.subjectaltname?.split(', ') ?? [];
  const names = all.slice(0, MOST_NAMES).map((name) => quote(name.replace(/^(DNS|IP Address):/, ''), 100));
  return {
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    names,
    ...(all.length > names.length ? { moreNames: all.length - names.length } : {}),
    validFrom: iso(certificate.valid_from),
    validTo: iso(certificate.valid_to),
    daysLeft: Math.floor((Date.parse(certificate.valid_to) - now) / DAY),
    fingerprint: certificate.fingerprint256,
  };
}

/** A short form of a distinguished name. Parts that occur twice are arrays, although the type does not say so. */
function nameOf(name: DetailedPeerCertificate['subject'] | undefined): string {
  const parts = [name?.CN, name?.O].flat().filter((part) => part !== undefined && part !== '');
  return parts.length > 0 ? quote(parts.join(', '), 100) : 'a subject without a name';
}

function iso(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? quote(date, 40) : new Date(time).toISOString();
}

export function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
