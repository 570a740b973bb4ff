import { isObject } from '../text/json.ts';
import { cut } from '../text/cut.ts';

/** Shorter values may be in a message by chance. */
const SHORTEST = 8;
const MOST_SHOWN = 60;

/** What a refusal says of the body that it refuses, if it quotes a value of it or names a member otherwise; empty if not. */
export function namedInRefusal(said: string, asked: unknown): string {
  for (const { path, name, value } of membersOf(asked)) {
    const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (camel !== name && hasWord(said, camel) && !hasWord(said, name))
      return `It names \`${camel}\`, and the request has \`${name}\`: read names in snake_case.`;
    if (typeof value === 'string' && value.length >= SHORTEST && said.includes(value))
      return `It quotes ${JSON.stringify(cut(value, MOST_SHOWN))}, the \`${path}\` of the request.`;
  }
  return '';
}

const hasWord = (text: string, word: string) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text);

interface Member {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
}

function membersOf(value: unknown, path = ''): readonly Member[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => membersOf(one, `${path}.${index}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inside]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [{ path: at, name, value: inside }, ...membersOf(inside, at)];
  });
}
