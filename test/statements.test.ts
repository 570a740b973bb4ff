import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { suite } from '../checks/suite.ts';
import { parseStatements, readStatements } from '../scripts/statements.js';

test('the suite has the statements as they are in the Markdown (after `npm run generate`)', async () => {
  const folder = fileURLToPath(new URL('../checks/statements', import.meta.url));
  const { attested, client } = suite;
  expect({ attested, client }).toEqual(await readStatements(folder));
  expect(new Set([...attested, ...client].map(({ contract }) => contract))).toEqual(new Set(['ad-server', 'listing']));
});

const COMPLETE = `# What no request shows

## §2.6 rule 1

A tag is served
as it was received.

**Why it does not show:** No endpoint returns it.

**What it means:** Nothing is rewritten.

**Where to look:** Compare the tag in the console.

# What the client does

## §1

No price is sent.

**What the suite does:** Orders carry goals.
`;

test('complete statements become data, wherever their lines break', () => {
  expect(parseStatements('ad-server', COMPLETE)).toEqual({
    attested: [
      {
        contract: 'ad-server',
        section: 'ad-server §2.6 rule 1',
        requirement: 'A tag is served as it was received.',
        why: 'No endpoint returns it.',
        means: 'Nothing is rewritten.',
        look: 'Compare the tag in the console.',
      },
    ],
    client: [
      {
        contract: 'ad-server',
        section: 'ad-server §1',
        statement: 'No price is sent.',
        honoured: 'Orders carry goals.',
      },
    ],
  });
});

const HERE = 'ad-server.md, §2.6 rule 1: ';

test.each([
  ['a chapter that is missing', /# What the client does[^]*/, '', 'ad-server.md: there should be the chapters'],
  ['text before the first chapter', /^/, 'About.\n\n', 'ad-server.md: there should be the chapters'],
  [
    'a heading that is not a section',
    '## §2.6 rule 1',
    '## Tags',
    'ad-server.md, Tags: the heading should be a section',
  ],
  ['a statement that is missing', 'A tag is served\nas it was received.', '', `${HERE}the statement is empty`],
  ['a part that is missing', /\*\*Why.*\n\n/, '', `${HERE}expected **Why it does not show:**, got **What it means:**`],
  ['a last part that is missing', /\*\*Where.*\n\n/, '', `${HERE}**Where to look:** is missing`],
  ['a part that is empty', 'Nothing is rewritten.', '', `${HERE}**What it means:** is empty`],
  ['an unknown part', '**What it means:**', '**Meaning:**', `${HERE}expected **What it means:**, got **Meaning:**`],
])('%s is an error that names the file and the heading', (_what, from, to, message) => {
  expect(COMPLETE).not.toBe(COMPLETE.replace(from, to));
  expect(() => parseStatements('ad-server', COMPLETE.replace(from, to))).toThrow(message);
});
