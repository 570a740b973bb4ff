/**
 * References that are alike to whoever does not compare them byte for byte, each to the first of its list in one way: to a
 * database's collation, to a Unicode normal form, to a decoder, to a number, to a column of some width.
 */
export function alike(ref: string, number: string): readonly string[] {
  return [...alikeTexts(ref), ...alikeNumbers(number)];
}

/** What is done to a reference that must stay as it is. */
const FOLDED: readonly ((text: string) => string)[] = [
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

function alikeTexts(ref: string): readonly string[] {
  const text = `${ref} Größe 文🎈 "a/b" & 1_x`;
  return [text, ...FOLDED.map((fold) => fold(text)), ...alikeAtTheirBeginning(ref)];
}

/** Few columns are wider. */
const WIDTH = 256;

function alikeAtTheirBeginning(ref: string): readonly string[] {
  const long = ref.padEnd(WIDTH, 'x');
  return [`${long}a`, `${long}b`];
}

/** Texts that begin with a number, or are one: as one of some width they are alike. */
function alikeNumbers(number: string): readonly string[] {
  const long = number.padEnd(19, '0');
  return [
    ...[`${number}000`, `${number}e3`, `0${number}000`, `${number}000.0`],
    ...[`${number}-US`, `${number}-GB`],
    ...[`${long}1`, `${long}2`],
  ];
}

/** The same order and line joined without a sign, or with a hyphen: the line's reference begins in that of the order. */
export function runningInto(order: string, line: string, sign: '' | '-'): readonly [order: string, line: string] {
  const [first = '', ...rest] = sign === '' ? Array.from(line) : line.split(sign);
  return [`${order}${sign}${first}`, rest.join(sign)];
}
