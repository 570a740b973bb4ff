type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or }' | ', or ]' | 'the end';

const TOKEN =
  /\s*(?:(?<value>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b)|(?<text>"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?<mark>[[\]{}:,]))/y; // eslint-disable-line no-control-regex -- JSON strings hold none of these

/** The first place where a text is not valid JSON: ``Line 5, column 1: unexpected `}`.`` */
export function firstFault(text: string): string {
  if (text.trim() === '') return 'It is empty.';
  const { offset, expected } = fault(text);
  const before = text.slice(0, offset).split('\n');
  const place = `Line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  return `${place}: ${offset >= text.trimEnd().length ? 'the file ends too early' : whatStands(text.slice(offset), expected)}.`;
}

/** The offset of the first place where a text is not valid JSON. */
export const faultOffset = (text: string): number => fault(text).offset;

/** Whether an object is not valid JSON because of a quote, a backslash or a control character in one of its strings. */
export function lacksEscape(text: string): boolean {
  if (!/^\s*\{[\s\S]*\}\s*$/.test(text)) return false;
  const { offset, expected } = fault(text);
  const [first = ''] = text.slice(offset);
  const isBehindString = /"\s*$/.test(text.slice(0, offset));
  return isBehindString ? /[^"[\]{}:,]/.test(first) : first === '"' && !expected.startsWith(',');
}

/** Reads token by token until one is not allowed at its place. */
function fault(text: string): { readonly offset: number; readonly expected: Expected } {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let end = 0;
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const { value, text: string, mark } = token.groups ?? {};
    const next = after(expected, mark ?? (string === undefined ? value && 'value' : 'string') ?? '', open);
    if (next === undefined) return { offset: token.index + token[0].search(/\S/), expected };
    expected = next;
    end = TOKEN.lastIndex;
  }
  return { offset: end + text.slice(end).search(/\S|$/), expected };
}

/** What may follow a token; `undefined` if the token itself is not allowed here. */
function after(expected: Expected, token: string, open: ('{' | '[')[]): Expected | undefined {
  const next = (): Expected => {
    const inside = open.at(-1);
    return inside === undefined ? 'the end' : inside === '{' ? ', or }' : ', or ]';
  };
  const isValue = expected === 'value' || expected === 'value or ]';
  if (token === 'value') return isValue ? next() : undefined;
  if (token === 'string') return isValue ? next() : expected.startsWith('name') ? ':' : undefined;
  if (token === '{' || token === '[') {
    if (!isValue) return undefined;
    open.push(token);
    return token === '{' ? 'name or }' : 'value or ]';
  }
  if (token === ':') return expected === ':' ? 'value' : undefined;
  if (token === ',') return expected === ', or }' ? 'name' : expected === ', or ]' ? 'value' : undefined;
  if (!expected.endsWith(`or ${token}`)) return undefined;
  open.pop();
  return next();
}

/** Quotes punctuation but not text, which may be a credential. */
function whatStands(rest: string, expected: Expected): string {
  if (/^\/[/*]/.test(rest)) return 'comments are not allowed';
  if (rest.startsWith("'")) return 'strings take double quotes';
  const [first = ''] = rest;
  if (first === '"') return expected.startsWith(',') ? 'a comma is missing' : 'a string that does not end properly';
  return /^[[\]{}:,]$/.test(first) ? `unexpected \`${first}\`` : 'unexpected text';
}
