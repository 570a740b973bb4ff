import { domainToUnicode } from 'node:url';
import { isIP } from 'node:net';
import { quote } from '../text/printable.ts';

/** Describes what is unusual about the host of an address. */
export function hostRemarks(host: string, typed: string): string[] {
  if (isIP(host) !== 0) return [];
  const remarks: string[] = [];
  const unicode = domainToUnicode(host);
  if (unicode !== host) {
    const spelt = `Its host has non-ASCII letters and is called as ${quote(host, 100)}.`;
    remarks.push(
      mixesScripts(unicode) ? `${spelt} It mixes alphabets: some letters only look like Latin ones.` : spelt,
    );
  }
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

function mixesScripts(host: string): boolean {
  return host
    .split('.')
    .some(
      (label) =>
        /\p{Script=Latin}/u.test(label) &&
        /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(label),
    );
}
