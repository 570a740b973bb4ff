/** Whether a text is an HTML page or another document in markup. */
export function isMarkup(text: string): boolean {
  return /^\uFEFF?\s*<(!doctype|html|\?xml|!--|[a-z])/i.test(text);
}

/** Whether a text contains markup, as the tag of a creative does. */
export function containsMarkup(text: string): boolean {
  return /<[/!]?\p{L}/u.test(text);
}
