import { inspect } from 'node:util';

/**
 * A credential. It prints as its name; only `reveal()` gives the text, and only code that sends or redacts calls it.
 */
export class Secret {
  /**
   * The environment variable that holds it. A credential derived from it has a suffix: `ADSERVER_API_KEY:truncated`.
   */
  readonly name: string;
  /**
   * True for a text that only looks like a credential. It is redacted too, but its reappearance does not prove a leak.
   */
  readonly isGuessed: boolean;
  readonly #text: string;

  constructor(name: string, text: string, how: 'known' | 'guessed' = 'known') {
    this.name = name;
    this.isGuessed = how === 'guessed';
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  /** A credential made from this one. A nearly right key reveals the right one, so it is a secret too. */
  derive(variant: string, change: (text: string) => string): Secret {
    return new Secret(`${this.name}:${variant}`, change(this.#text));
  }

  toString(): string {
    return `[${this.name}]`;
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}
