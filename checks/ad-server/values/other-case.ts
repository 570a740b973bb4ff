/** With its last letter in the other case: confused if case is ignored, or all from there on is cut off. */
export const inOtherCase = (text: string): string => text.replace(/[a-z](?=[^a-z]*$)/i, swapped);

/** The text with its first and last letters in the other case. A service confuses the two only if it ignores case. */
export const inOtherCaseAtEnds = (text: string): string => inOtherCase(text.replace(/[a-z]/i, swapped));

/** The text with an accent on its last vowel, as one character. A service confuses the two if it ignores accents. */
export function withAccent(text: string): string {
  return text.replace(/[aeiou](?=[^aeiou]*$)/, (letter) => `${letter}\u0301`).normalize('NFC');
}

export const withOtherEnd = (text: string): string => text.replace(/.$/su, (last) => (last === 'x' ? 'y' : 'x'));

function swapped(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** Few database columns are wider than the two together. */
const CHARACTERS_BEFORE = 101;
const CHARACTERS_AFTER = 24;

export function longRef(ref: string): string {
  return `${ref.padEnd(CHARACTERS_BEFORE, 'x')}-${'x'.repeat(CHARACTERS_AFTER)}`;
}

/** Whether a reference is in the long form, which a column may be too short for, or has an accent. */
export const isOddRef = (ref: string): boolean => ref.length > CHARACTERS_BEFORE || ref !== ref.normalize('NFD');

/**
 * The reference with an underscore for its last hyphen, or the other way round. A service confuses the two if it
 * compares only letters and digits or, in the long form, if it cuts them off or compares only their beginning or end.
 */
export function withOtherSign(ref: string): string {
  return ref.replace(/[-_](?=[^-_]*$)/, (sign) => (sign === '-' ? '_' : '-'));
}
