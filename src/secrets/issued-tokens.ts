import { parseJson } from '../text/parsed-json.ts';
import { unescaped } from './escapes.ts';
import { WEB_TOKEN } from './lookalikes.ts';
import { Secret } from './secret.ts';

type Result =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array;
    }
  | { readonly kind: 'no-answer' };

export const ACCESS_TOKEN = 'LISTING_ACCESS_TOKEN';
/** Names of members that hold a token, including wrong names. */
const TOKEN_MEMBER = /^((access|id|refresh|bearer|auth)[_-]?)?token$|^(jwt|bearer|secret)$/i;
/** Headers in which a service may issue a token. */
const TOKEN_HEADER = /token|cookie|jwt|^authorization$|^location$/;
/** Members of the answer (listing §4.1), and usual ones of an error, that do not contain a credential. */
const PUBLIC_MEMBER = /^(site|scopes|type|(\w+[_-])?(request|trace|correlation)[_-]?id)$/i;
/** Shorter texts in a member for tokens are words such as `bearer`. */
const SHORTEST = 8;
/** No more of a body than this is ever recorded, in bytes. */
const LONGEST = 128 * 1024;
/** An answer with a token has few members, and few texts that may be one. Each slows down the search of later answers. */
const MOST = { members: 2000, named: 50, guessed: 100 };

/**
 * Every text in the answer to a token exchange that may be a credential: whatever is called a token, and every JWT.
 * If the answer grants a token, also every long opaque text, in any place and format. Such a guess is redacted, but its
 * reappearance does not prove a leak.
 */
export function issuedTokens(result: Result, tokenName = ACCESS_TOKEN): Secret[] {
  if (result.kind !== 'answer') return [];
  const body = new TextDecoder().decode(result.body.subarray(0, LONGEST));
  const headers = Object.entries(result.headers);
  const json = parseJson(result.body);
  const members = json.ok ? membersOf(json.value) : [];
  const of = (names: RegExp) =>
    members.filter(({ path }) => path.some((name) => names.test(name))).map(({ value }) => value);
  const named = members
    .filter(({ path, value }) => TOKEN_MEMBER.test(path.at(-1) ?? '') && value.length >= SHORTEST)
    .map(({ value }) => value);
  const webTokens = [body, ...headers.map(([, value]) => value)].flatMap(
    (text) => unescaped(text).text.match(WEB_TOKEN) ?? [],
  );
  const sure = new Set([...named.slice(0, MOST.named), ...webTokens.slice(0, MOST.named)]);
  const handedOut = headers.filter(([name]) => TOKEN_HEADER.test(name)).map(([, value]) => value);
  const open = of(PUBLIC_MEMBER).join('\n');
  const guessed = new Set((result.status < 400 ? [body, ...handedOut] : of(TOKEN_MEMBER)).flatMap(opaqueRuns));
  return [
    ...[...sure].map((token) => new Secret(tokenName, token)),
    ...[...guessed]
      .filter((run) => !sure.has(run) && !open.includes(run))
      .slice(0, MOST.guessed)
      .map((run) => new Secret(tokenName, run, 'guessed')),
  ];
}

/** Characters of tokens, with the padding of Base64. Shorter runs are words, dates or numbers. */
const RUN = /[\w.~+/-]{16,8192}={0,2}/g;
const ADDRESS = /\bhttps?:\/\/[^\s"'<>?#&]*/gi;
const PAUSES = /[._~+/-]+/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Words as in `InvalidKey`, a number as in a date or version, a word with a number as in `site24`. */
const WORDS = /^(?:[a-z]*(?:[A-Z][a-z]{2,})*|[A-Z][a-z]|[A-Z]*|(?=.{1,15}$)(?:[A-Z]?[a-z]*|[A-Z]*)\d{1,4})$/;

/** The long runs of characters in a text that are not words or addresses: tokens, hashes, ids. */
export function opaqueRuns(text: string): string[] {
  const runs = unescaped(text).text.replace(ADDRESS, ' ').match(RUN) ?? [];
  // A token at the end of a sentence does not include the full stop, or an ellipsis.
  return runs
    .map((run) => run.replace(/(?<!\.)\.+$/, ''))
    .filter(
      (run) =>
        UUID.test(run) ||
        !run
          .replace(/=+$/, '')
          .split(PAUSES)
          .every((part) => WORDS.test(part)),
    );
}

interface Member {
  /** The names of the enclosing members, outermost first, its own last. */
  readonly path: readonly string[];
  readonly value: string;
}

function membersOf(value: unknown, path: readonly string[] = [], found: Member[] = []): Member[] {
  if (found.length >= MOST.members) return found;
  if (Array.isArray(value)) for (const item of value) membersOf(item, path, found);
  else if (typeof value === 'object' && value !== null)
    for (const [member, inner] of Object.entries(value)) membersOf(inner, [...path, member], found);
  else if (typeof value === 'string' || typeof value === 'number')
    found.push({ path, value: String(value).slice(0, LONGEST) });
  return found;
}
