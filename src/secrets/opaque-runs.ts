/** Characters of tokens, with the padding of Base64. Shorter runs are words, dates or numbers. */
const RUN = /[\w.~+/-]{16,8192}={0,2}/g;
const ADDRESS = /\bhttps?:\/\/[^\s"'<>?#&]*/gi;
const PAUSES = /[._~+/-]+/;
/** A word, or several as in `InvalidKey`; a number as in a date or version; a word with a number, as in `site24`. */
const WORDS = [
  /^[a-z]*(?:[A-Z][a-z]{2,})*$/,
  /^(?:[A-Z][a-z]|[A-Z]*)$/,
  /^(?=.{1,15}$)(?:[A-Z]?[a-z]*|[A-Z]*)\d{1,4}$/,
];
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The long runs of characters in a text that are not words or addresses, after decoding escapes: tokens, hashes, ids.
 */
export function opaqueRuns(text: string): string[] {
  const runs = unescaped(text).replace(ADDRESS, ' ').match(RUN) ?? [];
  return runs.map(withoutStop).filter((run) => UUID.test(run) || !isWords(run.replace(/=+$/, '')));
}

/** A token at the end of a sentence does not include the full stop, or an ellipsis. */
function withoutStop(run: string): string {
  return run.replace(/(?<!\.)\.+$/, '');
}

function isWords(run: string): boolean {
  return run.split(PAUSES).every((part) => WORDS.some((form) => form.test(part)));
}

/** Decodes the escapes of JSON, addresses and markup, because a token may be written with any of them. */
function unescaped(text: string): string {
  return text
    .replace(/\\[bfnrt]/g, ' ')
    .replace(
      /\\u([\da-f]{4})|%([\da-f]{2})|&#x([\da-f]{1,4});/gi,
      (_, ...[json, query, markup]: (string | undefined)[]) =>
        String.fromCharCode(Number.parseInt(json ?? query ?? markup ?? '', 16)),
    )
    .replace(/&#(\d{1,5});/g, (_, digits: string) => String.fromCharCode(Number(digits)))
    .replace(/\\(.)/g, '$1');
}
