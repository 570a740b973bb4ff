/** Whether a credential can be sent as it is: a header carries visible ASCII. */
export function isSendable(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** What is wrong with one that cannot be sent, unless it is empty, and what helps. */
export const UNSENDABLE = 'holds a space, a line break or a character that is not visible ASCII';
export const COPY_AGAIN = 'Copy it anew, without quotes and without "Bearer ".';

/** Whether a credential can be sent in a body: invisible characters in it come from copying. */
export function isWhole(text: string): boolean {
  return /^(?:[^\p{Cc}\p{Cf}\p{Z}]| )+$/u.test(text) && text.trim() === text;
}

/** What is wrong with one that cannot, unless it is empty. */
export const NOT_WHOLE = 'begins or ends with a space, or holds a line break or an invisible character';
