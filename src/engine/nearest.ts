import { closest } from 'fastest-levenshtein';

/** A sentence that suggests the known name nearest to one that is not known. */
export function nearest(name: string, known: readonly string[]): string {
  const best =
    known.find((candidate) => candidate.endsWith(`.${name}`)) ??
    known.find((candidate) => name.length > 2 && candidate.startsWith(name)) ??
    closest(name, known);
  return `Did you mean ${best}?`;
}
