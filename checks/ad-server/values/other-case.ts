/**
 * A text with its last letter in the other case: to whoever ignores case, or cuts off before that letter, it is the text
 * itself.
 */
export function inOtherCase(text: string): string {
  return text.replace(/[a-z](?=[^a-z]*$)/i, swapped);
}

/** A text with its first and its last letter in the other case: to whoever ignores case alone it is the text itself. */
export function inOtherCaseAtEnds(text: string): string {
  return inOtherCase(text.replace(/[a-z]/i, swapped));
}

/** A text in which a capital and the same letter have exchanged their case: of the same letters, bytes and sum. */
export function withCaseExchanged(text: string): string {
  const at = Array.from(text).findIndex((letter) => letter !== swapped(letter) && text.includes(swapped(letter)));
  if (at < 0) return inOtherCase(text);
  const letter = text.charAt(at);
  const other = text.indexOf(swapped(letter));
  return Array.from(text, (one, index) => (index === at || index === other ? swapped(one) : one)).join('');
}

/** A text with an accent on its last letter that may have one, in one character: to whoever ignores accents it is the text. */
export function withAccent(text: string): string {
  return text.replace(/[aeiou](?=[^aeiou]*$)/, (letter) => `${letter}\u0301`).normalize('NFC');
}

/** The same letters and accents in two characters each: to whoever normalises texts it is the text with an accent. */
export function withAccentApart(text: string): string {
  return withAccent(text).normalize('NFD');
}

export function withOtherEnd(text: string): string {
  return text.slice(0, -1) + (text.endsWith('x') ? 'y' : 'x');
}

function swapped(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** So much of a reference comes before the sign in which another differs, and so much behind it: few columns are wider. */
const BEFORE = 101;
const BEHIND = 24;

/** A long form of a reference, the last sign in which has much before and behind it. */
export function longRef(ref: string): string {
  return `${ref.padEnd(BEFORE, 'x')}-${'x'.repeat(BEHIND)}`;
}

/**
 * A reference with another last sign: the same to whoever looks at letters and digits alone, and in its long form also to
 * who cuts off, or looks at the beginning or the end.
 */
export function withOtherSign(ref: string): string {
  return ref.replace(/[-_](?=[^-_]*$)/, (sign) => (sign === '-' ? '_' : '-'));
}
