/** Each makes another reference that a service may confuse with the original. */
const EDITS: readonly ((text: string) => string)[] = [
  (text) => text.replace('Größe', 'größe'),
  (text) => text.replace('Größe', 'Große'),
  (text) => text.normalize('NFD'),
  (text) => `${text} `,
  (text) => text.replace('文', '字'),
  (text) => text.replace('🎈', '🎆'),
  (text) => text.replace('1_x', '1-x'),
];

/** Few database columns are wider. */
const COLUMN_WIDTH = 256;

/** Confused unless compared byte for byte: each equals the first of its list for some collation, decoder or column. */
export function alike(ref: string): readonly string[] {
  const text = `${ref} Größe 文🎈 "a/b" & 1_x`;
  const wide = ref.padEnd(COLUMN_WIDTH, 'x');
  return [text, ...EDITS.map((edit) => edit(text)), `${wide}a`, `${wide}b`];
}
