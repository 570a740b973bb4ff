import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What each room may import besides itself; `(types)` means nothing that runs. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  fixtures: [],
  'src/contract': [],
  'src/schema': ['src/contract', 'src/text'],
  'src/http': ['src/text'],
  'src/engine': ['src/http', 'src/schema', 'src/text', 'src/report (types)'],
  checks: ['src/engine', 'src/http', 'src/schema', 'src/contract', 'src/text'],
  'src/report': ['src/engine', 'src/schema', 'src/text', 'src/http (types)', 'src (types)'],
  'src/report/render': ['src/report', 'src/text', 'src/engine (types)', 'src/http (types)'],
  'src/custom': ['src/report', 'src/engine (types)'],
  'src/run': ['src/engine', 'src/http', 'src/report', 'checks', 'src'],
  'src/diagnose': ['src/contract', 'src/http', 'src/schema', 'src/text', 'src/report', 'src/report/render', 'src'],
};

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('generated'))
    .map((name) => join(folder, name));
}

function imports(): Import[] {
  const files = ['src', 'checks', 'fixtures'].flatMap(filesIn);
  const statement = /(?:import|export)( type)?[^;'"]*?from '(\.[^']+)'|import\('(\.[^']+)'\)|^import '(\.[^']+)'/gm;
  return files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(statement)].map((match) => ({
      file,
      from: roomOf(file),
      to: roomOf(relative('.', join(dirname(file), match[2] ?? match[3] ?? match[4] ?? ''))),
      typeOnly: match[1] !== undefined,
    })),
  );
}

function roomOf(path: string): string {
  const [top = '', second = '', third] = path.split('/');
  if (top !== 'src') return top;
  if (second === 'report' && third === 'render') return 'src/report/render';
  return third === undefined ? 'src' : `src/${second}`;
}

describe('the house', () => {
  const all = imports();

  it.each(Object.entries(ROOMS))('lets %s import no room but its own and [%s]', (room, allowed) => {
    const strangers = all.filter(
      ({ from, to, typeOnly }) =>
        from === room && to !== room && !allowed.includes(to) && !(typeOnly && allowed.includes(`${to} (types)`)),
    );
    expect(strangers.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });

  it('is read as a whole: the test sees imports in every room', () => {
    expect(Object.keys(ROOMS).filter((room) => !all.some(({ from }) => from === room))).toEqual([]);
  });

  it('registers hooks in files of tests alone: what several of them load is loaded once', () => {
    const registers = (file: string) =>
      /^ *(?:before|after)(?:Each|All)\(/m.test(readFileSync(join(root, file), 'utf8'));
    const hooked = filesIn('test').filter(registers);
    expect(hooked.some((file) => file.includes('.test.'))).toBe(true);
    expect(hooked.filter((file) => !file.includes('.test.'))).toEqual([]);
  });
});
