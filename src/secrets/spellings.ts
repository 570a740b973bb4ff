/** One way to write a secret, ignoring letter case and escapes. */
export interface Spelling {
  /** UTF-16 units, with letters in lower case. */
  readonly units: Uint16Array;
  /** For Base64: `=` at the end belongs to it, and `-` and `_` may replace `+` and `/`. */
  readonly base64: boolean;
}

/** A shorter encoded text may appear anywhere by chance. */
const SHORTEST_ENCODED = 8;

/**
 * Every spelling in which a service may repeat a secret: plain, in hexadecimal, in Base64 of any text that contains it.
 */
export function spellingsOf(text: string): Spelling[] {
  const inBase64 = [
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    ...[0, 1, 2].map((before) => base64Within(text, before)).filter((code) => code.length >= SHORTEST_ENCODED),
  ];
  const others = [text, Buffer.from(text).toString('hex')];
  // This spelling only differs for non-ASCII characters, whose escapes contain letters too.
  if (/[^\0-\x7f]/.test(text)) {
    const inAddress = encodeURIComponent(text.toWellFormed());
    // A space has several spellings.
    others.push(inAddress, inAddress.replaceAll('%20', ' '));
  }
  return [
    ...[...new Set(others)].map((each) => ({ units: folded(each), base64: false })),
    ...inBase64.map((each) => ({ units: folded(each), base64: true })),
  ];
}

/** The part shared by all Base64 texts that encode this text after `before` other bytes, modulo 3. */
function base64Within(text: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

function folded(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index++) units[index] = fold(text.charCodeAt(index));
  return units;
}

/** A UTF-16 unit in lower case. */
export function fold(unit: number): number {
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
  const lower = String.fromCharCode(unit).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

/** A character written as an escape, and the length of the escape. */
export interface Escape {
  /** In lower case. */
  readonly unit: number;
  readonly length: number;
}

const BACKSLASH = 0x5c;
/** `\`, `%` and `&`, which begin the escapes of JSON, addresses and markup. */
export const OPENS_ESCAPE: ReadonlySet<number> = new Set([BACKSLASH, 0x25, 0x26]);

/** JSON within JSON doubles the backslashes, here up to three times. */
const IN_JSON = /\\{1,7}(?:u([\da-f]{4})|x([\da-f]{2})|([^a-z\d\\]))/iy;
const IN_MARKUP = /&(?:#0*(\d{1,7})|#x0*([\da-f]{1,6})|(amp|lt|gt|quot|apos));/iy;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const BEGUN = /\\{1,7}(?:u[\da-f]{0,3}|x[\da-f]?)?|%[\da-f]?|&#?x?[\da-z]{0,7}/iy;

/** The escape at a place of a text; `null` if there is none. */
export function escapeAt(text: string, at: number): Escape | null {
  switch (text.charCodeAt(at)) {
    case BACKSLASH: {
      const found = matchAt(IN_JSON, text, at);
      if (found !== null) return escaped(found, found[3] ?? fromHex(found[1] ?? found[2]));
      return text.charCodeAt(at + 1) === BACKSLASH ? { unit: BACKSLASH, length: 2 } : null;
    }
    case 0x25: {
      const byte = 16 * hexDigit(text.charCodeAt(at + 1)) + hexDigit(text.charCodeAt(at + 2));
      return byte >= 0 ? { unit: fold(byte), length: 3 } : null;
    }
    case 0x26: {
      const found = matchAt(IN_MARKUP, text, at);
      if (found === null) return null;
      const [, decimal, hex, name] = found;
      if (name !== undefined) return escaped(found, NAMED[name.toLowerCase()] ?? '');
      return escaped(found, decimal === undefined ? fromHex(hex) : String.fromCharCode(Number(decimal)));
    }
    default:
      return null;
  }
}

/** The end of an incomplete escape at a place of a text; the place itself if there is none. */
export function endOfBegunEscape(text: string, at: number): number {
  if (!OPENS_ESCAPE.has(text.charCodeAt(at))) return at;
  return at + (matchAt(BEGUN, text, at)?.[0].length ?? 0);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function escaped(found: RegExpExecArray, character: string): Escape {
  return { unit: fold(character.charCodeAt(0)), length: found[0].length };
}

/** The value of a hexadecimal digit. Other characters get a value so small that a sum with one is never valid. */
function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1000;
}

const fromHex = (digits = '') => String.fromCharCode(Number.parseInt(digits, 16));
