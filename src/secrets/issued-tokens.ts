import { parseJson } from '../text/parsed-json.ts';
import { opaqueRuns } from './opaque-runs.ts';
import { Secret } from './secret.ts';

/** What came back from a token exchange. */
type Result =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array;
    }
  | { readonly kind: 'no-answer' };

/** The name of a token that is granted to the run's own credentials. */
export const ACCESS_TOKEN = 'LISTING_ACCESS_TOKEN';
/** Names of members that hold a token, including wrong ones. */
const TOKEN_MEMBER = /^((access|id|refresh|bearer|auth)[_-]?)?token$|^(jwt|bearer|secret)$/i;
const JWT = /eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g;
/** Shorter texts under such a name are words such as `bearer`. */
const SHORTEST = 8;
/** More than is ever recorded of a body. */
const LONGEST = 128 * 1024;
/** An answer with more opaque texts than this does not hand out tokens; each one slows down the search of every answer. */
const MOST_GUESSES = 300;
/** Headers in which a service may hand out a token. */
const TOKEN_HEADER = /token|cookie|jwt|^authorization$|^location$/;
/** Members of the answer (listing §4.1), and usual ones of an error, that hold no credential. */
const PUBLIC_MEMBER = /^(site|scopes|type|(\w+[_-])?(request|trace|correlation)[_-]?id)$/i;

/**
 * Every text in the answer of a token exchange that may be a credential: what is called a token, and every JWT. In an
 * answer that grants a token, also every long opaque text, in any place and format: such a guess is redacted, but is
 * no proof of a leak if it appears again.
 */
export function issuedTokens(result: Result, tokenName = ACCESS_TOKEN): Secret[] {
  if (result.kind !== 'answer') return [];
  const text = new TextDecoder().decode(result.body);
  const headers = Object.entries(result.headers);
  const written = [text, ...headers.map(([, value]) => value)].flatMap((each) => each.match(JWT) ?? []);
  const json = parseJson(result.body);
  const members = json.ok ? membersOf(json.value) : [];
  const named = members.filter(({ name, value }) => TOKEN_MEMBER.test(name) && value.length >= SHORTEST);
  const sure = new Set([...named.map(({ value }) => value), ...written]);
  const open = members.filter(({ path }) => path.some((name) => PUBLIC_MEMBER.test(name)));
  const handedOut = headers.filter(([name]) => TOKEN_HEADER.test(name)).map(([, value]) => value);
  const searched =
    result.status < 400
      ? [text, ...handedOut]
      : members.filter(({ path }) => path.some((name) => TOKEN_MEMBER.test(name))).map(({ value }) => value);
  const guessed = new Set(searched.flatMap((each) => opaqueRuns(each.slice(0, LONGEST)).slice(0, MOST_GUESSES)));
  return [
    ...[...sure].map((token) => new Secret(tokenName, token)),
    ...[...guessed]
      .filter((run) => !sure.has(run) && !open.some(({ value }) => value.includes(run)))
      .map((run) => new Secret(tokenName, run, 'guessed')),
  ];
}

interface Member {
  /** The names of the members around it, outermost first, its own last. */
  readonly path: readonly string[];
  readonly name: string;
  readonly value: string;
}

/** Every text and number in a JSON value. */
function membersOf(value: unknown, path: readonly string[] = []): Member[] {
  if (Array.isArray(value)) return value.flatMap((item) => membersOf(item, path));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([member, inner]) => membersOf(inner, [...path, member]));
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return [{ path, name: path.at(-1) ?? '', value: String(value) }];
}
