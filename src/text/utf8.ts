const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8; `null` if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Drops an incomplete character that a cut left at the end. */
export function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  const lead = bytes[end - 1] ?? 0;
  return lead >= 0xc0 ? bytes.subarray(0, end - 1) : bytes;
}
