import { CUT_MARK } from '../text/cut.ts';
import { unescaped, type Unescaped } from './escapes.ts';

/** Where a secret is cut off, this many characters of it must not be shown. */
const REVEALING = 6;
/** Elsewhere, a shorter beginning may be a name that the publisher also uses for other things. */
const SHORTEST_PART = 12;
/** Even without a digit, a beginning that lacks no more than this is not a name. */
const FEW_MISSING = 8;
/** A shorter encoded text may appear anywhere by chance. */
const SHORTEST_ENCODED = 8;

/** One way to write a secret, in lower case. */
interface Spelling {
  readonly written: string;
  readonly base64: boolean;
  readonly name: string;
  /** The secret itself, to distinguish two that only differ in letter case. */
  readonly text: string;
  readonly unmistakable: boolean;
}

/** A secret in a text, or the beginning of one that was cut off. */
export interface FoundSecret {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  /** Of several that end at the same place, the one with the lowest rank gives the name. */
  readonly rank: number;
}

export interface SearchOptions {
  /** Set if the text was cut, so that a secret at its end may be incomplete. */
  readonly cut?: boolean;
  /** Finds only whole secrets that cannot appear by chance. */
  readonly unmistakable?: boolean;
}

export class KnownSecrets {
  readonly #byBeginning = new Map<string, Spelling[]>();
  /** By a hash of the first three characters. It rules out nearly all places of a text. */
  readonly #mayBegin = new Uint8Array(1 << 15);
  /** By text: whether it is unmistakable. */
  readonly #known = new Map<string, boolean>();

  add(text: string, name: string, unmistakable: boolean): void {
    const before = this.#known.get(text);
    if (before === true || before === unmistakable) return;
    this.#known.set(text, unmistakable);
    const inBase64 = base64Of(text);
    // Read without escapes, a backslash at the end of a JSON string is lost between its own and the quote.
    const asTold = [text, JSON.stringify(text).slice(1, -1), unescaped(text).text, text.replaceAll(' ', '+')];
    for (const spelling of new Set([...asTold, hexOf(text), ...inBase64])) {
      const written = folded(spelling);
      const beginning = written.slice(0, REVEALING);
      const spellings = this.#byBeginning.get(beginning) ?? [];
      spellings.push({ written, base64: inBase64.includes(spelling), name, text, unmistakable });
      this.#byBeginning.set(beginning, spellings);
      this.#mayBegin[[0, 1, 2].reduce((hash, at) => hashed(hash, written.charCodeAt(at)), 0)] = 1;
    }
  }

  /** The secrets in a text by place, the longest first. They may overlap. */
  find(text: string, options: SearchOptions = {}): FoundSecret[] {
    if (this.#known.size === 0) return [];
    const plain = unescaped(text);
    const asWritten = this.#search({ text, placeOf: (at) => at }, text, options);
    const found = plain.text === text ? asWritten : asWritten.concat(this.#search(plain, text, options));
    return found.sort((one, other) => one.from - other.from || other.to - one.to || one.rank - other.rank);
  }

  #search({ text, placeOf }: Unescaped, source: string, options: SearchOptions): FoundSecret[] {
    const found: FoundSecret[] = [];
    const lower = folded(text);
    let hash = hashed(lower.charCodeAt(0), lower.charCodeAt(1));
    for (let at = 0; at <= lower.length - REVEALING; at++) {
      hash = hashed(hash, lower.charCodeAt(at + 2));
      if (this.#mayBegin[hash] !== 1) continue;
      for (const spelling of this.#byBeginning.get(lower.slice(at, at + REVEALING)) ?? []) {
        const { written, name } = spelling;
        const seen = common(written, lower, at);
        const isWhole = seen === written.length;
        if (options.unmistakable && !(isWhole && spelling.unmistakable)) continue;
        const end = at + seen + (isWhole && spelling.base64 ? paddingAt(lower, at + seen) : 0);
        const to = isWhole ? placeOf(end) : endOfPart(written, seen, { source, to: placeOf(end), ...options });
        const isExact = isWhole && text.startsWith(spelling.text, at);
        if (to !== null) found.push({ from: placeOf(at), to, name, rank: isExact ? 0 : isWhole ? 1 : written.length });
      }
    }
    return found;
  }
}

/** How many characters of a spelling stand at a place of a text. */
function common(written: string, text: string, at: number): number {
  let same = 0;
  while (same < written.length && written.charCodeAt(same) === text.charCodeAt(at + same)) same++;
  return same;
}

/** The length of the padding of Base64 at a place. */
function paddingAt(text: string, at: number): number {
  return text[at] !== '=' ? 0 : text[at + 1] !== '=' ? 1 : 2;
}

interface Part extends SearchOptions {
  readonly source: string;
  readonly to: number;
}

/** Where the part of a secret that is seen up to a place ends; `null` if it is nothing that must be hidden. */
function endOfPart(written: string, seen: number, { source, to, cut = false }: Part): number | null {
  const cutOff = cut ? CUT_OR_END : CUT;
  cutOff.lastIndex = to;
  const begun = cutOff.exec(source);
  if (begun !== null) return to + (begun[1] ?? '').length;
  return isMostOf(written, seen) && endsWord(source, to) ? to : null;
}

/** What is left of an escape, and how other programs mark a cut. */
const BEGUN = /(\\{1,7}(?:u[\da-f]{0,3}|x[\da-f]?)?|%[\da-f]?|&#?x?[\da-z]{0,7})?/.source;
const CUT = new RegExp(`${BEGUN}(?:${CUT_MARK}|\\.\\.\\.)`, 'iy');
const CUT_OR_END = new RegExp(`${BEGUN}(?:${CUT_MARK}|\\.\\.\\.|$)`, 'iy');

/** Whether this much of a secret must not be shown although the rest is missing. */
function isMostOf(written: string, seen: number): boolean {
  const missing = written.length - seen;
  // Without a digit it may be a name that all keys of the publisher begin with.
  return seen >= SHORTEST_PART && (missing <= FEW_MISSING || (missing <= seen && /\d/.test(written.slice(0, seen))));
}

/** Whether a word ends at this place. If it goes on, it is not this secret. */
function endsWord(text: string, at: number): boolean {
  return !/^(?:[\w+/=~-]|[.:][\w+/=~-])/.test(text.slice(at, at + 2));
}

/** In lower case, with every character in its place. */
function folded(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ');
}

/** A hash of the last three units. */
function hashed(before: number, unit: number): number {
  return ((before << 5) ^ unit) & 0x7fff;
}

const hexOf = (text: string) => Buffer.from(text).toString('hex');

/** The Base64 of a text, and what the Base64 of every text that contains it has in common, such as a Basic header. */
function base64Of(text: string): string[] {
  const within = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
  return [Buffer.from(text).toString('base64').replace(/=+$/, ''), ...within]
    .filter((code) => code.length >= SHORTEST_ENCODED)
    .flatMap((code) => [code, code.replaceAll('+', '-').replaceAll('/', '_')]);
}
