import type { DetailedPeerCertificate } from 'node:tls';
import { grouped, listed, quote } from '../text/printable.ts';
import type { CertificateTrouble } from './tls-trouble.ts';
import type { CertificateFacts, CertificateProblem } from './transport.ts';

const DAY = 86_400_000;
/** Stops at a chain that refers to itself. */
const LONGEST_CHAIN = 8;
const MOST_NAMES = 50;
const NAMES_SAID = 6;

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

/** Everything wrong with a chain that verification refused with this code: its dates, its names and its authority. */
export function problemsOf(
  chain: readonly CertificateFacts[],
  { host, mismatch, code, now }: { host: string; mismatch: boolean; code: string; now: number },
): CertificateProblem[] {
  const leaf = chain[0];
  const found: CertificateProblem[] = chain.flatMap((certificate, depth) => datesOf(certificate, depth, now));
  if (mismatch && leaf)
    found.push({ trouble: 'wrong-host', sentence: `The certificate is not for ${host} but for ${namesOf(leaf)}.` });
  const distrust = distrustOf(code, chain);
  if (distrust) found.push(distrust);
  if (found.length > 0) return found;
  return [{ trouble: 'not-verified', sentence: `The certificate does not pass verification (${quote(code, 80)}).` }];
}

function datesOf({ subject, validFrom, validTo }: CertificateFacts, depth: number, now: number): CertificateProblem[] {
  const which = depth === 0 ? 'The certificate' : `The certificate of the authority ${subject}`;
  if (Date.parse(validTo) < now) {
    return [
      {
        trouble: 'expired',
        sentence: `${which} expired on ${validTo.slice(0, 10)}, ${days(calendarDays(validTo, now))} ago.`,
      },
    ];
  }
  if (Date.parse(validFrom) > now) {
    return [{ trouble: 'not-yet-valid', sentence: `${which} is not valid before ${validFrom.slice(0, 10)}.` }];
  }
  return [];
}

function distrustOf(code: string, chain: readonly CertificateFacts[]): CertificateProblem | null {
  const { issuer = '?' } = chain[0] ?? {};
  const { subject: top = '?', issuer: above = '?' } = chain.at(-1) ?? {};
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return { trouble: 'self-signed', sentence: 'The certificate is self-signed.' };
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return {
        trouble: 'private-authority',
        sentence: `The certificate comes from a private authority, ${top}, which clients do not know.`,
      };
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return {
        trouble: 'incomplete-chain',
        sentence: `The server sends only its own certificate. The certificate of its issuer, ${issuer}, is missing, or the issuer is an authority that clients do not know.`,
      };
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return {
        trouble: 'incomplete-chain',
        sentence: `The chain ends at ${top}. Its issuer, ${above}, is neither sent nor known to clients.`,
      };
    default:
      return null;
  }
}

/** An authority that this machine does not know may belong to a proxy that reads encrypted calls and signs anew. */
const UNKNOWN_ISSUER: readonly CertificateTrouble[] = ['private-authority', 'incomplete-chain'];
/** What else the certificate of a proxy may show, if there is a proxy. */
const REPLACED: readonly CertificateTrouble[] = [...UNKNOWN_ISSUER, 'self-signed', 'wrong-host'];

/** Whether a certificate may be that of a proxy, so that it says nothing about the service. */
export function mayBeOfProxy(problems: readonly CertificateProblem[], throughProxy: boolean): boolean {
  const doubtful = throughProxy ? REPLACED : UNKNOWN_ISSUER;
  return problems.length > 0 && problems.every(({ trouble }) => doubtful.includes(trouble));
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

function calendarDays(since: string, now: number): number {
  return Math.floor(now / DAY) - Math.floor(Date.parse(since) / DAY);
}

export function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
