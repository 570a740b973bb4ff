/** A way in which a text may be written, as the source of a regular expression to be matched in any letter case. */
export interface Spelling {
  readonly source: string;
  /** Of the text that it matches, at least. */
  readonly length: number;
}

/** Fewer characters than this of an encoding may stand anywhere by chance. */
const SHORTEST_ENCODED = 8;

/** Every spelling in which a service may repeat a secret: plain or escaped, in hexadecimal, in Base64 of whatever holds it. */
export function spellingsOf(text: string): Spelling[] {
  const base64 = Buffer.from(text).toString('base64').replace(/=+$/, '');
  const encoded = [Buffer.from(text).toString('hex'), ...[0, 1, 2].map((before) => base64Within(text, before))];
  return [
    { source: escapable(text), length: text.length },
    { source: `${escapable(base64)}${PADDING}`, length: base64.length },
    ...encoded
      .filter((code) => code.length >= SHORTEST_ENCODED)
      .map((code) => ({ source: escapable(code), length: code.length })),
  ];
}

const PADDING = '(?:=|%3D|\\\\u003D){0,2}';

/** What all Base64 texts have in common that encode something which holds the text behind so many bytes, modulo 3. */
function base64Within(text: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

/** Letters and digits as they are, each other character also as JSON, addresses or markup escape it. */
function escapable(text: string): string {
  return text.replace(/[^a-z0-9]/gi, (character) => {
    const code = character.charCodeAt(0);
    const hex = code.toString(16).padStart(2, '0');
    const forms = [literal(character), `\\\\${literal(character)}`, `\\\\u00${hex}`, `\\\\x${hex}`, `%${hex}`];
    const markup = [`&#0*${code};`, `&#x0*${hex};`, ...(MARKUP[character] ?? []).map((name) => `&${name};`)];
    return `(?:${[...forms, ...markup, ...(BASE64_URL[character] ?? [])].join('|')})`;
  });
}

const literal = (character: string) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

const MARKUP: Readonly<Record<string, readonly string[]>> = {
  '&': ['amp'],
  '<': ['lt'],
  '>': ['gt'],
  '"': ['quot'],
  "'": ['apos'],
};

/** In Base64 for addresses these two stand for those two; in a plain text the mistake does no harm. */
const BASE64_URL: Readonly<Record<string, readonly string[]>> = { '+': ['-'], '/': ['_'] };
