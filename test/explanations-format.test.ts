import { expect, test } from 'vitest';
import { parseExplanations } from '../scripts/explanations.js';

const COMPLETE = `# health

## health.account-id

\`account_id\` is a non-empty
string.

**Why:** It names the account.

**What the client does:** It rejects anything else.

**Right**

\`\`\`json
{ "account_id": "4711" }
\`\`\`

**Wrong**

\`\`\`json
{ "account_id": 4711 }
\`\`\`

**Usual causes**

- A numeric key is serialized
  as a number.
- The field has another name.
`;

test('a complete explanation becomes data, wherever its lines break', () => {
  expect(parseExplanations('health', COMPLETE)).toEqual({
    'health.account-id': {
      plain: '`account_id` is a non-empty string.',
      why: 'It names the account.',
      client: 'It rejects anything else.',
      right: { form: 'json', text: '{ "account_id": "4711" }' },
      wrong: { form: 'json', text: '{ "account_id": 4711 }' },
      causes: ['A numeric key is serialized as a number.', 'The field has another name.'],
    },
  });
});

const HERE = 'health.md, health.account-id: ';

test.each([
  ['another title', '# health\n', '# Health\n', 'health.md: the first line should be "# health"'],
  ['text before the first check', '# health\n', '# health\n\nAbout.\n', 'health.md: the first line should be'],
  [
    'a check of another module',
    '## health.',
    '## orders.',
    'health.md, orders.account-id: the heading should be the id',
  ],
  ['a missing part', /\*\*Why:.*\n\n/, '', `${HERE}expected **Why:**, got **What the client does:**`],
  ['a missing last part', /\*\*Usual causes[^]*/, '', `${HERE}**Usual causes** is missing`],
  ['an unknown part', '**Why:**', '**Because:**', `${HERE}expected **Why:**, got **Because:**`],
  ['a part too many', /$/, '\n**Notes**\n', `${HERE}expected the next heading, got **Notes**`],
  ['a heading inside', '**Right**', '### Right', `${HERE}expected **Right**, got ### Right`],
  ['an empty part', ' It names the account.', '', `${HERE}Why is empty`],
  ['two paragraphs', 'account.\n', 'account.\n\nAnd more.\n', `${HERE}Why should be one paragraph`],
  [
    'an example without a form',
    '```json\n{ "account_id": "',
    '```\n{ "account_id": "',
    `${HERE}Right should be one code block`,
  ],
  ['an example that is text', /```json[^]*?```/, 'None.', `${HERE}Right should be one code block`],
  ['an open code block', /```\n\n\*\*Usual/, '\n\n**Usual', `${HERE}a code block is not closed`],
  ['causes that are not a list', /- A[^]*/, 'Many.\n', `${HERE}Usual causes should be a list`],
])('%s is an error that names the file and the heading', (_what, from, to, message) => {
  expect(COMPLETE).not.toBe(COMPLETE.replace(from, to));
  expect(() => parseExplanations('health', COMPLETE.replace(from, to))).toThrow(message);
});

test('a check that is explained twice is an error', () => {
  const again = COMPLETE + COMPLETE.replace('# health\n', '');
  expect(() => parseExplanations('health', again)).toThrow(`${HERE}this heading appears twice`);
});
