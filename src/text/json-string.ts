/** Where the JSON string that begins at `start` ends, after its closing quote; the text's end if it is cut. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
