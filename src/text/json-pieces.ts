/**
 * The text of `JSON.stringify(value, null, 2)`, piece by piece, so that a document with many parts is never one string.
 * Containers are taken apart down to the given number of levels. An iterable object is written as an array.
 */
export function* jsonPieces(value: unknown, levels: number, indent = ''): Generator<string, void> {
  if (levels === 0 || typeof value !== 'object' || value === null || 'toJSON' in value) {
    yield JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
    return;
  }
  const inner = `${indent}  `;
  const isList = isIterable(value);
  let before = isList ? '[' : '{';
  for (const [name, item] of isList ? itemsOf(value) : membersOf(value)) {
    yield `${before}\n${inner}${name}`;
    yield* jsonPieces(item, levels - 1, inner);
    before = ',';
  }
  if (before === ',') yield `\n${indent}${isList ? ']' : '}'}`;
  else yield isList ? '[]' : '{}';
}

type Part = readonly [name: string, value: unknown];

function* itemsOf(list: Iterable<unknown>): Generator<Part> {
  for (const item of list) yield ['', item ?? null];
}

function* membersOf(object: object): Generator<Part> {
  for (const [name, value] of Object.entries(object))
    if (value !== undefined && typeof value !== 'function') yield [`${JSON.stringify(name)}: `, value];
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value;
}
