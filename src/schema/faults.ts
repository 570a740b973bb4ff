import type { ErrorObject } from 'ajv';
import type { ShapeFault } from '../causes/found.ts';
import { cut } from '../text/cut.ts';
import { isObject, member } from '../text/json.ts';
import { inWords } from '../text/in-words.ts';
import { pointerTokens, stepOf } from '../text/pointer.ts';
import { meantBy } from './misspelt-member.ts';
import type { Validator } from './validator.ts';

/** All problems that a schema found in a value, in the order of the schema; empty if there are none. */
export function faultsOf(validate: Validator<unknown>, value: unknown): ShapeFault[] {
  if (validate(value)) return [];
  return withoutEchoes((validate.errors ?? []).map(toFault));
}

function toFault(error: ErrorObject): ShapeFault {
  const parent = described(error.parentSchema);
  const lacking = member(error.params, 'missingProperty');
  if (error.keyword === 'required' && typeof lacking === 'string') {
    const properties = member(error.parentSchema, 'properties');
    const expected = described(member(properties, lacking)) ?? 'this member to be present';
    return memberFault(error.data, lacking, expected, error.instancePath, Object.keys(properties ?? {}));
  }
  const extra = member(error.params, 'additionalProperty');
  if (error.keyword === 'additionalProperties' && typeof extra === 'string') {
    const pointer = `${error.instancePath}/${stepOf(extra)}`;
    const value = member(error.data, extra);
    return {
      kind: 'not-allowed',
      pointer,
      place: pointer,
      expected: `no such member: ${parent ?? 'no other is allowed'}`,
      actual: shown(value),
    };
  }
  const { schema } = error;
  // The description of a whole document says what it is for, so name its type instead.
  const type = error.schemaPath === '#/type' && typeof schema === 'string' ? `a JSON ${schema}` : null;
  return {
    kind: 'wrong',
    pointer: error.instancePath,
    place: error.instancePath,
    expected: type ?? parent ?? error.message ?? 'something else',
    actual: shown(error.data),
  };
}

/** That a member of an object is missing, or not what is expected. `due`: the members that the object should have. */
export function memberFault(
  object: unknown,
  name: string,
  expected: string,
  path = '',
  due: readonly string[] = [],
): ShapeFault {
  const value = member(object, name);
  const pointer = `${path}/${stepOf(name)}`;
  if (value !== undefined) return { kind: 'wrong', pointer, place: pointer, expected, actual: shown(value) };
  const meant = meantBy(name, object, due);
  return {
    kind: 'missing',
    pointer,
    place: path,
    expected,
    actual: missing(name, object, meant),
    ...(meant !== null && { meant: path + meant }),
  };
}

/** One wrong member can violate several keywords (its type and its value), but is reported once. */
function withoutEchoes(faults: readonly ShapeFault[]): ShapeFault[] {
  const seen = new Set<string>();
  return faults.filter(({ pointer, expected }) => {
    const key = `${pointer} ${expected}`;
    return !seen.has(key) && seen.add(key);
  });
}

function described(schema: unknown): string | null {
  const description = member(schema, 'description');
  return typeof description === 'string' ? description : null;
}

/** The value of an object's member in a few words, or that it is missing. */
export function shownMember(value: unknown, name: string, object: unknown): string {
  return value === undefined ? missing(name, object, meantBy(name, object)) : shown(value);
}

const MOST_NAMES = 6;

/** Says that an object lacks a member, and what it has instead. */
function missing(name: string, object: unknown, meant: string | null): string {
  if (meant !== null) {
    const [last = '', ...wrappers] = [...(pointerTokens(meant) ?? [])].reverse();
    const inside = wrappers.length === 0 ? '' : ` inside ${wrappers.reverse().join('.')}`;
    return `no ${name}, but ${cut(last + inside, 120)}`;
  }
  const names = isObject(object) ? Object.keys(object) : [];
  if (names.length === 0) return isObject(object) ? `an empty object, without ${name}` : `no ${name}`;
  const first =
    names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), `${names.length - MOST_NAMES} more`] : names;
  return `no ${name}, only ${inWords(
    first.map((one) => cut(one, 40)),
    'and',
  )}`;
}

/** A JSON value as received, shortened if necessary. */
export function shown(value: unknown): string {
  return value === undefined ? 'missing' : cut(JSON.stringify(value), 120);
}
