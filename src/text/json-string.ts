/** Where the JSON string that begins at `start` ends, after its closing quote; the text's end if it is cut. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) at++;
    else if (unit === QUOTE) return at + 1;
  }
  return text.length;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
