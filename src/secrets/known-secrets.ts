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

/** Finds known secrets in a text. */
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
      known.push({ written, base64: inBase64.includes(spelling), name, text, unmistakable });
      this.#byBeginning.set(beginning, known);
      this.#mayBegin[[0, 1, 2].reduce((hash, at) => hashed(hash, written.charCodeAt(at)), 0)] = 1;
    }
  }

  /** The secrets in a text by place, the longest first. They may overlap. */
  find(text: string, options: SearchOptions = {}): FoundSecret[] {
    if (this.#known.size === 0) return [];
    const plain = unescaped(text);
    const found = this.#search({ text, placeOf: (at) => at }, text, options);
    if (plain.text !== text) found.push(...this.#search(plain, text, options));
    return found.sort((one, other) => one.from - other.from || other.to - one.to);
  }

  #search({ text, placeOf }: Unescaped, source: string, options: SearchOptions): FoundSecret[] {
    const found: FoundSecret[] = [];
    const lower = folded(text);
    let hash = hashed(lower.charCodeAt(0), lower.charCodeAt(1));
    for (let at = 0; at <= lower.length - REVEALING; at++) {
      hash = hashed(hash, lower.charCodeAt(at + 2));
      if (this.#mayBegin[hash] !== 1) continue;
      let best: (FoundSecret & { readonly isExact: boolean }) | null = null;
      for (const spelling of this.#byBeginning.get(lower.slice(at, at + REVEALING)) ?? []) {
        if (options.unmistakable && !spelling.unmistakable) continue;
        const to = endOf(spelling, lower, at, { source, placeOf, ...options });
        if (to === null || to < (best?.to ?? 0)) continue;
        const isExact = text.startsWith(spelling.text, at);
        if (to > (best?.to ?? -1) || (isExact && best?.isExact === false))
          best = { from: placeOf(at), to, name: spelling.name, isExact };
      }
      if (best !== null) found.push(best);
    }
    return found;
  }
}

interface Source extends SearchOptions {
  readonly source: string;
  readonly placeOf: (at: number) => number;
}

/** Where a secret that begins at a place ends in the source, whole or cut off; `null` if it goes on otherwise. */
function endOf({ written, base64 }: Spelling, lower: string, from: number, options: Source): number | null {
  let seen = REVEALING;
  while (seen < written.length && lower.charCodeAt(from + seen) === written.charCodeAt(seen)) seen++;
  if (seen === written.length) {
    const padding = base64 ? (/^={0,2}/.exec(lower.slice(from + seen, from + seen + 2))?.[0].length ?? 0) : 0;
    return options.placeOf(from + seen + padding);
  }
  if (options.unmistakable) return null;
  const to = options.placeOf(from + seen);
  const cutOff = options.cut ? CUT_OR_END : CUT;
  cutOff.lastIndex = to;
  const begun = cutOff.exec(options.source);
  if (begun !== null) return to + (begun[1] ?? '').length;
  return isMostOf(written, seen) && endsWord(options.source, to) ? to : null;
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
