import { isDeepStrictEqual } from 'node:util';
import type { Reply } from '../../../src/http/reply.ts';
import { isObject } from '../../json.ts';

/** A text says little alone: so many do. */
const ENOUGH = 3;
/** What an error may say of itself or of its surroundings in the same words as data does. */
const DESCRIBING = /^(?:type|kind|code|status|state|scopes?|locale|lang|language|currency|country)$/i;

/**
 * Texts of the lists in a served answer that a refusal holds, and another refusal does not: one under the same name, or
 * several under any. All of what is served is too much, whatever other refusals hold. What stands around the lists, such as
 * the name of the site, may stand around an error too.
 */
export function leakedData(refusal: Reply, served: Reply, other: Reply): string[] {
  const listed = textsIn(served).filter(({ isListed }) => isListed);
  if (listed.length >= ENOUGH && holdsAll(refusal, served)) return listed.map(told);
  const unusual = listed.filter(({ text }) => !says(other, text));
  const inRefusal = new Set(textsIn(refusal).map(told));
  const named = unusual.map(told).filter((text) => inRefusal.has(text));
  if (named.length > 0) return named;
  const anywhere = unusual.filter(({ text }) => says(refusal, text));
  return anywhere.length < ENOUGH ? [] : anywhere.map(told);
}

interface Text {
  readonly name: string;
  readonly text: string;
  /** It stands in a list. */
  readonly isListed: boolean;
}

function told({ name, text }: Text): string {
  return `${name}: ${text}`;
}

function says(reply: Reply, text: string): boolean {
  return reply.json.ok ? textsIn(reply).some((one) => one.text === text) : bodyOf(reply).includes(text);
}

function holdsAll(refusal: Reply, served: Reply): boolean {
  if (!refusal.json.ok) return bodyOf(refusal).includes(bodyOf(served));
  const [whole, part] = [refusal.json.value, served.json.ok ? served.json.value : null];
  if (!isObject(whole) || !isObject(part) || hasGap(part)) return false;
  return Object.entries(part).every(([name, inner]) => isDeepStrictEqual(whole[name], inner));
}

/** Whether there is a place in a JSON value where data could be, such as the items of an empty list. */
function hasGap(value: unknown): boolean {
  if (value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  const inner: readonly unknown[] = Object.values(value);
  return inner.length === 0 || inner.some(hasGap);
}

function bodyOf({ body }: Reply): string {
  return Buffer.from(body).toString().trim();
}

/** Every text of a JSON body, except links, scopes, short words and members that describe the answer. */
function textsIn({ json }: Reply): Text[] {
  return json.ok ? collected(json.value, '', false) : [];
}

function collected(value: unknown, name: string, isListed: boolean): Text[] {
  if (Array.isArray(value)) return value.flatMap((item) => collected(item, name, true));
  if (isObject(value)) return Object.entries(value).flatMap(([member, inner]) => collected(inner, member, isListed));
  const isText = typeof value === 'string' && value.length >= 3 && !/[/:]/.test(value) && !DESCRIBING.test(name);
  return isText ? [{ name, text: value, isListed }] : [];
}
