import { standInFor, type Unfit } from './credentials.ts';
import { Secret } from './secret.ts';

/** Headers that are added to every request to one service, for a firewall or a login in front of it. */
export interface GivenHeaders {
  readonly sent: Readonly<Record<string, string>>;
  /** The same as records show them: each value is replaced by its name. */
  readonly shown: Readonly<Record<string, string>>;
  readonly secrets: readonly Secret[];
}

export const NO_HEADERS: GivenHeaders = { sent: {}, shown: {}, secrets: [] };

/** The option of each contract. The names of the values begin with its variable. */
export const HEADER_OPTIONS = {
  header: { contract: 'ad-server', option: '--header', variable: 'ADSERVER_HEADER' },
  listingHeader: { contract: 'listing', option: '--listing-header', variable: 'LISTING_HEADER' },
} as const;

export type HeaderOption = keyof typeof HEADER_OPTIONS;

/** Why these lines cannot be sent, as the end of a sentence that shows no value; `null` if they can. */
export function whyUnfitHeaders(lines: readonly string[]): Unfit | null {
  const unfit = lines.map(whyUnfitLine).find((each) => each !== null);
  if (unfit !== undefined) return unfit;
  const names = headerNames(lines);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return twice === undefined ? null : { why: `gives the header ${twice} twice`, remedy: 'Give it once.' };
}

/** The names in lower case, which may be shown. */
export const headerNames = (lines: readonly string[]): string[] => lines.map((line) => split(line).name.toLowerCase());

export function givenHeaders(option: HeaderOption, lines: readonly string[]): GivenHeaders {
  const read = lines.map((line) => {
    const { name, value } = split(line);
    const secretName = `${HEADER_OPTIONS[option].variable}_${name.replaceAll('-', '_').toUpperCase()}`;
    // An answer may repeat it: that breaks no rule about credentials of the contract.
    return { name: name.toLowerCase(), secret: new Secret(secretName, value, 'guessed') };
  });
  return {
    sent: Object.fromEntries(read.map(({ name, secret }) => [name, secret.reveal()])),
    shown: Object.fromEntries(read.map(({ name, secret }) => [name, secret.toString()])),
    secrets: read.flatMap(({ secret }) => [secret, ...partsOf(secret)]),
  };
}

/** A shorter part may be in an answer by chance. */
const SHORTEST_PART = 8;

/** An answer may repeat one cookie of several, or a token without its scheme. */
function partsOf(secret: Secret): Secret[] {
  const whole = secret.reveal();
  const parts = whole.split(/[;,\s]+/).map((part) => part.replace(/^[^=]+=(?=[^=])/, ''));
  return parts
    .filter((part) => part.length >= SHORTEST_PART && part !== whole)
    .map((part) => new Secret(secret.name, part, 'guessed'));
}

/** The cookies that an answer sets. After a login with one of these headers, they let anybody in. */
export function cookiesSet(setCookie: string): Secret[] {
  const values = [...setCookie.matchAll(/(?:^|[,\n])\s*[^=;,\s]+=([^;,\s]+)/g)].map(([, value = '']) => value);
  return values.map((value) => new Secret('COOKIE_OF_LOGIN', value, 'guessed'));
}

function split(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(':');
  return colon < 0
    ? { name: '', value: '' }
    : { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
}

const FORM = 'Write each header as "Name: value".';

function whyUnfitLine(line: string): Unfit | null {
  // The text before the first colon may be a secret, too, if it is not a name.
  if (!line.includes(':')) return { why: 'has a line without a colon', remedy: FORM };
  const { name, value } = split(line);
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(name))
    return { why: 'has a line that does not begin with the name of a header', remedy: FORM };
  const taken = TAKEN.find(({ names }) => names.test(name));
  if (taken !== undefined) return { why: `sets ${name}, which ${taken.by}`, remedy: taken.remedy };
  if (value === '')
    return { why: `gives ${name} no value`, remedy: `${FORM} If a variable holds the value, check that it is set.` };
  const standIn = standInFor(value);
  if (standIn !== null) return { why: `gives ${name} a value that ${standIn.why}`, remedy: standIn.remedy };
  return /^[\x20-\x7e]+$/.test(value)
    ? null
    : {
        why: `gives ${name} a value with a line break or a character that is not printable ASCII`,
        remedy: 'Copy it again.',
      };
}

const IS_OURS = 'this suite sends itself as the client does';
const REMOVE = 'Leave it out.';

/** Headers that are part of what is judged, or that the connection needs. */
const TAKEN: readonly { readonly names: RegExp; readonly by: string; readonly remedy: string }[] = [
  {
    names: /^authorization$/i,
    by: 'carries the API key',
    remedy:
      'Give the key with --api-key. To pass a login in front of the service, use another header, such as a cookie.',
  },
  { names: /^(?:accept|user-agent|idempotency-key|content-.*)$/i, by: IS_OURS, remedy: REMOVE },
  {
    names: /^proxy-/i,
    by: 'is for a proxy and would not reach the service',
    remedy: 'Put the user name and password of a proxy into the address in HTTPS_PROXY.',
  },
  {
    names: /^(?:host|connection|transfer-encoding|keep-alive|upgrade|expect|te|trailer)$/i,
    by: 'belongs to the connection',
    remedy: 'Leave it out. To connect to another machine under the same name, use --resolve.',
  },
];
