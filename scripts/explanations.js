// Reads checks/explanations/<module>.md into data. Whatever departs from the form below is an error.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { partsOf, prose } from './parts.js';

/**
 * @typedef {import('../src/cli/explanations.ts').Explanation} Explanation
 * @typedef {import('../src/cli/explanations.ts').Example} Example
 */

/** The parts under a heading, in order. The first has no title: it says the rule in plain words. */
const TITLES = ['**Why:**', '**What the client does:**', '**Right**', '**Wrong**', '**Usual causes**'];
const FORMS = /** @type {const} */ (['http', 'json', 'text']);

/**
 * All files of a folder, by check id, in the order of the files' names.
 * @param {string} folder
 * @returns {Promise<Record<string, Explanation>>}
 */
export async function readExplanations(folder) {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md')).sort();
  const parsed = await Promise.all(
    files.map(async (file) => parseExplanations(basename(file, '.md'), await readFile(join(folder, file), 'utf8'))),
  );
  return Object.fromEntries(parsed.flatMap((explanations) => Object.entries(explanations)));
}

/**
 * One file, by check id.
 * @param {string} module
 * @param {string} markdown
 * @returns {Record<string, Explanation>}
 */
export function parseExplanations(module, markdown) {
  const [title = '', ...sections] = markdown.split(/^## /m);
  const file = `${module}.md`;
  if (title.trim() !== `# ${module}`)
    throw new Error(`${file}: the first line should be "# ${module}" and no text follow`);
  /** @type {Record<string, Explanation>} */
  const explanations = {};
  for (const section of sections) {
    const [id = '', ...lines] = section.trimEnd().split('\n');
    const where = `${file}, ${id}`;
    if (!/^[a-z-]+\.[a-z0-9-]+$/.test(id) || !id.startsWith(`${module}.`))
      throw new Error(`${where}: the heading should be the id of a check of ${module}`);
    if (id in explanations) throw new Error(`${where}: this heading appears twice`);
    explanations[id] = explanationOf(where, lines);
  }
  return explanations;
}

/**
 * @param {string} where
 * @param {string[]} lines
 * @returns {Explanation}
 */
function explanationOf(where, lines) {
  const [plain = '', why = '', client = '', right = '', wrong = '', causes = ''] = partsOf(where, lines, TITLES);
  return {
    plain: prose(where, 'the rule in plain words', plain),
    why: prose(where, 'Why', why),
    client: prose(where, 'What the client does', client),
    right: example(where, 'Right', right),
    wrong: example(where, 'Wrong', wrong),
    causes: list(where, causes),
  };
}

/**
 * @param {string} where
 * @param {string} part
 * @param {string} text
 * @returns {Example}
 */
function example(where, part, text) {
  const [, info, code] = /^```(\w*)\n([^]+?)\n```$/.exec(text) ?? [];
  const form = FORMS.find((one) => one === info);
  if (form === undefined || code === undefined || code.includes('```'))
    throw new Error(`${where}: ${part} should be one code block of ${FORMS.join(', ')}`);
  return { form, text: code };
}

/**
 * @param {string} where
 * @param {string} text
 */
function list(where, text) {
  if (!text.startsWith('- ')) throw new Error(`${where}: Usual causes should be a list`);
  return text
    .slice(2)
    .split(/\n- /)
    .map((item) => prose(where, 'a cause', item));
}
