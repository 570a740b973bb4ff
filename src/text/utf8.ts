const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of UTF-8 bytes; `null` if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** The bytes without an incomplete character that a cut left at their end. */
export function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  const lead = bytes[end - 1] ?? 0;
  return lead >= 0xc0 ? bytes.subarray(0, end - 1) : bytes;
}
