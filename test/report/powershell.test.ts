import fc from 'fast-check';
import { expect, test } from 'vitest';
import { powershellLines } from '../../src/report/powershell.ts';
import { isPrintable } from '../../src/report/text.ts';
import { exchange } from './sample.ts';

/* PowerShell's rules for a string in single quotes: any of these ends it, and two of them are one of it. */
const QUOTES = "'\u2018\u2019\u201a\u201b";

/** Reads the words of one command as PowerShell does; throws at whatever is not a word of these few kinds. */
function wordsOf(line: string): string[] {
  let rest = line;
  const take = (what: RegExp): string | undefined => {
    const found = new RegExp(`^(?:${what.source})`, 'u').exec(rest)?.[0];
    if (found !== undefined) rest = rest.slice(found.length);
    return found;
  };
  const text = (): string | undefined => {
    const quoted = take(new RegExp(`[${QUOTES}](?:[^${QUOTES}]|[${QUOTES}]{2})*[${QUOTES}]`));
    return quoted?.slice(1, -1).replace(new RegExp(`[${QUOTES}]([${QUOTES}])`, 'gu'), '$1');
  };
  const term = (): string => {
    const shown = text();
    if (shown !== undefined) return shown;
    const code = take(/\[char\](?:::ConvertFromUtf32\(\d+\)|\d+)/);
    if (code !== undefined) return codeOf(code);
    const variable = take(/\$(?:env:)?\w+/);
    if (variable !== undefined) return `<${variable}>`;
    throw new Error(`not a term: ${rest.slice(0, 40)}`);
  };
  const value = (): string => {
    if (take(/\(/) === undefined) return term();
    let all = term();
    while (take(/ \+ /) !== undefined) all += term();
    if (take(/\)/) === undefined) throw new Error(`not closed: ${rest.slice(0, 40)}`);
    return all;
  };
  const words: string[] = [];
  while (rest !== '') {
    const bare = take(/@\{ '[a-z-]+' = |; '[a-z-]+' = | \}|-?[A-Za-z-]+| /);
    if (bare === undefined) words.push(value());
  }
  return words;
}

const codeOf = (code: string) => {
  const number = Number(/\d+(?=\)?$)/.exec(code)?.[0]);
  return code.includes('Utf32') ? String.fromCodePoint(number) : String.fromCharCode(number);
};

const lineFor = (method: string, url: string, key: string, body: string) =>
  powershellLines(
    [exchange({ request: { method, url, headers: { 'idempotency-key': key, 'content-type': 'a/b' }, body } })],
    [],
  ).join('\n');

const HOSTILE = [
  'slot’; Start-Process calc; ‘-1',
  "' + (Get-Content secret) + '",
  '‚‛‘’\'"`$(calc)',
  '\0$KEY',
  '\u001b[2J\u202egnp.exe\u2066',
  '##vso[task.prependpath]evil',
  'section_start:1:x',
  '🎈\ud83d',
  '',
];
const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom("'", '\u2018', '\u2019', '\u201a', '\u201b', '$', '`', '\0', '(', ';', '#', '[', 'a', '\n'),
  }),
);

test('PowerShell reads exactly what was recorded, whatever it was, and nothing of it is a command', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, hostile, (method, url, key, body) => {
      const line = lineFor(method, url, key, body);
      expect(isPrintable(line)).toBe(true);
      expect(line).not.toMatch(/##[a-z]*\[|section_(start|end):/i);
      const words = wordsOf(line.replace(/^Invoke-WebRequest /, ''));
      expect(words).toEqual([...(/-Method [A-Z]+ /.test(line) ? [] : [method]), url, key, 'a/b', body]);
    }),
    { numRuns: 2_000 },
  );
});

test.each(HOSTILE)('a slot named %j stays in its string', (name) => {
  expect(wordsOf(lineFor('POST', 'https://ads.example.com', 'k', name).replace(/^Invoke-WebRequest /, '')).at(-1)).toBe(
    name,
  );
});

test('a body that holds a NUL is not taken for a variable', () => {
  expect(lineFor('POST', 'u', 'k', '\0$KEY')).toContain("-Body ('' + [char]0 + '$KEY')");
});

test('the headers of the run come from variables, and the other options are kept as far as PowerShell can', () => {
  const headers = { 'user-agent': 'x', 'x-gate': '[ADSERVER_HEADER_X_GATE]', "x'; id; '": 'a' };
  const call = exchange({ request: { method: 'GET', url: 'https://ads.example.com/api/v1/health', headers } });
  expect(powershellLines([call], [], { insecure: true, resolve: ['ads.example.com:443:203.0.113.7'] })).toEqual([
    '# PowerShell asks DNS. Put the address that --resolve named into the hosts file.',
    "Invoke-WebRequest -SkipHttpErrorCheck -SkipHeaderValidation -SkipCertificateCheck -Method GET -Uri 'https://ads.example.com/api/v1/health' -Headers @{ 'x-gate' = $env:ADSERVER_HEADER_X_GATE }",
  ]);
});

test('a command holds no credential of the other service, whatever a service calls its slots', () => {
  const url = 'https://ads.example.com/api/v1/inventory?cursor=[LISTING_TOKEN]';
  const headers = { authorization: 'Bearer [ADSERVER_API_KEY]' };
  const [line = ''] = powershellLines([exchange({ request: { method: 'GET', url, headers } })], []);
  expect(line).toContain('$env:ADSERVER_API_KEY');
  expect(line).not.toContain('$env:LISTING_TOKEN');
});
