import { isObject } from '../text/json.ts';

/** An id or a date. A shorter value may be in a message by chance, and a name says only which order it is. */
const VALUE = /^\S{8,}$/;

/** What a refusal says of the body that it refuses, if it quotes a value of it or names a member otherwise; empty if not. */
export function namedInRefusal(said: string, asked: unknown): string {
  const members = membersOf(asked);
  for (const { name } of members) {
    const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (camel !== name && hasWord(said, camel) && !hasWord(said, name))
      return `It names \`${camel}\`; the request has \`${name}\`: check that it is read under this name.`;
  }
  const [quoted, ...others] = members.filter(
    ({ value }) => typeof value === 'string' && VALUE.test(value) && hasWord(said, value),
  );
  if (quoted === undefined || others.length > 0) return '';
  return `It quotes the \`${quoted.path}\` of the request.`;
}

function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return at >= 0 && !/[\w-]$/.test(text.slice(0, at)) && !/^[\w-]/.test(text.slice(at + word.length));
}

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
