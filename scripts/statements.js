// Reads checks/statements/<contract>.md into data. Whatever departs from the form below is an error.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { partsOf, prose } from './parts.js';

/**
 * @typedef {import('../src/engine/suite.ts').Suite} Suite
 * @typedef {Pick<Suite, 'attested' | 'client'>} Statements
 */

/** Each chapter, and the parts of a statement in it: the first says it, each other one has a title. */
const CHAPTERS = /** @type {const} */ ({
  attested: {
    title: 'What no request shows',
    parts: {
      requirement: 'the statement',
      why: '**Why it does not show:**',
      means: '**What it means:**',
      look: '**Where to look:**',
    },
  },
  client: {
    title: 'What the client does',
    parts: { statement: 'the statement', honoured: '**What the suite does:**' },
  },
});

/**
 * The statements of all contracts, in the order of the files' names.
 * @param {string} folder
 * @returns {Promise<Statements>}
 */
export async function readStatements(folder) {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).sort();
  const parsed = await Promise.all(
    files.map(async (file) => parseStatements(basename(file, '.md'), await readFile(join(folder, file), 'utf8'))),
  );
  return {
    attested: parsed.flatMap(({ attested }) => attested),
    client: parsed.flatMap(({ client }) => client),
  };
}

/**
 * One file.
 * @param {string} contract
 * @param {string} markdown
 * @returns {Statements}
 */
export function parseStatements(contract, markdown) {
  const file = `${contract}.md`;
  const chapters = markdown.split(/^# /m).slice(1);
  const titles = Object.values(CHAPTERS).map(({ title }) => title);
  const found = chapters.map((text) => text.split('\n', 1)[0]);
  if (!markdown.startsWith('# ') || found.join() !== titles.join())
    throw new Error(`${file}: there should be the chapters "${titles.join('", "')}", got "${found.join('", "')}"`);
  const all = Object.values(CHAPTERS).map(({ parts }, index) =>
    chapters[index]
      .trimEnd()
      .split(/^## /m)
      .slice(1)
      .map((section) => statementOf(contract, parts, section)),
  );
  return Object.fromEntries(Object.keys(CHAPTERS).map((name, index) => [name, all[index]]));
}

/**
 * @param {string} contract
 * @param {Readonly<Record<string, string>>} parts
 * @param {string} section
 */
function statementOf(contract, parts, section) {
  const [place = '', ...lines] = section.split('\n');
  const where = `${contract}.md, ${place}`;
  if (!/^§\d+(?:\.\d+)*(?: rule \d+)?$/.test(place))
    throw new Error(`${where}: the heading should be a section of the contract`);
  const [names, titles] = [Object.keys(parts), Object.values(parts)];
  const texts = partsOf(where, lines, titles.slice(1)).map((text, index) => prose(where, titles[index], text));
  return {
    section: `${contract} ${place}`,
    ...Object.fromEntries(names.map((name, index) => [name, texts[index]])),
    contract,
  };
}
