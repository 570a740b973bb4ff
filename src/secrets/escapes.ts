/** A text without its escapes, and how a place in it is found in the text as written. */
export interface Unescaped {
  readonly text: string;
  readonly placeOf: (at: number) => number;
}

/** An address within JSON within JSON has no more. */
const MOST_LAYERS = 4;

/** The escapes of JSON, addresses and markup. JSON within JSON doubles the backslashes. */
const ESCAPE =
  /\\+(?:u([\da-f]{4})|x([\da-f]{2})|([^]))|%([0-7][\da-f])|(%[c-f][\da-f](?:%[89ab][\da-f]){1,3})|&(?:#x0*([\da-f]{1,6})|#0*(\d{1,7})|(amp|lt|gt|quot|apos));/gi;
/** Behind the groups comes the place of a match. */
const GROUPS = 8;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** From `behind` on, the text is `shorter` by this many characters. */
interface Shift {
  readonly behind: number;
  readonly shorter: number;
}

/** Undoes all escapes, also those within others. */
export function unescaped(written: string): Unescaped {
  const layers: Shift[][] = [];
  let text = written;
  while (layers.length < MOST_LAYERS && /[\\%&]/.test(text)) {
    const shifts: Shift[] = [];
    let shorter = 0;
    text = text.replace(ESCAPE, (escape: string, ...found: unknown[]) => {
      const character = characterOf(found as (string | undefined)[]); // Its first members are the groups.
      shorter += escape.length - character.length;
      shifts.push({ behind: Number(found[GROUPS]) + escape.length - shorter, shorter });
      return character;
    });
    if (shifts.length === 0) break;
    layers.push(shifts);
  }
  return { text, placeOf: (at) => layers.reduceRight((place, shifts) => place + shiftAt(shifts, place), at) };
}

function characterOf([unicode, byte, sign, ascii, bytes, hex, decimal, name]: readonly (string | undefined)[]): string {
  if (sign !== undefined) return /[bfnrt]/.test(sign) ? ' ' : sign;
  if (bytes !== undefined) return Buffer.from(bytes.replaceAll('%', ''), 'hex').toString();
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? '';
  return decimal === undefined ? coded(unicode ?? byte ?? ascii ?? hex, 16) : coded(decimal, 10);
}

function coded(digits: string | undefined, base: number): string {
  const code = Number.parseInt(digits ?? '', base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

/** How much shorter the text is before a place. */
function shiftAt(shifts: readonly Shift[], place: number): number {
  let [low, high] = [0, shifts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shifts[middle]?.behind ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return shifts[low - 1]?.shorter ?? 0;
}
