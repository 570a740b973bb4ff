import { inspect } from 'node:util';

/** A credential. It prints as its name; only `reveal()`, called where a request is put on the wire, gives the text. */
export class Secret {
  /** The environment variable that holds it; a variant made of it carries a suffix: `ADSERVER_API_KEY:truncated`. */
  readonly name: string;
  /** What only looks like one is not shown either, but its turning up elsewhere proves nothing. */
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

  /** Another credential made of this one: a wrong key that nearly fits reveals the right one, so it is a secret too. */
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
