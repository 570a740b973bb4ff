import { tidyKey } from './tidy.ts';

/** A typed API key, interpreted. */
export interface KeyReading {
  /** What is sent; `null` if it cannot be sent. */
  readonly sent: string | null;
  /** The key as it was probably meant, if that differs from what is sent. */
  readonly meant: string | null;
  /** Why no request can contain the key as typed. */
  readonly unsendable: string | null;
  readonly remarks: readonly string[];
}

/** Interprets a typed key. A key is opaque, so any visible ASCII is sent unchanged. */
export function readKey(typed: string, now: number): KeyReading {
  const trimmed = typed.trim();
  const meant = tidyKey(typed);
  const sendable = /^[\x20-\x7e]+$/.test(trimmed);
  const sent = sendable ? trimmed : /^[\x20-\x7e]+$/.test(meant) ? meant : null;
  return {
    sent,
    meant: meant !== '' && meant !== sent ? meant : null,
    unsendable: sendable
      ? null
      : trimmed === ''
        ? 'The API key is empty.'
        : `The API key contains ${oddCharacters(trimmed)}, which cannot be sent in a header.`,
    remarks: remarksOn(typed, trimmed, now),
  };
}

function remarksOn(typed: string, key: string, now: number): string[] {
  const remarks: string[] = [];
  const remark = (applies: boolean, sentence: string) => {
    if (applies) remarks.push(sentence);
  };
  remark(typed !== key, 'It has white space or a line break around it.');
  remark(/^["'`“”„«»‘’‹›]|["'`“”„«»‘’‹›]$/.test(key), 'It is in quotes, which are sent as part of it.');
  remark(
    /^["'“„«]?(authorization\s*:\s*)?bearer\s/i.test(key),
    'It begins with “Bearer”, which the client adds itself.',
  );
  remark(/^(authorization|api[ _-]?key)\s*[:=]/i.test(key), 'It begins with the name of a setting or header.');
  remark(/^\S+\s+\S/.test(key) && !/^\W*(authorization|bearer)/i.test(key), 'It contains white space.');
  remark(/^https?:\/\//i.test(key), 'It is an address, not a key.');
  remark(
    /^(your[ _-]|<|\[|\{|x{4,}$|\*{3,}|changeme|insert|example|api[_-]?key$|test$|secret$|password$)/i.test(key),
    'It looks like a placeholder.',
  );
  remark(/^.{3,}(\.{3}|…|\*{3,}).*$/.test(key), 'It looks shortened, the way consoles display a key.');
  remark(key.length > 0 && key.length < 16, `It has only ${key.length} characters.`);
  remark(
    key.length > 4096,
    `It has ${key.length.toLocaleString('en')} characters, more than many servers accept in a header.`,
  );
  const expiry = jwtExpiry(key);
  remark(
    expiry !== null && expiry <= now,
    `It looks like a JSON Web Token that expired on ${expiry === null ? '' : new Date(expiry).toISOString()}.`,
  );
  return remarks;
}

function oddCharacters(key: string): string {
  const kinds = [
    [/[“”„«»‘’‹›]/, 'typographic quotes'],
    [/[\r\n]/, 'a line break'],
    [/[\u00ad\u200b-\u200f\u2060\ufeff]/, 'an invisible character'],
    [/[\u2010-\u2015]/, 'a typographic dash'],
    [/\u00a0/, 'a non-breaking space'],
  ] as const;
  const found = kinds.filter(([pattern]) => pattern.test(key)).map(([, name]) => name);
  return found.length > 0 ? found.join(' and ') : 'a non-ASCII character';
}

/** When a JSON Web Token expires, in milliseconds; `null` for any other key. */
function jwtExpiry(key: string): number | null {
  const payload = /^eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]*$/.exec(key)?.[1];
  if (payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const expiry = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : null;
    return typeof expiry === 'number' && expiry > 0 && expiry < 1e11 ? expiry * 1000 : null;
  } catch {
    // A key may have any form, so it may look like a JSON Web Token without being one.
    return null;
  }
}
