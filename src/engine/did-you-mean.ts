import { closest, distance } from 'fastest-levenshtein';
import { cut } from '../text/cut.ts';

/** Longer than any name. Comparing longer texts would take time. */
const LONGEST = 200;

/**
 * Suggests the known name that was probably meant: "Did you mean …?", or an empty string if no name is close.
 * A name is close if few letters differ, or if it contains every word of the given one.
 */
export function nearest(name: string, known: readonly string[]): string {
  if (name.length > LONGEST) return '';
  const best =
    known.find((candidate) => candidate.endsWith(`.${name}`)) ??
    known.find((candidate) => name.length > 2 && candidate.startsWith(name)) ??
    fewLettersOff(name, known) ??
    allWordsIn(name, known);
  return best === undefined ? '' : `Did you mean ${best}?`;
}

/** An unknown name as messages quote it. */
export const quoted = (name: string): string => JSON.stringify(cut(name, 80));

/** Joins sentences with spaces and drops empty ones. */
export function sentences(...each: readonly string[]): string {
  return each.filter((sentence) => sentence !== '').join(' ');
}

function fewLettersOff(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const candidate = closest(name, known);
  return distance(name.toLowerCase(), candidate.toLowerCase()) <= Math.max(2, name.length / 4) ? candidate : undefined;
}

/** The shortest known name that contains every word of three or more letters. */
function allWordsIn(name: string, known: readonly string[]): string | undefined {
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);
  if (words.length === 0) return undefined;
  const containing = known.filter((candidate) => words.every((word) => candidate.toLowerCase().includes(word)));
  return containing.sort((one, other) => one.length - other.length)[0];
}
