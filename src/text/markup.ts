/** Whether a text is an HTML page or another document in markup. */
export function isMarkup(text: string): boolean {
  return /^\uFEFF?\s*<(!doctype|html|\?xml|!--|[a-z])/i.test(text);
}

/** Whether a text contains markup, as the tag of a creative does. */
export function containsMarkup(text: string): boolean {
  return /<[/!]?\p{L}/u.test(text);
}

/** Whether a text begins as a whole page does. */
export function isHtmlPage(text: string): boolean {
  return /^\uFEFF?\s*<(?:!doctype html|html)\b/i.test(text);
}

/** Whether a text has elements of a page. Errors in XML have others. */
export function hasHtml(text: string): boolean {
  return /<(?:!doctype html|html|head|body|title|h\d|p|center|div|br)\b/i.test(text);
}
