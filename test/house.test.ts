import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { circlesIn, graphOf, longestChain } from './house/graph.ts';
import { filesIn, importsIn, lineCount, textOf } from './house/imports.ts';

/** What each room may import besides itself; `(types)` means nothing that runs. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  fixtures: [],
  'src/causes': [],
  'src/contract': [],
  'src/schema': ['src/causes', 'src/contract', 'src/text'],
  'src/text': ['src/causes', 'package.json'],
  'src/secrets': ['src/text'],
  'src/http': ['src/causes', 'src/secrets', 'src/text'],
  'src/engine': ['src/causes', 'src/http', 'src/secrets', 'src/schema', 'src/text', 'src/report (types)'],
  checks: [
    'src/causes',
    'src/engine',
    'src/http',
    'src/secrets',
    'src/schema',
    'src/contract',
    'src/generated',
    'src/text',
  ],
  'src/report': [
    'src/causes',
    'src/report/words',
    'src/engine',
    'src/schema',
    'src/text',
    'checks',
    'src/http (types)',
    'src (types)',
  ],
  'src/report/words': ['src/causes', 'src/report', 'src/text'],
  'src/report/render': [
    'src/causes',
    'src/report',
    'src/report/words',
    'src/text',
    'src/engine (types)',
    'src/http (types)',
  ],
  'src/sign-off': ['src/report', 'src/schema', 'src/engine (types)'],
  'src/certificate': ['src/sign-off', 'src/report', 'src/report/render', 'src/engine (types)'],
  'src/package': ['src/certificate', 'src/sign-off', 'src/report', 'src/report/render', 'src/schema'],
  'src/overview': ['src/sign-off', 'src/report', 'src/report/render', 'src/text', 'src/engine (types)'],
  'src/custom': ['src/report', 'src/engine (types)'],
  // It writes the sentences of the report format.
  'src/run': [
    'src/causes',
    'src/contract',
    'src/schema',
    'src/engine',
    'src/http',
    'src/secrets',
    'src/report',
    'src/report/words',
    'src/text',
    'checks',
    'src',
    'src/contract',
    'src/schema',
  ],
  'src/diagnose': [
    'src/causes',
    'src/contract',
    'src/http',
    'src/secrets',
    'src/schema',
    'src/text',
    'src/report',
    'src/report/render',
    'src',
  ],
};

/** How many lines a file of a folder may have. */
const MOST_LINES: Readonly<Record<string, number>> = { src: 400, checks: 400, fixtures: 500, test: 500 };
const MOST_FLOORS = 9;
/** A name that says nothing about what is in a file. */
const EMPTY_NAME = /^(?:utils?|helpers?|managers?|common)$/i;

function roomOf(path: string): string {
  const [top = '', second = '', third] = path.split('/');
  if (top !== 'src') return top;
  if (second === 'report' && (third === 'render' || third === 'words')) return `src/report/${third}`;
  return third === undefined ? 'src' : `src/${second}`;
}

describe('the house', () => {
  const imports = importsIn(['src', 'checks', 'fixtures']);

  it.each(Object.entries(ROOMS))('lets %s import no room but its own and [%s]', (room, allowed) => {
    const forbidden = imports.filter(({ from, to, typeOnly }) => {
      const other = roomOf(to);
      const isAllowed = allowed.includes(other) || (typeOnly && allowed.includes(`${other} (types)`));
      return roomOf(from) === room && other !== room && !isAllowed;
    });
    expect(forbidden.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('is read as a whole: the test sees imports in every room', () => {
    const rooms = new Set(imports.map(({ from }) => roomOf(from)));
    expect(Object.keys(ROOMS).filter((room) => !rooms.has(room))).toEqual([]);
  });

  it('lets the reader of earlier reports alone look up the rules of this build', () => {
    const catalogue = imports.filter(({ from, to }) => roomOf(from) === 'src/report' && roomOf(to) === 'checks');
    expect([...new Set(catalogue.map(({ from }) => from))]).toEqual(['src/report/earlier-builds.ts']);
  });

  it('lets one file use the HTTP client of Node, which can be lenient, and none the insides of undici', () => {
    const importing = (what: RegExp) => filesIn('src').filter((file) => what.test(textOf(file)));
    expect(importing(/from '(?:node:)?https?'/)).toEqual(['src/http/unreadable.ts']);
    expect(importing(/'undici'/)).not.toEqual([]);
    expect(importing(/'undici\//)).toEqual([]);
  });

  it('has no import circles, types included', () => {
    expect([...circlesIn(graphOf(imports)).values()]).toEqual([]);
  });

  it('has no file that is too long', () => {
    const tooLong = Object.entries(MOST_LINES).flatMap(([folder, most]) =>
      filesIn(folder).filter((file) => !file.startsWith('checks/explanations/') && lineCount(file) > most),
    );
    expect(tooLong).toEqual([]);
  });

  it(`stands on ${MOST_FLOORS} floors of imports in checks/`, () => {
    const inside = imports.filter(({ from, to }) => roomOf(from) === 'checks' && roomOf(to) === 'checks');
    const chain = longestChain(graphOf(inside));
    expect(chain.length, chain.join('\n')).toBeLessThanOrEqual(MOST_FLOORS);
  });

  it('names no file after nothing: utils, helpers, manager, common', () => {
    const root = fileURLToPath(new URL('..', import.meta.url));
    const folders = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(?:\.git|node_modules|dist|coverage|reports)$/.test(entry.name))
      .map(({ name }) => name);
    const paths = folders.flatMap((folder) => filesIn(folder, /./));
    expect(paths.map((path) => basename(path))).toContain('house.test.ts');
    const isEmpty = (path: string) => path.split(/[/._-]|(?<=[a-z])(?=[A-Z])/).some((word) => EMPTY_NAME.test(word));
    expect(paths.filter(isEmpty)).toEqual([]);
  });

  it('registers hooks in files of tests alone: what several of them load is loaded once', () => {
    const registers = (file: string) => /^ *(?:before|after)(?:Each|All)\(/m.test(textOf(file));
    const hooked = filesIn('test').filter(registers);
    expect(hooked.some((file) => file.includes('.test.'))).toBe(true);
    expect(hooked.filter((file) => !file.includes('.test.'))).toEqual([]);
  });
});
