import { KnownSecrets, type SearchOptions } from './known-secrets.ts';
import type { Secret } from './secret.ts';

/** Replacing a shorter text everywhere would make a report unreadable. */
const SHORTEST = { known: 6, guessed: 8 };
/** If what follows the leading words of a key is shorter, it is not searched for by itself. */
const SHORTEST_CORE = 16;
/** A longer secret is searched for in parts, so that hostile texts take little time. */
const LONGEST_PART = 256;
/** The maximum number of guessed secrets: each one slows down the search of every answer. */
const MOST_GUESSES = 500;

/** The members of the token exchange that hold credentials (listing §4.1). */
const CREDENTIAL_MEMBER = /("(?:key|secret)":)("(?:[^"\\]|\\.)*")/g;

/** Replaces every known secret in a text, in each spelling in which a service may repeat it. */
export class Redactor {
  readonly #secrets = new KnownSecrets();
  /** Most requests carry the same secret, and each protects it. */
  readonly #protected = new WeakSet<Secret>();
  /** Credentials that are short or made of words, which a text may contain by chance. */
  readonly #ofWords: RegExp[] = [];
  #guesses = 0;
  /** Secrets too short to search for, as JSON strings. */
  readonly #short = new Map<string, string>();

  /** Adds a secret. Everything recorded from now on is free of it. */
  protect(secret: Secret): void {
    if (this.#protected.has(secret)) return;
    this.#protected.add(secret);
    const text = secret.reveal();
    if (!secret.isGuessed && !isNeverByChance(text) && text.length >= SHORTEST_WORD) this.#ofWords.push(wordsOf(text));
    if (text.length < (secret.isGuessed ? SHORTEST.guessed : SHORTEST.known)) {
      this.#short.set(JSON.stringify(text), JSON.stringify(secret.toString()));
      return;
    }
    if (secret.isGuessed && this.#guesses++ >= MOST_GUESSES) return;
    const isUnmistakable = !secret.isGuessed && isNeverByChance(text);
    for (let from = 0; from < text.length; from += LONGEST_PART) {
      // The last part may overlap the one before, so that it is not too short.
      const part = text.slice(Math.min(from, Math.max(0, text.length - LONGEST_PART))).slice(0, LONGEST_PART);
      this.#secrets.add(part, secret.toString(), isUnmistakable);
    }
    const core = coreOf(text);
    if (core !== null) this.#secrets.add(core, secret.toString(), false);
  }

  /**
   * Replaces each secret, in any letter case, by `[NAME]`. Also replaces what is left of a secret that was cut off:
   * before a cut mark, or at the end of a text that was cut.
   */
  redact(text: string, options: Pick<SearchOptions, 'cut'> = {}): string {
    let redacted = '';
    let done = 0;
    let last = '';
    for (const { from, to, name } of this.#secrets.find(text, options)) {
      if (to <= done) continue;
      // Parts of one secret follow each other.
      if (from > done || (from === done && name !== last)) redacted += text.slice(done, from) + name;
      [done, last] = [to, name];
    }
    return redacted + text.slice(done);
  }

  /** Redacts the body of a request. Here a secret in a credential member is redacted however short it is. */
  redactBody(text: string, options: Pick<SearchOptions, 'cut'> = {}): string {
    const masked =
      this.#short.size === 0
        ? text
        : text.replace(CREDENTIAL_MEMBER, (_, name: string, value: string) => name + (this.#short.get(value) ?? value));
    return this.redact(masked, options);
  }

  /** Whether a text contains a secret that cannot be there by chance. */
  finds(text: string): boolean {
    return this.#secrets.find(text, { unmistakable: true }).length > 0;
  }

  /** Whether a text contains a credential that is short or made of words, so that it may be there by chance. */
  suspects(text: string): boolean {
    return this.#ofWords.some((words) => words.test(text));
  }

  /** Redacts one text after another. The same few names and words come again and again. */
  remembering(): (text: string) => string {
    const redacted = new Map<string, string>();
    return (text) => {
      const known = redacted.get(text) ?? this.redact(text);
      redacted.set(text, known);
      return known;
    };
  }

  /** A copy of a JSON value with every string redacted, names of members included. */
  redactValue(value: unknown): unknown {
    const redact = this.remembering();
    const redactEach = (each: unknown): unknown => {
      if (typeof each === 'string') return redact(each);
      if (Array.isArray(each)) return each.map(redactEach);
      if (typeof each === 'object' && each !== null)
        return Object.fromEntries(Object.entries(each).map(([key, item]) => [redact(key), redactEach(item)]));
      return each;
    };
    return redactEach(value);
  }
}

/** The secret part of a key that begins with words, such as `sk_live_…`; `null` if that part could be anything. */
function coreOf(text: string): string | null {
  const core = text.replace(/^(?:[a-z]+[-_])+/i, '');
  return core !== text && core.length >= SHORTEST_CORE && /\d/.test(core) && /[a-z]/i.test(core) ? core : null;
}

/** Whether a text is too long or unusual to appear by chance. A short word or number may be part of any sentence. */
function isNeverByChance(text: string): boolean {
  if (text.length >= 20) return true;
  return text.length >= 8 && !/^[a-z]+(?:[-_.][a-z]+)*$/i.test(text) && !/^\d+$/.test(text);
}

const SHORTEST_WORD = 3;

const wordsOf = (text: string) => new RegExp(`(?<![\\w-])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`);
