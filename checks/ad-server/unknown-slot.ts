import { randomInt } from 'node:crypto';
import type { IdSet } from './id-set.ts';

const UUID_TAIL = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-)[0-9a-f]{12}$/i;

/**
 * An id that no listed slot has, made like one that is listed: a service that looks at the form of an id first
 * still has to find that the slot does not exist.
 */
export function unknownSlot(like: string, listed: IdSet): string {
  for (let tries = 0; tries < 100; tries++) {
    const candidate = altered(like, tries);
    if (candidate !== like && !listed.has(candidate)) return candidate;
  }
  return `${like}-${randomInt(1e9)}`;
}

function altered(like: string, tries: number): string {
  const uuid = UUID_TAIL.exec(like);
  if (uuid !== null) return uuid[1] + of(12, '0123456789abcdef');
  const digits = like.replace(/\D/g, '').length;
  if (digits === like.length) return `${randomInt(1, 9)}${of(Math.max(like.length - 1, 8), '0123456789')}`;
  if (digits >= 3 || (digits > 0 && tries < 20)) return like.replace(/\d/g, () => of(1, '0123456789'));
  return like.replace(/[a-z]/g, () => of(1, 'abcdefghijklmnopqrstuvwxyz')).replace(/\d/g, () => of(1, '0123456789'));
}

function of(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
