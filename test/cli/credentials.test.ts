import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { optionOf, variableOf, credentialNames, settingTable } from '../../src/cli/setting-table.ts';
import { certifySettings, diagnoseSettings } from '../../src/cli/settings.ts';
import { certify } from '../../src/certify.ts';
import { UsageError } from '../../src/settings.ts';
import { emptyFolder, run, sandbox } from './command.ts';

/*
 * What CI systems and people put where a credential belongs is refused before anything is sent.
 */

interface Given {
  readonly options?: Record<string, unknown>;
  readonly environment?: Record<string, string>;
}

const settings = ({ options = {}, environment = {} }: Given) =>
  certifySettings({ options, environment, workingDirectory: '/' });

const refusal = (given: Given) =>
  settings(given).then(
    () => 'accepted',
    (error: unknown) => (error instanceof UsageError ? error.message : Promise.reject(error as Error)),
  );

const STAND_INS = [
  '$(KEY)',
  '${KEY}',
  '$KEY',
  '${{ secrets.KEY }}',
  '%KEY%',
  '{{KEY}}',
  '***',
  '<your key>',
  'xxx',
  '"quoted"',
  "'quoted'",
];

describe.each(
  credentialNames.map(
    (name) => [name, variableOf({ name, ...settingTable.find((one) => one.name === name) })] as const,
  ),
)('%s', (name, variable) => {
  it.each(STAND_INS)('cannot be %s', async (text) => {
    const others = { ADSERVER_API_KEY: 'a-key', LISTING_KEY: 'k', LISTING_SECRET: 's', LISTING_LIMITED_KEY: 'l' };
    const given = { environment: { ...others, LISTING_LIMITED_SECRET: 't', [variable]: text } };
    expect(await refusal(given)).toMatch(new RegExp(`^${variable} is `));
  });

  it('cannot be a variable that was not expanded, in a file either', async () => {
    const file = join(await emptyFolder(), 'key');
    await writeFile(file, '$(KEY)\n');
    expect(await refusal({ options: { [`${name}File`]: file } })).toContain(
      `${file}, which ${optionOf(name)}-file names,`,
    );
  });
});

test.each(STAND_INS)('diagnose does not send %s either', async (text) => {
  const origins = { options: {}, baseUrl: 'https://ads.example.com', workingDirectory: '/' };
  const environment = { ADSERVER_API_KEY: text };
  await expect(diagnoseSettings({ ...origins, environment })).rejects.toThrow(/^ADSERVER_API_KEY is /);
});

test.each(['', '\n', 'two\nlines\n'])('diagnose refuses a file that holds no key: %j', async (text) => {
  const apiKeyFile = join(await emptyFolder(), 'key');
  await writeFile(apiKeyFile, text);
  const origins = { options: { apiKeyFile }, baseUrl: 'https://ads.example.com', workingDirectory: '/' };
  await expect(diagnoseSettings({ ...origins, environment: {} })).rejects.toThrow(UsageError);
});

test.each(['$ecret', 'a$(b)', '%41bc', 'k{{1}}', '**a', 'xx', 'x-ray', 'pa$$word', '${', '"a', '<a', 'XxX'])(
  'a key may be %s',
  async (text) => {
    await expect(settings({ environment: { ADSERVER_API_KEY: text } })).resolves.toBeDefined();
  },
);

const MUST_DIFFER = [
  ['ADSERVER_EXPIRED_KEY', 'ADSERVER_API_KEY'],
  ['ADSERVER_REVOKED_KEY', 'ADSERVER_API_KEY'],
  ['ADSERVER_KEY_WITHOUT_READ', 'ADSERVER_API_KEY'],
  ['ADSERVER_KEY_WITHOUT_DRAFT', 'ADSERVER_API_KEY'],
  ['ADSERVER_KEY_WITHOUT_REPORT', 'ADSERVER_API_KEY'],
  ['LISTING_LIMITED_TOKEN', 'LISTING_TOKEN'],
];

test.each(MUST_DIFFER)('%s cannot be the same as %s', async (less, full) => {
  const message = await refusal({ environment: { [less]: 'one-key', [full]: 'one-key' } });
  expect(message).toContain(`${less} is the same as ${full}. `);
  expect(message).not.toContain('one-key');
});

test('limited listing credentials cannot be the same as the full ones', async () => {
  const environment = { LISTING_KEY: 'k', LISTING_SECRET: 's', LISTING_LIMITED_KEY: 'k', LISTING_LIMITED_SECRET: 's' };
  expect(await refusal({ environment })).toContain('LISTING_LIMITED_KEY is the same as LISTING_KEY. ');
});

test('limited keys may be the same, and an expired key may be the revoked one', async () => {
  const limited = { ADSERVER_KEY_WITHOUT_READ: 'l', ADSERVER_KEY_WITHOUT_DRAFT: 'l', ADSERVER_KEY_WITHOUT_REPORT: 'l' };
  const environment = { ADSERVER_API_KEY: 'k', ...limited, ADSERVER_EXPIRED_KEY: 'e', ADSERVER_REVOKED_KEY: 'e' };
  await expect(settings({ environment })).resolves.toBeDefined();
});

test.each([
  [{ expiredKey: '$(ADSERVER_EXPIRED_KEY)' }, /ADSERVER_EXPIRED_KEY is the name of a variable/],
  [{ expiredKey: 'a-key' }, /ADSERVER_EXPIRED_KEY is the same as ADSERVER_API_KEY/],
])('the programmatic API refuses %j too', async (options, message) => {
  await expect(certify({ baseUrl: 'https://ads.example.com/api/v1', apiKey: 'a-key', ...options })).rejects.toThrow(
    message,
  );
});

test.each([['certify'], ['certify', '--plan'], ['diagnose']])(
  '%s %s ends with 3, and sends nothing',
  async (...command) => {
    const { environment, requests } = await sandbox();
    const given = { ...environment, ADSERVER_API_KEY: '$(ADSERVER_API_KEY)' };
    const { code, stderr } = await run(command, { environment: given });
    expect([code, requests.length]).toEqual([3, 0]);
    expect(stderr).toContain('ADSERVER_API_KEY is the name of a variable that was not replaced by its value.');
  },
);
