// What both contracts try in place of a right credential.

/** Headers in which services look for a credential besides `Authorization`, with what stands before it there. */
export const OTHER_HEADERS = {
  'x-api-key': '',
  'api-key': '',
  apikey: '',
  'x-auth-token': '',
  'x-access-token': '',
  'x-authorization': 'Bearer ',
  cookie: 'token=',
};

export const EACH_HEADER = Object.entries(OTHER_HEADERS).map(([name, before]) => ({
  name,
  before,
  as: { scheme: '', headers: { [name]: before } },
}));

export const PLACEHOLDERS = { null: 'Bearer null', undefined: 'Bearer undefined' };

/** With another last character (before any padding), even if case is ignored and, as in Base64, only its first bit counts. */
export function withOtherEnd(text: string): string {
  return text.replace(/[^=](?==*$)/su, (last) => (last === 'Q' ? 'k' : /[A-Za-f]/.test(last) ? 'q' : 'B'));
}

export function inOtherCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}
