import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { hostOf } from '../http/host.ts';
import { credentialNames, credentialsInQuery } from '../secrets/address-secrets.ts';
import { urlOf } from '../text/url.ts';
import { quote } from '../text/printable.ts';
import { tidyAddress } from './tidy.ts';

/** A typed base address, interpreted as the client does. */
export interface AddressReading {
  /** The address to diagnose: as typed or, if the client refuses that, as it was probably meant. */
  readonly url: URL | null;
  readonly refusal: string | null;
  /** Whether the person typed exactly this origin. Only then may the key be sent to it. */
  readonly named: boolean;
  /** The address as it was probably meant, if that differs from what was typed. */
  readonly meant: URL | null;
  /** Unusual things about an address that can be called. */
  readonly remarks: readonly string[];
  readonly secrets: readonly string[];
}

const LONGEST = 2048;

/** Interprets a typed address. With `local`, `http://` is accepted too. */
export function readAddress(typed: string, local: boolean): AddressReading {
  const text = typed.slice(0, LONGEST).trim();
  // A text without dot, slash or colon is not an address. It may be the key, pasted into the wrong field.
  const meant = /[./:]/.test(text) ? parse(tidyAddress(text)) : null;
  const refusal = refusalOf(text, local);
  const url = refusal === null ? parse(text) : meant && secured(meant, text);
  const secrets = [url, meant].flatMap((each) => (each ? credentialsIn(each) : []));
  const remarks = [
    ...(typed.trim() === typed ? [] : ['It has white space around it.']),
    ...(url ? remarksOn(url, text, local) : []),
  ];
  return {
    url: url && withoutUser(url),
    refusal,
    named: url !== null && (!/^https?:\/\//i.test(text) || sameOrigin(url, parse(text))),
    meant: meant && meant.href !== url?.href ? withoutUser(meant) : null,
    remarks,
    secrets: [...new Set(secrets)],
  };
}

function refusalOf(text: string, local: boolean): string | null {
  if (text === '') return 'No base address was given.';
  if (/^http:\/\//i.test(text) && local && parse(text)) return null;
  if (!/^https:\/\//i.test(text)) {
    const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1];
    const found = scheme ? `this one starts with ${quote(scheme, 20)}://` : 'this one does not';
    return `The base address must start with https://, but ${found}.`;
  }
  if (!parse(text)) return 'The base address is not a valid URL.';
  return null;
}

/** A refused `http://` address is diagnosed over HTTPS, to find out whether that is the only problem. */
function secured(url: URL, text: string): URL {
  if (!/^http:\/\//i.test(text) || url.protocol !== 'http:') return url;
  const secure = new URL(url);
  secure.protocol = 'https:';
  return secure;
}

function remarksOn(url: URL, text: string, local: boolean): string[] {
  const remarks: string[] = [];
  const remark = (applies: boolean, sentence: string) => {
    if (applies) remarks.push(sentence);
  };
  const path = decoded(url.pathname);
  remark(local && url.protocol === 'http:', 'It starts with http://, which the client refuses without --local.');
  remark(!/^https?:/.test(text) && /^https?:/i.test(text), 'Its scheme is not in lower case.');
  remark(
    url.username !== '' || url.password !== '',
    'It contains a user name or password, which the client does not use.',
  );
  remark(url.hash !== '', 'It contains a fragment (#…), which is never sent.');
  remark(/[\t\n\r]/.test(text), 'It contains a line break or tab.');
  remark(text.includes('\\'), 'It contains a backslash instead of a slash.');
  // During development, any host and port is acceptable.
  if (!local) remarks.push(...hostRemarks(hostOf(url), text));
  remark(!local && isIP(hostOf(url)) !== 0, 'Its host is an IP address; certificates are rarely issued for those.');
  remark(!local && url.port !== '', `It names port ${url.port}; the usual one for HTTPS is 443.`);
  remark(path.includes('//'), 'Its path contains a double slash.');
  remark(/\/health\/*$/i.test(path), 'It ends in /health, and the client appends another /health.');
  remark(path.length > 1 && path.endsWith('/'), 'It ends in a slash, which may lead to a double slash.');
  remark(!/\/api\/v1\/*(health\/*)?$/.test(path), 'Its path does not end in /api/v1 as the contract requires.');
  remark(/[^\x21-\x7e]|["'<>`{}|^]/.test(path), 'Its path contains unusual characters, such as quotes or spaces.');
  remark(/[{}<>]|%7[bd]/i.test(text), 'It looks like a template with placeholders that were not filled in.');
  remark(
    credentialNames(url).length > 0,
    'Its query string seems to contain a credential, which does not belong in an address.',
  );
  return remarks;
}

function hostRemarks(host: string, typed: string): string[] {
  if (isIP(host) !== 0) return [];
  const remarks: string[] = [];
  if (domainToUnicode(host) !== host)
    remarks.push(`Its host has non-ASCII letters and is called as ${quote(host, 100)}.`);
  if (/[\u00ad\u200b-\u200f\u2060\ufeff]/.test(typed)) remarks.push('It contains an invisible character.');
  const bare = host.replace(/\.$/, '');
  if (host.endsWith('.')) remarks.push('Its host ends in a dot.');
  if (
    bare === 'localhost' ||
    !bare.includes('.') ||
    /\.(local|localhost|internal|intranet|lan|home|corp|test|invalid|localdomain)$/.test(bare)
  ) {
    remarks.push('Its host is a name of an internal network, which the client cannot reach.');
  }
  if (/(^|\.)example(\.(com|net|org))?$/.test(bare)) remarks.push('Its host is a name reserved for examples.');
  if (bare.includes('_')) remarks.push('Its host contains an underscore; no certificate is issued for such a name.');
  return remarks;
}

function credentialsIn(url: URL): string[] {
  return [decoded(url.username), decoded(url.password), ...credentialsInQuery(url)].filter((value) => value !== '');
}

function withoutUser(url: URL): URL {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  plain.hash = '';
  return plain;
}

function sameOrigin(url: URL, other: URL | null): boolean {
  return other !== null && other.origin === url.origin;
}

function parse(text: string): URL | null {
  const url = urlOf(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // The percent sign is not part of an escape, so there is nothing to decode.
    return path;
  }
}
