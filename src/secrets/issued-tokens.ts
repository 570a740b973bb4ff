import { parseJson } from '../text/parsed-json.ts';
import { opaqueRuns } from './opaque-runs.ts';
import { Secret } from './secret.ts';

/** The result of a token exchange. */
type Result =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array;
    }
  | { readonly kind: 'no-answer' };

/** The name of a token issued for the run's own credentials. */
export const ACCESS_TOKEN = 'LISTING_ACCESS_TOKEN';
/** Names of members that hold a token, including wrong names. */
const TOKEN_MEMBER = /^((access|id|refresh|bearer|auth)[_-]?)?token$|^(jwt|bearer|secret)$/i;
const DOTTED = /[\w.-]+/g;
/** Shorter texts under such a name are words such as `bearer`. */
const SHORTEST = 8;
/** No more of a body than this is ever recorded, in bytes. */
const LONGEST = 128 * 1024;
/**
 * An answer with more opaque texts than this is not an answer with a token. Each text slows down the search of every
 * later answer.
 */
const MOST_GUESSES = 300;
/** An answer with a token has few members, and few texts that are called a token. */
const MOST_MEMBERS = 2000;
const MOST_NAMED = 50;
/** Headers in which a service may issue a token. */
const TOKEN_HEADER = /token|cookie|jwt|^authorization$|^location$/;
/** Members of the answer (listing §4.1), and usual ones of an error, that do not contain a credential. */
const PUBLIC_MEMBER = /^(site|scopes|type|(\w+[_-])?(request|trace|correlation)[_-]?id)$/i;

/**
 * Every text in the answer to a token exchange that may be a credential: whatever is called a token, and every JWT.
 * If the answer grants a token, also every long opaque text, in any place and format. Such a guess is redacted, but its
 * reappearance does not prove a leak.
 */
export function issuedTokens(result: Result, tokenName = ACCESS_TOKEN): Secret[] {
  if (result.kind !== 'answer') return [];
  const text = new TextDecoder().decode(result.body.subarray(0, LONGEST));
  const headers = Object.entries(result.headers);
  const written = [text, ...headers.map(([, value]) => value)].flatMap(webTokensIn).slice(0, MOST_NAMED);
  const json = parseJson(result.body);
  const members = json.ok ? membersOf(json.value) : [];
  const named = members
    .filter(({ name, value }) => TOKEN_MEMBER.test(name) && value.length >= SHORTEST)
    .slice(0, MOST_NAMED);
  const sure = new Set([...named.map(({ value }) => value), ...written]);
  const open = members.filter(({ path }) => path.some((name) => PUBLIC_MEMBER.test(name))).map(({ value }) => value);
  const openText = open.join('\n').slice(0, LONGEST);
  const handedOut = headers.filter(([name]) => TOKEN_HEADER.test(name)).map(([, value]) => value);
  const searched =
    result.status < 400
      ? [text, ...handedOut]
      : members.filter(({ path }) => path.some((name) => TOKEN_MEMBER.test(name))).map(({ value }) => value);
  const guessed = new Set(searched.flatMap((each) => opaqueRuns(each.slice(0, LONGEST)).slice(0, MOST_GUESSES)));
  return [
    ...[...sure].map((token) => new Secret(tokenName, token)),
    ...[...guessed]
      .slice(0, MOST_GUESSES)
      .filter((run) => !sure.has(run) && !openText.includes(run))
      .map((run) => new Secret(tokenName, run, 'guessed')),
  ];
}

/** Texts in three parts like a JSON Web Token. The search takes linear time, whether or not a text is one. */
function webTokensIn(text: string): string[] {
  return (text.match(DOTTED) ?? []).flatMap((dotted) => {
    const parts = dotted.split('.');
    return parts.flatMap((part, index) => {
      const from = part.indexOf('eyJ');
      const [second = '', third = ''] = parts.slice(index + 1, index + 3);
      const isToken = from >= 0 && part.length - from >= 8 && second.length >= 5 && index + 2 < parts.length;
      return isToken ? [[part.slice(from), second, third].join('.')] : [];
    });
  });
}

interface Member {
  /** The names of the enclosing members, outermost first, its own last. */
  readonly path: readonly string[];
  readonly name: string;
  readonly value: string;
}

/** The first `MOST_MEMBERS` texts and numbers in a JSON value. */
function membersOf(value: unknown, path: readonly string[] = [], found: Member[] = []): Member[] {
  if (found.length >= MOST_MEMBERS) return found;
  if (Array.isArray(value)) for (const item of value) membersOf(item, path, found);
  else if (typeof value === 'object' && value !== null)
    for (const [member, inner] of Object.entries(value)) membersOf(inner, [...path, member], found);
  else if (typeof value === 'string' || typeof value === 'number')
    found.push({ path, name: path.at(-1) ?? '', value: String(value).slice(0, LONGEST) });
  return found;
}
