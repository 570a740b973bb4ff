import { CUT_MARK } from '../text/cut.ts';
import { endOfBegunEscape, escapeAt, fold, OPENS_ESCAPE, spellingsOf, type Spelling } from './spellings.ts';

/** If a secret is cut off, this many characters of it must not be shown. */
const REVEALING = 6;
/** A secret that ends early without a cut mark is still redacted if at most this many characters are missing. */
const FEW_MISSING = 8;
/** A shorter beginning may be a name that the publisher also uses for other things. */
const SHORTEST_PART = 12;
/** How other programs mark a cut. */
const DOTS = '...';
const CUT = CUT_MARK.charCodeAt(0);
const DOT = DOTS.charCodeAt(0);

interface KnownSpelling extends Spelling {
  readonly name: string;
  /** The secret itself, to distinguish two that only differ in letter case. */
  readonly text: string;
  readonly unmistakable: boolean;
}

/**
 * Spellings with the same beginning, as the tokens of one issuer have. A text that does not match it matches none of
 * them.
 */
interface Family {
  readonly head: Spelling;
  readonly spellings: KnownSpelling[];
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

/**
 * How many characters a search may compare per character of the text, and in all. Unless a text is a trap, it takes one
 * or two.
 */
const EFFORT_PER_CHARACTER = 64;
const LEAST_EFFORT = 100_000;
const MOST_EFFORT = 8_000_000;
/** The cost of looking at a place where a secret may begin, whether or not one does. */
const EFFORT_OF_PLACE = 3;
/** What each text may cost, and what all texts of a run may cost in addition: some seconds. */
const LITTLE = { ever: 30_000, perCharacter: 0.05 };
const SPARE_EFFORT = 100_000_000;
/** Replaces the rest of a text that takes too long to search. */
const UNSEARCHED = '[NOT_SEARCHED_FOR_SECRETS]';

/** One search of a text: what is known about it, and how much may still be compared. */
interface Search extends SearchOptions {
  readonly text: string;
  effort: number;
}

/** Finds known secrets in a text. The time hardly depends on how many there are. */
export class KnownSecrets {
  /** By their first unit. */
  readonly #families = new Map<number, Family[]>();
  /** The low bytes of the first two units of each secret. They rule out nearly all places of a text. */
  readonly #openings = new Uint8Array(1 << 16);
  /** The low bytes of the second and third unit, for units that are not written as escapes. */
  readonly #sequels = new Uint8Array(1 << 16);
  /** By text: whether it is unmistakable. */
  readonly #known = new Map<string, boolean>();
  #spare: number;

  constructor(spareEffort = SPARE_EFFORT) {
    this.#spare = spareEffort;
  }

  add(text: string, name: string, unmistakable: boolean): void {
    const before = this.#known.get(text);
    if (before === true || before === unmistakable) return;
    this.#known.set(text, unmistakable);
    for (const spelling of spellingsOf(text)) this.#learn({ ...spelling, name, text, unmistakable });
  }

  /** The first secret in a text. */
  first(text: string, options: SearchOptions = {}): FoundSecret | null {
    return this.#find(text, options, 1)[0] ?? null;
  }

  /** The secrets in a text, in order. If several begin at the same place, the longest counts. */
  all(text: string, options: SearchOptions = {}): readonly FoundSecret[] {
    return this.#find(text, options, Number.POSITIVE_INFINITY);
  }

  #find(text: string, options: SearchOptions, count: number): readonly FoundSecret[] {
    let from = this.#known.size === 0 ? text.length : this.#opening(text, 0);
    const found: FoundSecret[] = [];
    if (from === text.length) return found;
    const little = LITTLE.ever + LITTLE.perCharacter * text.length;
    const most = Math.min(MOST_EFFORT, LEAST_EFFORT + EFFORT_PER_CHARACTER * text.length, little + this.#spare);
    const search: Search = { ...options, text, effort: most };
    while (from < text.length) {
      const secret = this.#at(text, from, search);
      if (search.effort < 0) {
        // The rest was not searched, so nothing certain can be said about it.
        if (!search.unmistakable) found.push({ from, to: text.length, name: UNSEARCHED });
        break;
      }
      if (secret !== null && found.push(secret) === count) break;
      from = this.#opening(text, Math.max(from + 1, secret?.to ?? 0));
    }
    this.#spare -= Math.max(0, most - search.effort - little);
    return found;
  }

  #learn(spelling: KnownSpelling): void {
    const [first = 0, second = 0, third = 0] = spelling.units;
    this.#familyOf(spelling).push(spelling);
    for (const one of openingBytes(second, spelling))
      for (const other of openingBytes(third, spelling)) this.#sequels[(one << 8) | other] = 1;
    for (const one of openingBytes(first, spelling))
      for (const other of OPENS_ESCAPE.has(one) ? EVERY_BYTE : openingBytes(second, spelling))
        this.#openings[(one << 8) | other] = 1;
  }

  #familyOf({ units, base64 }: Spelling): KnownSpelling[] {
    const [first = 0] = units;
    const families = this.#families.get(first) ?? [];
    this.#families.set(first, families);
    const known = families.find(
      ({ head }) => head.base64 === base64 && head.units.every((unit, index) => unit === units[index]),
    );
    if (known !== undefined) return known.spellings;
    const spellings: KnownSpelling[] = [];
    families.push({ head: { units: units.subarray(0, REVEALING), base64 }, spellings });
    return spellings;
  }

  /** The first place from `begin` on where a secret may begin; the end of the text if there is none. */
  #opening(text: string, begin: number): number {
    const openings = this.#openings;
    const sequels = this.#sequels;
    const last = text.length - 1;
    let pair = text.charCodeAt(begin) & 0xff;
    for (let at = begin; at < last; at++) {
      pair = ((pair & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff);
      if (openings[pair] !== 1) continue;
      if (sequels[((pair & 0xff) << 8) | (text.charCodeAt(at + 2) & 0xff)] === 1) return at;
      if (OPENS_ESCAPE.has(pair >> 8) || OPENS_ESCAPE.has(pair & 0xff)) return at;
    }
    return text.length;
  }

  #at(text: string, from: number, options: Search): FoundSecret | null {
    options.effort -= EFFORT_OF_PLACE;
    const written = fold(text.charCodeAt(from));
    const escape = escapeAt(text, from);
    const plain = this.#longest(text, from, written, options);
    const other = escape === null || escape.unit === written ? null : this.#longest(text, from, escape.unit, options);
    return (other?.to ?? -1) > (plain?.to ?? -1) ? other : plain;
  }

  #longest(text: string, from: number, first: number, options: Search): FoundSecret | null {
    let best: FoundSecret | null = null;
    let isExact = false;
    for (const { head, spellings } of this.#families.get(first) ?? []) {
      if (endOf(head, 0, text, from, options) < 0) continue;
      for (const spelling of spellings) {
        if (options.unmistakable && !spelling.unmistakable) continue;
        const to = endOf(spelling, 0, text, from, options);
        const until: number = best?.to ?? -1;
        const exact = to >= 0 && text.startsWith(spelling.text, from);
        if (to < until || (to === until && (isExact || !exact))) continue;
        best = { from, to, name: spelling.name };
        isExact = exact;
      }
    }
    return best;
  }
}

const EVERY_BYTE = Array.from({ length: 256 }, (_, byte) => byte);
const [PLUS = 0, MINUS = 0, SLASH = 0, UNDERSCORE = 0, EQUALS = 0, ZERO = 0, NINE = 0, SPACE = 0, BACKSLASH = 0] =
  Buffer.from('+-/_=09 \\');

/** The end of a secret in a text, if its units from `begin` on are found at `from`; otherwise -1. */
function endOf(spelling: Spelling, begin: number, text: string, from: number, options: Search): number {
  const { units } = spelling;
  let at = from;
  let end = -1;
  for (let index = begin; index < units.length; index++) {
    if (options.effort-- < 0) return -1;
    const isRevealing = index >= REVEALING && !options.unmistakable;
    if (isRevealing && isCutAt(text, at, options)) end = at;
    const unit = units[index] ?? 0;
    const isPlain = isForm(text.charCodeAt(at), unit, spelling);
    const escape = escapeAt(text, at);
    if (escape !== null && isForm(escape.unit, unit, spelling)) {
      const behind = at + escape.length;
      if (isPlain) {
        const plain = endOf(spelling, index + 1, text, at + 1, options);
        return Math.max(end, plain, endOf(spelling, index + 1, text, behind, options));
      }
      at = behind;
    } else if (isPlain && unit === BACKSLASH && text.charCodeAt(at + 1) === BACKSLASH)
      // The secret's own backslash, doubled by JSON, even if it looks like an escape together with what follows.
      return Math.max(
        end,
        ...backslashesFrom(text, at).map((behind) => endOf(spelling, index + 1, text, behind, options)),
      );
    else if (isPlain) at += 1;
    else {
      const begun = endOfBegunEscape(text, at);
      if (isRevealing && begun > at && isCutAt(text, begun, options)) return begun;
      return isMostOfIt(index, units, options) && endsWord(text, at) ? at : end;
    }
  }
  return spelling.base64 ? behindPadding(text, at) : at;
}

/** The possible ends of a backslash that begins at this place. A text may contain it once, or up to eight times. */
function backslashesFrom(text: string, at: number): number[] {
  const places = [at + 1];
  while (places.length < 8 && text.charCodeAt(places.at(-1) ?? 0) === BACKSLASH) places.push((places.at(-1) ?? 0) + 1);
  return places;
}

/** Whether this much of a secret must not be shown although the rest is missing. */
function isMostOfIt(seen: number, units: Uint16Array, { unmistakable }: SearchOptions): boolean {
  if (unmistakable || seen < SHORTEST_PART) return false;
  const missing = units.length - seen;
  // Without a digit it may be a name that all keys of the publisher begin with.
  return missing <= FEW_MISSING || (missing <= seen && units.subarray(0, seen).some(isDigit));
}

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= NINE;
}

/** Whether a word ends at this place. If it goes on, it is not this secret. */
function endsWord(text: string, at: number): boolean {
  return !/^(?:[\w+/=~-]|[.:][\w+/=~-])/.test(text.slice(at, at + 2));
}

function isCutAt(text: string, at: number, { cut = false }: SearchOptions): boolean {
  if (at >= text.length) return cut;
  // Its first unit is looked at first, because `startsWith` is slow and this runs for each character of a secret.
  const unit = text.charCodeAt(at);
  return (unit === CUT && text.startsWith(CUT_MARK, at)) || (unit === DOT && text.startsWith(DOTS, at));
}

/** Whether a unit of a text equals a unit of a secret. */
function isForm(written: number, unit: number, { base64 }: Pick<Spelling, 'base64'>): boolean {
  const other = fold(written);
  if (other === unit) return true;
  // Form data writes a space as `+`.
  if (!base64) return unit === SPACE && other === PLUS;
  return (unit === PLUS && other === MINUS) || (unit === SLASH && other === UNDERSCORE);
}

/** The low bytes that may represent a unit of a secret. Beyond ASCII, its other letter case may have any low byte. */
function openingBytes(unit: number, { base64 }: Spelling): readonly number[] {
  if (unit >= 128) return EVERY_BYTE;
  const known = base64 ? OPENING_BASE64 : OPENING;
  return (known[unit] ??= [
    ...EVERY_BYTE.filter((each) => each < 128 && isForm(each, unit, { base64 })),
    ...OPENS_ESCAPE,
  ]);
}

const OPENING: (readonly number[])[] = [];
const OPENING_BASE64: (readonly number[])[] = [];

function behindPadding(text: string, from: number): number {
  let at = from;
  for (let signs = 0; signs < 2; signs++) {
    const escape = escapeAt(text, at);
    if (text.charCodeAt(at) === EQUALS) at += 1;
    else if (escape?.unit === EQUALS) at += escape.length;
  }
  return at;
}
