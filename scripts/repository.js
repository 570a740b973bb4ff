// Puts the name of the repository in place of the one before: `node scripts/repository.js <owner>/<name>`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [, , name = ''] = process.argv;
if (!/^[\w.-]+\/[\w.-]+$/.test(name)) throw new Error('Name the repository: <owner>/<name>.');
const at = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url));
const { repository } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const [, before] = /github\.com\/(.+)\.git$/.exec(repository.url);
for (const file of ['package.json', 'README.md', 'RELEASING.md', 'examples/ci/github-actions.yml']) {
  const text = readFileSync(at(file), 'utf8');
  writeFileSync(at(file), text.replaceAll(before, name));
}
console.log(`${before} is ${name} now.`);
