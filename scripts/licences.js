// The licences of the packages inside the bundle.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * One text with every licence. Packages whose licences differ in nothing but who holds the copyright share the rest, and
 * every notice of a copyright is kept.
 * @param {readonly string[]} folders of packages
 */
export async function licencesOf(folders) {
  const licences = await Promise.all(folders.map(licenceOf));
  const terms = [...new Set(licences.map(({ wording }) => wording))];
  const told = terms.map((wording) => {
    const same = licences.filter((licence) => licence.wording === wording);
    const titles = same.map(({ title, notices }) => [title, ...notices.map((notice) => `  ${notice}`)].join('\n'));
    return `${titles.join('\n')}\n\n${same[0]?.terms ?? ''}\n`;
  });
  const intro = 'This package contains code of the packages below, each under its own licence.\n';
  return [intro, ...told].join(`\n${'-'.repeat(80)}\n\n`);
}

async function licenceOf(folder) {
  const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const files = await readdir(join(root, folder));
  const file = files.find((name) => /^(licen[cs]e|copying)/i.test(name));
  const text = file === undefined ? '' : (await readFile(join(root, folder, file), 'utf8')).trim();
  const title = `${manifest.name} ${manifest.version} (${manifest.license})`;
  if (text === '' && typeof manifest.license !== 'string') throw new Error(`${title} states no licence`);
  return { title, ...parted(text || `Licensed under ${manifest.license}.`) };
}

/** A licence without the lines that name who holds the copyright, and those lines. */
function parted(text) {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const isNotice = (line) => /^ *copyright (\(c\)|©|\d)/i.test(line);
  const terms = lines
    .filter((line) => !isNotice(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return {
    notices: lines.filter(isNotice).map((line) => line.trim()),
    terms,
    // How lines are broken, whether there is a title, and which quotes stand around "as is" make no difference.
    wording: terms
      .replace(/^(the )?mit license( \(mit\))?/i, '')
      .replace(/[\s"“”'*]+/g, ' ')
      .trim()
      .toLowerCase(),
  };
}
