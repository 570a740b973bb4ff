import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import schema from '../../schemas/config.schema.json' with { type: 'json' };
import { termsOf } from '../../src/run/booking-terms.ts';
import { certify } from '../../src/certify.ts';
import { certifySettings } from '../../src/cli/settings.ts';
import { diagnose } from '../../src/diagnose/diagnose.ts';
import type { DiagnoseOptions } from '../../src/diagnose/options.ts';
import { variableOf, settingTable } from '../../src/cli/setting-table.ts';
import { UsageError } from '../../src/settings.ts';
import { emptyFolder, run, sandbox } from './command.ts';

interface Given {
  readonly options?: Record<string, unknown>;
  readonly environment?: Record<string, string>;
  readonly file?: unknown;
}

async function settings({ options = {}, environment = {}, file }: Given) {
  const workingDirectory = await emptyFolder();
  if (file !== undefined)
    await writeFile(join(workingDirectory, 'adserver-conformance.config.json'), JSON.stringify(file));
  return certifySettings({ options, environment, workingDirectory });
}

const refusal = (given: Given) =>
  settings(given).then(
    () => 'accepted',
    (error: unknown) => (error instanceof UsageError ? error.message : Promise.reject(error as Error)),
  );

const everywhere: Given = {
  options: { maxPages: '1' },
  environment: { ADSERVER_MAX_PAGES: '2' },
  file: { maxPages: 3 },
};

test('an option wins over the environment, the environment over the file', async () => {
  expect((await settings(everywhere)).options.maxPages).toBe(1);
  expect((await settings({ ...everywhere, options: {} })).options.maxPages).toBe(2);
  expect((await settings({ file: everywhere.file })).options.maxPages).toBe(3);
  expect((await settings({})).options.maxPages).toBeUndefined();
});

test('a program that leaves out or misspells the address is told the name of the option', async () => {
  const misspelt: object = { baseURL: 'https://ads.example.com/api/v1' };
  await expect(certify(misspelt)).rejects.toThrow('There is no option "baseURL". Did you mean baseUrl?');
  await expect(diagnose(misspelt as DiagnoseOptions)).rejects.toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringContaining('baseUrl') as string }) as Error,
  );
});

test('an empty variable counts as absent', async () => {
  const { options } = await settings({ environment: { ADSERVER_MAX_PAGES: '' }, file: { maxPages: 3 } });
  expect(options.maxPages).toBe(3);
});

test.each(['only', 'slot'])('--%s without a value is empty', async (name) => {
  expect(await refusal({ options: { [name]: [''] } })).toBe(`--${name} is empty. Give it a value, or leave it out.`);
});

test('in a variable, each of several values stands on a line of its own', async () => {
  const { options } = await settings({ environment: { ADSERVER_SLOT: '\n top, left\r\nside\n' } });
  expect(options.slot).toEqual(['top, left', 'side']);
});

test('a variable can take back what the file says', async () => {
  const { options } = await settings({ environment: { ADSERVER_LOCAL: 'false' }, file: { local: true } });
  expect(options.local).toBeUndefined();
});

test('the files that decide what is sent are known as typed, so that a run can be repeated with them', async () => {
  const workingDirectory = await emptyFolder();
  const body = { ids: '{{line_item_ids}}', from: '{{start_date}}', to: '{{end_date}}' };
  await writeFile(join(workingDirectory, 'terms.json'), JSON.stringify({ reportRequest: 'body.json' }));
  await writeFile(join(workingDirectory, 'body.json'), JSON.stringify(body));
  const filesOf = async (options: Record<string, string>) =>
    (await certifySettings({ options, environment: {}, workingDirectory })).options.files;
  expect(await filesOf({})).toBeUndefined();
  expect(await filesOf({ config: 'terms.json' })).toEqual({ config: 'terms.json' });
  const reportRequest = join(workingDirectory, 'body.json');
  expect(await filesOf({ reportRequest })).toEqual({ reportRequest });
  const stated = await settings({ file: { booking: { inventoryIds: ['a'] } } });
  expect(stated.options.files).toEqual({ config: 'adserver-conformance.config.json' });
});

test('of key and key file the one given nearer to the command line counts', async () => {
  const file = join(await emptyFolder(), 'key');
  await writeFile(file, 'from-file\n');
  const { options } = await settings({ options: { apiKeyFile: file }, environment: { ADSERVER_API_KEY: 'from-env' } });
  expect(options.apiKey).toBe('from-file');
});

test.each(settingTable.filter(({ kind }) => kind === 'secret'))(
  'the credential $name may be in a file: option, variable or configuration',
  async ({ name }) => {
    const folder = await emptyFolder();
    const [file, other] = [join(folder, 'one'), join(folder, 'other')];
    await writeFile(file, '\uFEFFfrom-file\r\n');
    await writeFile(other, 'counterpart');
    const pair = counterparts[name];
    const both = { [`${name}File`]: file, ...(pair === undefined ? {} : { [`${pair}File`]: other }) };
    const variables = Object.entries(both).map(([key, path]) => [
      variableOf({ name: key, ...settingCalled(key) }),
      path,
    ]);
    for (const given of [{ options: both }, { environment: Object.fromEntries(variables) as Record<string, string> }])
      expect((await settings(given)).options).toMatchObject({ [name]: 'from-file' });
    expect((await settings({ file: both })).options).toMatchObject({ [name]: 'from-file' });
  },
);

const counterparts: Readonly<Record<string, string>> = {
  listingKey: 'listingSecret',
  listingSecret: 'listingKey',
  listingLimitedKey: 'listingLimitedSecret',
  listingLimitedSecret: 'listingLimitedKey',
};

const settingCalled = (name: string) => settingTable.find((one) => one.name === name);

test.each([
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFthe-key\r\n', 'utf8')],
  ['UTF-16, as PowerShell writes it', Buffer.from('\uFEFFthe-key\r\n', 'utf16le')],
])('a key file may be %s', async (_what, bytes) => {
  const file = join(await emptyFolder(), 'key');
  await writeFile(file, bytes);
  expect((await settings({ options: { apiKeyFile: file } })).options.apiKey).toBe('the-key');
});

test('a relative path in the file is meant from the file', async () => {
  const folder = await emptyFolder();
  await mkdir(join(folder, 'deep'));
  await writeFile(join(folder, 'deep', 'key'), 'the-key');
  await writeFile(
    join(folder, 'deep', 'c.json'),
    JSON.stringify({ apiKeyFile: 'key', output: ['json=out.json', 'terminal'] }),
  );
  const { options, presentation } = await certifySettings({
    options: { config: 'deep/c.json' },
    environment: {},
    workingDirectory: folder,
  });
  expect(options.apiKey).toBe('the-key');
  expect(presentation.outputs).toEqual([`json=${join(folder, 'deep', 'out.json')}`, 'terminal']);
});

test.each<[string, Given, RegExp]>([
  ['an unknown key', { file: { apiKy: 'x' } }, /has the unknown key "apiKy"\. Did you mean apiKey\?/],
  ['a number that is none', { options: { timeout: 'soon' } }, /^--timeout is "soon"\. Give a number of seconds/],
  ['a number out of bounds', { environment: { ADSERVER_CONCURRENCY: '0' } }, /^ADSERVER_CONCURRENCY is "0"/],
  ['a number of the wrong type', { file: { maxPages: '' } }, /^"maxPages" in adserver-conformance\.config\.json is ""/],
  ['a flag that is none', { environment: { ADSERVER_READ_ONLY: 'perhaps' } }, /^ADSERVER_READ_ONLY is "perhaps"/],
  ['a list with a hole', { options: { only: ['health,,orders'] } }, /^--only contains an empty name/],
  ['half a credential', { environment: { LISTING_KEY: 'k' } }, /^LISTING_KEY was given without --listing-secret/],
  [
    'a key for its own refusal',
    { options: { apiKey: 'k', expiredKey: 'k' } },
    /^--expired-key is the same as --api-key\. Give a key that has expired, or none\.$/,
  ],
  [
    'a full token as a limited one',
    { environment: { LISTING_TOKEN: 't' }, options: { listingLimitedToken: 't' } },
    /^--listing-limited-token is the same as LISTING_TOKEN\./,
  ],
  [
    'a full pair as a limited one',
    { options: { listingKey: 'k', listingSecret: 's', listingLimitedKey: 'k', listingLimitedSecret: 's' } },
    /^--listing-limited-key is the same as --listing-key\. Give credentials that lack the scope/,
  ],
  ['a file that is not there', { options: { caFile: '/nowhere.pem' } }, /\/nowhere\.pem cannot be read: no such file/],
  ['no certificate', { options: { caFile: '/dev/null' } }, /holds no readable certificate/],
  ['no signing key', { options: { signKey: '/dev/null' } }, /^\/dev\/null: /],
  ['an empty key file', { options: { apiKeyFile: '/dev/null' } }, /^No key is in \/dev\/null/],
  ['two keys', { options: { apiKey: 'a', apiKeyFile: 'b' } }, /--api-key and --api-key-file exclude each other/],
  [
    'standard input for two credentials',
    { options: { apiKeyFile: '-' }, environment: { ADSERVER_EXPIRED_KEY_FILE: '-' } },
    /^--api-key-file and ADSERVER_EXPIRED_KEY_FILE both name standard input/,
  ],
  [
    'half a credential in a file',
    { options: { listingSecretFile: '/dev/null' } },
    /--listing-secret-file was given without --listing-key/,
  ],
  ['two filters', { options: { only: ['health'], failedFrom: 'r.json' } }, /exclude each other/],
  [
    'no JSON',
    { options: { reportRequest: '/dev/null' } },
    /report request template \/dev\/null is not valid JSON\. It is empty\./,
  ],
])('%s is refused, naming it and its remedy', async (_what, given, message) => {
  expect(await refusal(given)).toMatch(message);
});

test('one key of two credentials may come with two secrets', async () => {
  const options = { listingKey: 'k', listingSecret: 's', listingLimitedKey: 'k', listingLimitedSecret: 'other' };
  await expect(settings({ options })).resolves.toBeDefined();
});

test.each([
  ['{{line_item_idz}}', /has the unknown placeholder \{\{line_item_idz\}\}\. Did you mean \{\{line_item_ids\}\}\?/],
  ['from {{ start_date }}', /has the unknown placeholder \{\{ start_date \}\}\. Did you mean \{\{start_date\}\}\?/],
])('a report template with %j is refused, which nothing fills in', async (text, message) => {
  const file = join(await emptyFolder(), 'report.json');
  await writeFile(file, JSON.stringify({ ids: '{{line_item_ids}}', range: [{ of: text }] }));
  expect(await refusal({ options: { reportRequest: file } })).toMatch(message);
});

test('a key with a space in it is refused without being shown', async () => {
  const message = await refusal({ environment: { ADSERVER_API_KEY: 'Bearer s3cret' } });
  expect(message).toMatch(/^ADSERVER_API_KEY holds a space/);
  expect(message).not.toContain('s3cret');
});

test.each([
  ['LISTING_SECRET', 'grüne Wörter', true],
  ['LISTING_KEY', 'a b', true],
  ['LISTING_SECRET', 'pasted ', false],
  ['LISTING_KEY', 'two\nlines', false],
  ['LISTING_KEY', 'no\u00a0break', false],
  ['LISTING_SECRET', 'zero\u200bwidth', false],
  ['LISTING_SECRET', 'mark\ufeff', false],
  ['LISTING_TOKEN', 'a b', false],
])('%s may be %j: %s, for only tokens stand in a header', async (name, value, isTaken) => {
  const given = { environment: { LISTING_KEY: 'k', LISTING_SECRET: 's', [name]: value } };
  if (isTaken) await expect(settings(given)).resolves.toBeDefined();
  else expect(await refusal(given)).toMatch(new RegExp(`^${name} (?:holds a space|begins or ends)`));
});

test.each([
  [{ failures: [] }, /lists no expected failures/],
  [{ expectedFailures: [{ reason: 'r' }] }, /Entry 1 .* has no "id"/],
  [{ expectedFailures: [{ id: 'health.account-id' }] }, /"health\.account-id" .* has no "reason"/],
  [
    {
      expectedFailures: [
        { id: 'a', reason: 'r' },
        { id: 'a', reason: 'r' },
      ],
    },
    /lists "a" twice/,
  ],
])('expected failures have an id and a reason each', async (document, message) => {
  const file = join(await emptyFolder(), 'known.json');
  await writeFile(file, JSON.stringify(document));
  expect(await refusal({ options: { expectedFailures: file } })).toMatch(message);
});

test('the terms of a booking come from the file, and options win over their members', async () => {
  const booking = { inventoryIds: ['a', 'b'], advertiser: 'File', goal: { min: 1000 }, geo: ['DE'] };
  const { options } = await settings({
    options: { slot: ['c'] },
    environment: { ADSERVER_ADVERTISER: 'Environment' },
    file: { booking, creativeHost: 'cdn.example.org' },
  });
  expect(termsOf(options)).toEqual({
    inventoryIds: ['c'],
    advertiser: 'Environment',
    creativeHost: 'cdn.example.org',
    goal: { min: 1000 },
    geo: ['DE'],
  });
});

test('all that is wrong with the terms is said at once, each with its place', async () => {
  const booking = {
    inventoryIds: ['a', 'a'],
    goals: 3,
    goal: { min: 0 },
    flight: { leadDays: -1, minDays: 0, days: 0, weekday: 'Monday' },
    geo: ['DE', 'UK', 'XX'],
  };
  const said = await refusal({ options: { creativeHost: 'https://cdn.example.org/' }, file: { booking } });
  const file = 'in adserver-conformance.config.json';
  for (const told of [
    `"/booking/inventoryIds" ${file} is ["a","a"]. Give an array of the ids of slots, each once`,
    `"/booking/goals" ${file} is not a term. Did you mean goal?`,
    `"/booking/goal/min" ${file} is 0. Give a whole number of impressions above 0.`,
    `"/booking/flight/leadDays" ${file} is -1. Give a whole number from 1 to 365: so many days ahead`,
    `"/booking/flight/minDays" ${file} is 0. Give a whole number from 1 to 365: no flight is shorter`,
    `"/booking/flight/days" ${file} is 0.`,
    `"/booking/flight/weekday" ${file} is "Monday".`,
    `"/booking/geo/1" ${file} is "UK". Give the ISO 3166-1 alpha-2 code of a country in capitals, such as DE.`,
    `"/booking/geo/2" ${file} is "XX".`,
    `--creative-host is "https://cdn.example.org/". Give the name of a host, without scheme`,
  ])
    expect(said).toContain(told);
});

test.each([
  [{ goal: { min: 9000, max: 2000 } }, /"\/booking\/goal" in .* has a min of 9000 above its max of 2000\./],
  [{ flight: { days: 3, minDays: 7 } }, /"\/booking\/flight" in .* has days of 3 below its minDays of 7\./],
  [['slot-1'], /"\/booking" in .* is \["slot-1"\]\./],
  ['slot-1', /"\/booking" in .* is "slot-1"\./],
  [{ advertiser: ' ' }, /"\/booking\/advertiser" in .* is " "\. Give a name/],
  [{ creativeHost: 'localhost' }, /"\/booking\/creativeHost" in /],
])('terms that contradict themselves are refused: %j', async (booking, message) => {
  expect(await refusal({ file: { booking } })).toMatch(message);
});

test('the schema for editors has every setting, and nothing else', () => {
  const names = settingTable.map(({ name }) => name);
  expect(Object.keys(schema.properties).sort()).toEqual(['$schema', 'baseUrl', 'booking', 'noColor', ...names].sort());
});

test('variables are named after their option, or as the listing API has them', () => {
  const variables = Object.fromEntries(settingTable.map((setting) => [setting.name, variableOf(setting)]));
  expect(variables).toMatchObject({
    apiKey: 'ADSERVER_API_KEY',
    keyWithoutRead: 'ADSERVER_KEY_WITHOUT_READ',
    maxPages: 'ADSERVER_MAX_PAGES',
    listingSecret: 'LISTING_SECRET',
    throttleWindow: 'LISTING_THROTTLE_WINDOW',
    apiKeyFile: 'ADSERVER_API_KEY_FILE',
    listingLimitedTokenFile: 'LISTING_LIMITED_TOKEN_FILE',
  });
});

test('the key comes from standard input, and the settings reach the run', async () => {
  const { environment, keys } = await sandbox();
  const options = ['--only', 'connection', '--max-pages', '7', '--api-key-file', '-', '--output', 'json'];
  const { stdout } = await run(options, { environment: { ...environment, ADSERVER_API_KEY: '' }, input: keys.full });
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'passed', run: { options: { maxPages: 7, apiKey: true } } });
});
