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

/** One way to write a secret, in lower case and without escapes. */
interface Spelling {
  readonly written: string;
  readonly base64: boolean;
  readonly name: string;
  /** The secret itself, to distinguish two that only differ in letter case. */
  readonly text: string;
  readonly unmistakable: boolean;
  /** How many characters it has in common with the spelling before it in the list, so that these are compared once. */
  shared: number;
}

/** A secret in a text, or the beginning of one that was cut off. */
export interface FoundSecret {
  readonly from: number;
  readonly to: number;
  readonly name: string;
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
    for (const spelling of new Set([text, unescaped(text).text, text.replaceAll(' ', '+'), hexOf(text), ...inBase64])) {
      const written = folded(spelling);
      const beginning = written.slice(0, REVEALING);
      const known = this.#byBeginning.get(beginning) ?? [];
      known.push({ written, base64: inBase64.includes(spelling), name, text, unmistakable, shared: 0 });
      known.sort((one, other) => (one.written < other.written ? -1 : 1));
      known.forEach((one, index) => (one.shared = common(one.written, 0, known[index - 1]?.written ?? '', 0)));
      this.#byBeginning.set(beginning, known);
      this.#mayBegin[[0, 1, 2].reduce((hash, at) => hashed(hash, written.charCodeAt(at)), 0)] = 1;
    }
  }

  /** The secrets in a text by place, the longest first. They may overlap. */
  find(text: string, options: SearchOptions = {}): FoundSecret[] {
    if (this.#known.size === 0) return [];
    const plain = unescaped(text);
    const asWritten = this.#search({ text, placeOf: (at) => at }, text, options);
    const found = plain.text === text ? asWritten : asWritten.concat(this.#search(plain, text, options));
    return found.sort((one, other) => one.from - other.from || other.to - one.to);
  }

  #search({ text, placeOf }: Unescaped, source: string, options: SearchOptions): FoundSecret[] {
    const found: FoundSecret[] = [];
    const lower = folded(text);
    let hash = hashed(lower.charCodeAt(0), lower.charCodeAt(1));
    for (let at = 0; at <= lower.length - REVEALING; at++) {
      hash = hashed(hash, lower.charCodeAt(at + 2));
      const spellings = this.#mayBegin[hash] === 1 ? this.#byBeginning.get(lower.slice(at, at + REVEALING)) : undefined;
      if (spellings === undefined) continue;
      let whole: Spelling | null = null;
      let part: Spelling | null = null;
      let partSeen = 0;
      let seen = 0;
      for (const spelling of spellings) {
        const { written, shared } = spelling;
        seen = shared === seen ? common(written, seen, lower, at) : Math.min(shared, seen);
        if (options.unmistakable && !spelling.unmistakable) continue;
        if (seen === written.length) {
          const longer = written.length - (whole?.written.length ?? 0);
          if (longer > 0 || (longer === 0 && text.startsWith(spelling.text, at))) whole = spelling;
        } else if (seen > partSeen || (seen === partSeen && written.length < (part?.written.length ?? 0)))
          [part, partSeen] = [spelling, seen];
      }
      const from = placeOf(at);
      const length = whole?.written.length ?? 0;
      const cutAt =
        part !== null && partSeen > length && !options.unmistakable
          ? endOfPart(part.written, partSeen, { source, to: placeOf(at + partSeen), ...options })
          : null;
      if (part !== null && cutAt !== null) found.push({ from, to: cutAt, name: part.name });
      else if (whole !== null) {
        const padding = whole.base64 ? /^={0,2}/.exec(lower.slice(at + length, at + length + 2)) : null;
        found.push({ from, to: placeOf(at + length + (padding?.[0].length ?? 0)), name: whole.name });
      }
    }
    return found;
  }
}

/** How many characters of a text stand at a place of another; so many are known to. */
function common(text: string, known: number, other: string, at: number): number {
  let same = known;
  while (same < text.length && text.charCodeAt(same) === other.charCodeAt(at + same)) same++;
  return same;
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
