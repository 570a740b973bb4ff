import { isObject } from '../../json.ts';
import { parseJson } from '../../../src/text/parsed-json.ts';

/** Values of JSON, and the colon behind a name. */
const VALUE = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

/**
 * All of a body by its places: of JSON each value by its pointer, and what is left between the values, which shows other
 * members, their order and blanks; of anything else the text.
 */
export function placesIn(text: string): readonly (readonly [place: string, value: string])[] {
  const json = parseJson(Buffer.from(text));
  if (!json.ok) return [['the body', text]];
  const between = text.replace(VALUE, (found, colon?: string) => (colon === undefined ? '…' : found));
  return [['the members of the body', between], ...valuesIn(json.value, '')];
}

function valuesIn(value: unknown, pointer: string): (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => valuesIn(item, `${pointer}/${index}`));
  if (isObject(value)) return Object.entries(value).flatMap(([name, inner]) => valuesIn(inner, `${pointer}/${name}`));
  return [[`the body at ${pointer}`, typeof value === 'string' ? value : JSON.stringify(value)]];
}
