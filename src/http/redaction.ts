import type { Secret } from './secret.ts';

/** Below this length a text is no credential, and replacing it everywhere would only make a report unreadable. */
const SHORTEST = 6;

/** Takes every known secret out of a text, in each spelling in which a service may echo it. */
export class Redactor {
  readonly #names = new Map<string, string>();
  #pattern: RegExp | null = null;

  /** Learns a secret; all that is recorded from now on is free of it. */
  protect(secret: Secret): void {
    const text = secret.reveal();
    if (text.length < SHORTEST) return;
    for (const spelling of spellings(text)) {
      if (this.#names.has(spelling)) continue;
      this.#names.set(spelling, secret.toString());
      this.#pattern = null;
    }
  }

  /** The text with `[NAME]` in place of each secret, in whatever letter case it stands there. */
  redact(text: string): string {
    if (this.#names.size === 0) return text;
    this.#pattern ??= new RegExp([...this.#names.keys()].sort(longestFirst).map(escaped).join('|'), 'gi');
    return text.replace(this.#pattern, (found) => this.#nameOf(found));
  }

  /** Whether a text holds a secret. */
  finds(text: string): boolean {
    return this.redact(text) !== text;
  }

  /** A copy of a JSON value in which every string, keys included, is redacted. */
  redactValue(value: unknown): unknown {
    if (typeof value === 'string') return this.redact(value);
    if (Array.isArray(value)) return value.map((item) => this.redactValue(item));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.redact(key), this.redactValue(item)]));
    return value;
  }

  #nameOf(found: string): string {
    const exact = this.#names.get(found);
    if (exact !== undefined) return exact;
    const folded = found.toLowerCase();
    for (const [spelling, name] of this.#names) if (spelling.toLowerCase() === folded) return name;
    return '[secret]';
  }
}

function spellings(text: string): string[] {
  const base64 = Buffer.from(text).toString('base64');
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
    encodeURIComponent(text),
    new URLSearchParams({ k: text }).toString().slice(2),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(text).toString('base64url'),
    Buffer.from(text).toString('hex'),
    markup(text),
  ];
}

function markup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const longestFirst = (one: string, other: string) => other.length - one.length;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
