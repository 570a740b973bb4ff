/** Each makes another reference that a service may confuse with the original. */
const EDITS: readonly ((text: string) => string)[] = [
  (text) => text.replace('Größe', 'größe'),
  (text) => text.replace('Größe', 'Große'),
  (text) => text.replace('Größe', 'Grösse'),
  (text) => text.normalize('NFD'),
  (text) => text.replace('1_x', '\uff11_x'),
  (text) => `${text} `,
  (text) => text.replace(' "', '  "'),
  (text) => text.replace(' "', '%20"'),
  (text) => text.replace('文', '字'),
  (text) => text.replace('🎈', '🎆'),
  (text) => text.replace('/', '\\/'),
  (text) => text.replaceAll('"', ''),
  (text) => text.replace('&', '&amp;'),
  (text) => text.replace('1_x', '1-x'),
];

/** Few database columns are wider. */
const COLUMN_WIDTH = 256;

/** Confused unless compared byte for byte: each equals the first of its list for some collation, decoder or column. */
export function alike(ref: string, number: string): readonly string[] {
  const text = `${ref} Größe 文🎈 "a/b" & 1_x`;
  const wide = ref.padEnd(COLUMN_WIDTH, 'x');
  const long = number.padEnd(19, '0');
  return [
    ...[text, ...EDITS.map((edit) => edit(text))],
    ...[`${wide}a`, `${wide}b`],
    // Texts that begin with a number, or are one: equal once they are parsed or rounded.
    ...[`${number}000`, `${number}e3`, `0${number}000`, `${number}000.0`],
    ...[`${number}-US`, `${number}-GB`],
    ...[`${long}1`, `${long}2`],
  ];
}

/** References that, joined with `sign`, make the same text as these: a service may use that text as a key. */
export function runningInto(order: string, line: string, sign: '' | '-'): readonly [order: string, line: string] {
  const [first = '', ...rest] = sign === '' ? Array.from(line) : line.split(sign);
  return [`${order}${sign}${first}`, rest.join(sign)];
}
