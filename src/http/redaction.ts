import type { Secret } from './secret.ts';
import { spellingsOf, type Spelling } from './spellings.ts';

/** Below this length a text is no credential, and replacing it everywhere would only make a report unreadable. */
const SHORTEST = 6;

interface KnownSpelling extends Spelling {
  readonly name: string;
  readonly unmistakable: boolean;
}

/** Takes every known secret out of a text, in each spelling in which a service may echo it. */
export class Redactor {
  readonly #spellings = new Map<string, KnownSpelling>();
  #all: Pattern | null = null;
  #unmistakable: Pattern | null = null;

  /** Learns a secret; all that is recorded from now on is free of it. */
  protect(secret: Secret): void {
    const text = secret.reveal();
    if (text.length < SHORTEST) return;
    for (const spelling of spellingsOf(text)) {
      if (this.#spellings.has(spelling.source)) continue;
      this.#spellings.set(spelling.source, {
        ...spelling,
        name: secret.toString(),
        unmistakable: isUnmistakable(text),
      });
      this.#all = null;
      this.#unmistakable = null;
    }
  }

  /** The text with `[NAME]` in place of each secret, in whatever letter case it stands there. */
  redact(text: string): string {
    this.#all ??= new Pattern([...this.#spellings.values()]);
    return this.#all.redact(text);
  }

  /** Whether a text holds a secret, one that cannot stand there by chance. */
  finds(text: string): boolean {
    this.#unmistakable ??= new Pattern([...this.#spellings.values()].filter(({ unmistakable }) => unmistakable));
    return this.#unmistakable.redact(text) !== text;
  }

  /** A copy of a JSON value in which every string, keys included, is redacted. */
  redactValue(value: unknown): unknown {
    if (typeof value === 'string') return this.redact(value);
    if (Array.isArray(value)) return value.map((item) => this.redactValue(item));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.redact(key), this.redactValue(item)]));
    return value;
  }
}

/** Many spellings as one expression; where several match, the longest counts. */
class Pattern {
  readonly #names: readonly string[];
  readonly #expression: RegExp;
  /** A shorter text holds none. */
  readonly #shortest: number;

  constructor(spellings: readonly KnownSpelling[]) {
    const sorted = [...spellings].sort((one, other) => other.length - one.length);
    this.#names = sorted.map(({ name }) => name);
    this.#shortest = sorted.at(-1)?.length ?? Infinity;
    this.#expression = new RegExp(sorted.map(({ source }) => `(${source})`).join('|'), 'gi');
  }

  redact(text: string): string {
    if (text.length < this.#shortest) return text;
    return text.replace(this.#expression, (_found, ...groups: readonly unknown[]) => {
      const index = groups.findIndex((group) => group !== undefined);
      return this.#names[index] ?? '[secret]';
    });
  }
}

/** Long enough to be nothing else; a short word, or a short number, may be part of any sentence. */
function isUnmistakable(text: string): boolean {
  if (text.length >= 20) return true;
  return text.length >= 8 && !/^[a-z]+(?:[-_.][a-z]+)*$/i.test(text) && !/^\d+$/.test(text);
}
