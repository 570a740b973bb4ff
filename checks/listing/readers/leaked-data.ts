import { isDeepStrictEqual } from 'node:util';
import type { Reply } from '../../../src/http/reply.ts';
import { isObject } from '../../json.ts';

/** Refusals that show what an error of the service carries anyway. */
interface OtherRefusals {
  /** A refusal of the same template, for another reason. */
  readonly same: Reply;
  /** Refusals of a template other than the one of this number. */
  readonly elsewhere: { readonly templateId: number; readonly replies: readonly Reply[] } | undefined;
}

const ENOUGH = 3;
/** What an error may say of itself or of its surroundings in the same words as data does. */
const DESCRIBING = /^(?:type|kind|code|status|state|scopes?|locale|lang|language|currency|country)$/i;

/**
 * Texts of the lists in a served answer that stand in a refusal under the same name, and numbers of them in the same
 * place: data that leaked. In a refusal that is not JSON nothing has a name: there it takes several. What stands around
 * the lists, such as the name of the site, may stand around an error too, and so may what any refusal carries: but what
 * all refusals of one template carry, and those of another do not, is data of that template. And if all that is
 * served stands in a refusal too, and nothing of it is empty, it holds whatever data there is. Under other names than in
 * data it also takes several texts.
 */
export function leakedData(refusal: Reply, served: Reply, others: OtherRefusals): string[] {
  const leakedBy = (comparison: Comparison) => leaked(comparison, refusal, served, others);
  if (!refusal.json.ok) return leakedBy({ nameOf: lastNameOf, enough: ENOUGH });
  const named = leakedBy({ nameOf: lastNameOf, enough: 1 });
  return named.length > 0 ? named : leakedBy({ nameOf: () => ANY_NAME, enough: ENOUGH });
}

/** `nameOf` gives the name under which a text is compared; `enough` is how many texts must match to count as leaked. */
interface Comparison {
  readonly nameOf: NameOf;
  readonly enough: number;
}

function leaked(
  { nameOf, enough }: Comparison,
  refusal: Reply,
  served: Reply,
  { same, elsewhere }: OtherRefusals,
): string[] {
  const textsOf = (value: unknown) => textsIn(value, nameOf);
  const isSaidBy = (reply: Reply) => isSaidIn(reply, nameOf);
  const listed = [...textsOf(valueOf(served)).inLists].filter((text) => enough === 1 || !isNumber(text));
  const found = listed.filter(isSaidBy(refusal));
  if (listed.length >= ENOUGH && holdsAll(valueOf(refusal), valueOf(served))) return listed;
  const isUsual = isSaidBy(same);
  const unusual = found.filter((text) => !isUsual(text));
  if (unusual.length >= enough) return unusual;
  if (elsewhere === undefined) return [];
  const { templateId, replies } = elsewhere;
  const everywhere = replies.map(isSaidBy);
  const number = new RegExp(`(?<!\\d)${templateId}(?!\\d)`);
  const ofTemplate = (text: string) => !number.test(text) && !everywhere.some((isSaid) => isSaid(text));
  if (replies.every(({ status }) => status === refusal.status)) return atLeast(enough, found.filter(ofTemplate));
  // Where another template is refused for another reason, its refusal may be of another form: then all there is tells,
  // or much that does not stand around data in the same way.
  const apart = textsOf(besides(valueOf(refusal), valueOf(served))).all;
  const telling = found.length === listed.length ? found : found.filter((text) => apart.has(text));
  return atLeast(ENOUGH, telling.filter(ofTemplate));
}

function atLeast(count: number, texts: string[]): string[] {
  return texts.length < count ? [] : texts;
}

function isSaidIn(reply: Reply, nameOf: NameOf): (text: string) => boolean {
  if (reply.json.ok) {
    const { all } = textsIn(reply.json.value, nameOf);
    return (text) => all.has(text);
  }
  const body = Buffer.from(reply.body).toString();
  return (text) => !isNumber(text) && body.includes(text.replace(/^.*: /s, ''));
}

/** A number of a list is told by its place, and what is not JSON has none. */
function isNumber(text: string): boolean {
  return !text.includes(': ');
}

interface Texts {
  readonly all: Set<string>;
  readonly inLists: Set<string>;
}

/**
 * `name: text` of every string in a JSON value, except links, scopes, short words and members that describe the answer;
 * and `data[].name=1` of every number in its lists, because a number says little without its place.
 */
function textsIn(value: unknown, nameOf: NameOf): Texts {
  const found: Texts = { all: new Set(), inLists: new Set() };
  collect(value, '', nameOf, found);
  return found;
}

function collect(value: unknown, place: string, nameOf: NameOf, found: Texts): void {
  const isInList = place.includes('[]');
  const add = (text: string) => {
    found.all.add(text);
    if (isInList) found.inLists.add(text);
  };
  if (typeof value === 'string') {
    if (value.length >= 3 && !/[/:]/.test(value) && !DESCRIBING.test(lastNameOf(place)))
      add(`${nameOf(place)}: ${value}`);
  } else if (typeof value === 'number' && isInList) add(`${place}=${String(value)}`);
  else if (Array.isArray(value)) for (const item of value) collect(item, `${place}[]`, nameOf, found);
  else if (isObject(value))
    for (const [member, inner] of Object.entries(value))
      collect(inner, place === '' ? member : `${place}.${member}`, nameOf, found);
}

type NameOf = (place: string) => string;

const ANY_NAME = 'text';

function lastNameOf(place: string): string {
  return place.replaceAll('[]', '').replace(/^.*\./s, '');
}

function valueOf({ json }: Reply): unknown {
  return json.ok ? json.value : null;
}

/** A JSON value without those members that another one holds too, the same in the same place. */
function besides(value: unknown, other: unknown): unknown {
  if (isDeepStrictEqual(value, other)) return null;
  if (!isObject(value) || !isObject(other)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, besides(inner, other[name])]));
}

function holdsAll(value: unknown, other: unknown): boolean {
  if (!isObject(value) || !isObject(other) || hasGap(other)) return false;
  return Object.entries(other).every(([name, inner]) => isDeepStrictEqual(value[name], inner));
}

/** Whether there is a place in a JSON value where something could be, such as the items of an empty list. */
function hasGap(value: unknown): boolean {
  if (value === null || value === '') return true;
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [undefined];
  return inner.length === 0 || inner.some((each) => each !== undefined && hasGap(each));
}
