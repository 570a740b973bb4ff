/** What only stack traces contain, by the language that writes them. Each part has a bounded length. */
const FORMS: readonly (readonly [language: string, form: RegExp])[] = [
  ['Go', /\bgoroutine \d{1,9} \[[a-z][\w ,()]{1,60}\]:/],
  ['Python', /\bTraceback \(most recent call last\)|\bFile "[^"\n]{1,300}\.py", line \d{1,7}, in \S/],
  ['Java', /\bat [\w.$/@<>-]{1,300}\([\w$-]{1,100}\.(?:java|kt|scala|groovy):\d{1,7}\)/],
  [
    '.NET',
    /\bat [\w.<>`+[\],]{1,300}\([^()\n]{0,300}\) in [^\n"]{1,300}:line \d|(?:\n {3}at [\w.<>`+[\],]{1,300}\([^()\n]{0,300}\)\r?){2}/,
  ],
  [
    'PHP',
    /#\d{1,3} [^\n"()#]{1,300}\.php\(\d{1,7}\): |"trace" ?: ?\[\s{0,99}\{[^{}]{0,400}"file" ?: ?"[^"\n]{1,300}\.php"/,
  ],
  [
    'JavaScript',
    /(?:^|[\n"])[ \t]{0,20}at (?:[^\n()"]{1,200} \()?(?:node:[\w/]{1,100}|[^\s()"]{1,300}\.[cm]?[jt]sx?):\d{1,7}:\d/,
  ],
  ['Ruby', /[\w)-]\.rb:\d{1,7}:in [`'][^\s'`]/],
];

/** The language whose stack trace a text contains; `null` if it contains none. */
export function stackTraceIn(text: string): string | null {
  return FORMS.find(([, form]) => form.test(text))?.[0] ?? null;
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: ' ', f: ' ' };

/** Resolves the escapes of JSON strings in a text that may be cut. The result is for searching: it is not JSON any more. */
export function withoutJsonEscapes(text: string): string {
  return text.replace(/\\(?:u([\da-fA-F]{4})|([^u]))/g, (_, code: string | undefined, sign = '') =>
    code === undefined ? (ESCAPED[sign as string] ?? (sign as string)) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  nbsp: ' ',
  quot: '"',
  lt: '<',
  gt: '>',
  amp: '&',
  '#39': "'",
  '#x27': "'",
  '#96': '`',
};

/** Resolves line breaks and common entities of HTML, for searching. Frameworks show traces on pages. */
export function withoutHtml(text: string): string {
  return text
    .replace(/<br ?\/?>|<\/?(?:pre|li|div|p|code)>/gi, '\n')
    .replace(/&(nbsp|quot|lt|gt|amp|#39|#x27|#96);/g, (_, name: string) => ENTITIES[name] ?? '');
}
