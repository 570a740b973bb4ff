import type { Reply } from '../../../src/http/reply.ts';
import { isObject } from '../../json.ts';

/** A text says little alone: so many do. */
const ENOUGH = 3;
/** What an error may say of itself or of its surroundings in the same words as data does. */
const DESCRIBING = /^(?:type|kind|code|status|state|scopes?|locale|lang|language|currency|country)$/i;

/**
 * Texts of the lists in a served answer that a refusal holds: one under the same name, or several under any. What stands
 * around the lists, such as the name of the site, may stand around an error too.
 */
export function leakedData(refusal: Reply, served: Reply): string[] {
  const listed = textsIn(served).filter(({ isListed }) => isListed);
  const inRefusal = textsIn(refusal);
  const named = listed.filter((one) => inRefusal.some(({ name, text }) => name === one.name && text === one.text));
  const body = Buffer.from(refusal.body).toString();
  const anywhere = listed.filter(({ text }) =>
    refusal.json.ok ? inRefusal.some((one) => one.text === text) : body.includes(text),
  );
  const leaked = named.length > 0 ? named : anywhere.length < ENOUGH ? [] : anywhere;
  return leaked.map(({ name, text }) => `${name}: ${text}`);
}

interface Text {
  readonly name: string;
  readonly text: string;
  /** It is of an object in a list. */
  readonly isListed: boolean;
}

/** Every text of a JSON body, except links, scopes, short words and members that describe the answer. */
function textsIn({ json }: Reply): Text[] {
  return json.ok ? collected(json.value, '', false) : [];
}

function collected(value: unknown, name: string, isListed: boolean): Text[] {
  if (Array.isArray(value)) return value.flatMap((item) => collected(item, name, isListed || isObject(item)));
  if (isObject(value)) return Object.entries(value).flatMap(([member, inner]) => collected(inner, member, isListed));
  const isText = typeof value === 'string' && value.length >= 3 && !/[/:]/.test(value) && !DESCRIBING.test(name);
  return isText ? [{ name, text: value, isListed }] : [];
}
