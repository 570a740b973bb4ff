import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { GENERATED, reference } from '../scripts/documents.ts';
import prettierConfig from '../.prettierrc.json' with { type: 'json' };
import type { Publisher } from '../fixtures/publisher/index.ts';
import { emptyFolder, program, runProgram, sandbox } from './cli/command.ts';
import { lineCount, textOf } from './house/imports.ts';
import { testWith } from './tools.ts';

test('the reference says what the program does (`npm run documents`)', async () => {
  const text = textOf('docs/reference.md');
  const [before = ''] = text.split(GENERATED);
  expect(text).toBe(await format(reference(`${before}${GENERATED}`), { ...prettierConfig, parser: 'markdown' }));
});

test('README and CONTRIBUTING stay short', () => {
  expect(lineCount('README.md')).toBeLessThanOrEqual(150);
  expect(lineCount('CONTRIBUTING.md')).toBeLessThanOrEqual(200);
});

const DOCUMENTS = [
  'README.md',
  ...readdirSync(new URL('../docs', import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** The commands in a document's blocks for a shell, each on one line. */
function commandsIn(document: string): string[] {
  const blocks = [...textOf(document).matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'));
  return lines.filter((line) => /^(?:npx adserver-conformance|openssl) /.test(line));
}

/** Runs the built command where a document has `npx` start it; what runs until it is ended lists instead. */
const SHELL = `npx() {
  shift
  case "$1 $2 $3" in
    "sandbox --fault "*) set -- sandbox --list-faults --search "$3" ;;
    "sandbox  ") set -- sandbox --help ;;
  esac
  "${process.execPath}" "${program}" "$@"
}
`;

testWith('openssl').each(DOCUMENTS)('every command of %s does what it says', async (document) => {
  const publisher = await sandbox();
  const environment = { ...publisher.environment, LISTING_THROTTLE_WINDOW: '1', ...listingVariables(publisher) };
  const folder = await emptyFolder();
  const shell = (command: string) =>
    runProgram('sh', ['-c', SHELL + command], { workingDirectory: folder, environment });
  await writeFile(join(folder, 'key.txt'), publisher.keys.full);
  await shell(
    'mkdir inbox reports; npx adserver-conformance certify --only health --output json=report.json; cp report.json reports',
  );
  for (const command of commandsIn(document)) {
    const asked = command
      .replaceAll('https://ads.example.com/api/v1', publisher.baseUrl)

      .replace('certify …', 'certify');
    const isWhole = / certify /.test(asked) && !/ --(?:plan|only|skip|failed-from|read-only|output)/.test(asked);
    const { code, stderr } = await shell(isWhole ? asked.replace(/(?=\s+#|$)/, ' --only connection') : asked);
    // 3: it was not understood, or a file that an earlier command writes is not there.
    expect([command, code === 3 ? stderr : '']).toEqual([command, '']);
    if (command.includes(' package ')) await shell('cp report.zip inbox');
  }
});

const listingVariables = ({ listingUrl, listing }: Publisher) => ({
  LISTING_URL: listingUrl,
  LISTING_KEY: listing.key,
  LISTING_SECRET: listing.secret,
  LISTING_TOKEN: listing.staticToken,
});
