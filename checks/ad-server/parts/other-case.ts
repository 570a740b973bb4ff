/**
 * A text with its last letter in the other case: to whoever ignores case, or cuts off before that letter, it is the text
 * itself.
 */
export function inOtherCase(text: string): string {
  return text.replace(/[a-z](?=[^a-z]*$)/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
