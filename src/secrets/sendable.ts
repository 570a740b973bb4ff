/** Whether a credential can be sent in a header, which allows only visible ASCII. */
export function isSendable(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Why a header credential cannot be sent, as the end of a sentence. */
export const UNSENDABLE = 'holds a space, a line break or a character that is not visible ASCII';
export const COPY_AGAIN = 'Copy it anew, without quotes and without "Bearer ".';

/** Whether a credential can be sent in a body. Invisible characters are a sign of a copying mistake. */
export function isWhole(text: string): boolean {
  return /^(?:[^\p{Cc}\p{Cf}\p{Z}]| )+$/u.test(text) && text.trim() === text;
}

/** Why a body credential cannot be sent, as the end of a sentence. */
export const NOT_WHOLE = 'begins or ends with a space, or holds a line break or an invisible character';
