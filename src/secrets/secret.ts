import { inspect } from 'node:util';

/** A credential. It prints as its name; only `reveal()`, called where a request is put on the wire, gives the text. */
export class Secret {
  /** The environment variable that holds it; a variant made of it carries a suffix: `ADSERVER_API_KEY:truncated`. */
  readonly name: string;
  /** A text that only looks like a credential is redacted too, but is no proof of a leak. */
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

  /** Another credential made from this one: a nearly right key reveals the right one, so it is a secret too. */
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
