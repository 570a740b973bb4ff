import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { planFormatNames, reportFormatNames } from '../../src/cli/report-formats.ts';
import { hostileReport } from '../stored/hostile.ts';
import { emptyFolder, run, sandbox, type Ended } from './command.ts';

/*
 * Build systems read what a job prints for commands. No text of a service, a file, an option or another program is one.
 */

const EVIL = [
  '##vso[task.prependpath]evil',
  '##[group]evil',
  "##teamcity[message text='evil']",
  'section_start:1:evil',
  'section_end:1:evil',
].join(' ');
const LINES = `${EVIL}\n::stop-commands::evil\r  ::set-output name=x::evil\r\n::error::evil`;

/** The lines that one of the build systems would act upon. */
function commandsIn(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => /##[a-z]*\[|section_(?:start|end):/i.test(line) || line.trimStart().startsWith('::'));
}

/** Commands that the format for GitHub consists of. */
const OWN = /^::(?:error|warning|notice) title=[^:]*::(?!.*(?:##[a-z]*\[|section_(?:start|end):))/i;

const found = (text: string, format = '') => commandsIn(text).filter((line) => format !== 'github' || !OWN.test(line));

function expectNone({ stdout, stderr }: Ended, format = '') {
  expect({ stdout: found(stdout, format), stderr: found(stderr) }).toEqual({ stdout: [], stderr: [] });
}

test('the reading of this test knows such lines', () => {
  expect(commandsIn(LINES)).toHaveLength(4);
});

/** Runs a command that writes files into its folder, and holds them and both streams to be without commands. */
async function expectNoneWritten(options: readonly string[], formats: readonly string[], environment = {}) {
  const folder = await emptyFolder();
  const outputs = formats.flatMap((format) => ['--output', `${format}=${format}.out`]);
  const ended = await run([...options, ...outputs], { environment, workingDirectory: folder });
  expectNone(ended);
  const files = await readdir(folder);
  expect(files, ended.stderr).toHaveLength(formats.length);
  for (const file of files)
    expect([file, found(await readFile(join(folder, file), 'utf8'), file.replace('.out', ''))]).toEqual([file, []]);
}

describe('a service', () => {
  type Answer = (request: IncomingMessage) => { status: number; headers?: Record<string, string>; body: string };
  const health = {
    account_id: `1 ${LINES}`,
    account_name: LINES,
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    capabilities: { forecast: true, reporting: true, draft_booking: true },
  };
  const slots = { data: [{ inventory_id: `s ${EVIL}`, name: LINES, sizes: ['300x250'], format: LINES }] };
  const error = JSON.stringify({ code: EVIL, message: LINES, [EVIL]: LINES });
  const json = { 'content-type': 'application/json', 'x-cache': EVIL, server: EVIL };
  const order = {
    order_id: EVIL,
    status: LINES,
    line_items: [{ external_ref: LINES, line_item_id: EVIL, status: EVIL }],
  };
  const rest = { ...slots, ...order, rows: [{ line_item_id: LINES, date: EVIL, impressions: LINES, clicks: 0 }] };
  const answers: Readonly<Record<string, Answer>> = {
    'whose values are commands': ({ url = '' }) => ({
      status: url.includes('orders') ? 201 : 200,
      headers: json,
      body: JSON.stringify(url.includes('health') ? health : rest),
    }),
    'with a time zone that is one': () => ({
      status: 200,
      headers: json,
      body: JSON.stringify({ ...health, timezone: EVIL, currency: LINES, capabilities: { [EVIL]: LINES } }),
    }),
    'whose errors are commands': ({ url = '' }) =>
      url.includes('health')
        ? { status: 200, headers: json, body: JSON.stringify(health) }
        : { status: 422, headers: json, body: error },
    'that answers with a page': () => ({
      status: 200,
      headers: { 'content-type': `text/html; ${EVIL}` },
      body: `<html><title>${LINES}</title>${LINES}</html>`,
    }),
  };

  describe.each(Object.entries(answers))('%s', (_what, answer) => {
    async function environment() {
      const server = createServer((request, response) => {
        const { status, headers = {}, body } = answer(request);
        request.resume().once('end', () => response.writeHead(status, headers).end(body));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => {
        server.close();
        server.closeAllConnections();
      });
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
      return { ADSERVER_BASE_URL: address, ADSERVER_API_KEY: 'a-key-of-some-length', ADSERVER_LOCAL: 'true' };
    }

    it('gives no command to certify in any format', async () => {
      await expectNoneWritten(['certify', '--verbose'], reportFormatNames, await environment());
    });

    it('gives no command to diagnose', async () => {
      await expectNoneWritten(['diagnose'], ['terminal', 'json', 'markdown'], await environment());
    });
  });
});

describe('an edited report', () => {
  async function files() {
    const folder = await emptyFolder();
    const [one, other] = [join(folder, 'one.json'), join(folder, 'other.json')];
    const edited = hostileReport(LINES);
    const run = { ...edited.run, id: EVIL, options: { advertiser: LINES, slot: [EVIL], local: true } };
    await writeFile(one, JSON.stringify({ ...edited, run, reasons: [LINES, EVIL] }));
    await writeFile(
      other,
      JSON.stringify({ ...edited, run: { ...run, id: LINES }, tool: { name: EVIL, version: EVIL } }),
    );
    return { folder, one, other };
  }

  it('gives no command to report in any format', async () => {
    const { one } = await files();
    await expectNoneWritten(['report', one], reportFormatNames);
    for (const format of ['terminal', 'github']) expectNone(await run(['report', one, '--output', format]), format);
  });

  it.each([
    ['verify', ['terminal', 'json']],
    ['compare', ['terminal', 'json', 'markdown']],
  ])('gives none to %s', async (command, formats) => {
    const { one, other } = await files();
    for (const format of formats)
      expectNone(await run([command, one, ...(command === 'compare' ? [other] : []), '--format', format]));
  });

  it('gives none to overview', async () => {
    const { folder } = await files();
    await expectNoneWritten(['overview', folder], ['terminal', 'html', 'markdown', 'json']);
  });

  it('gives none to sign-off and package', async () => {
    const { one, folder } = await files();
    expectNone(await run(['sign-off', one], { input: 'A\nB\nc\n\nq\n' }));
    expectNone(await run(['package', one, '--output', join(folder, 'x.zip')]));
  });
});

describe('what is typed or read from a file', () => {
  const typed: readonly (readonly string[])[] = [
    [EVIL],
    ['certify', EVIL],
    ['certify', 'https://ads.example.com', '--only', EVIL],
    ['certify', 'https://ads.example.com', '--output', EVIL],
    ['certify', 'https://ads.example.com', '--api-key-file', LINES],
    ['certify', 'https://ads.example.com', `--${EVIL}`],
    ['explain', LINES],
    ['compare', LINES, EVIL],
    ['sandbox', '--fault', LINES],
  ];

  it.each(typed.map((words) => [words] as const))(
    'words that are commands give none in an error (%#)',
    async (options) => {
      expectNone(await run(options, { environment: { ADSERVER_API_KEY: 'a-key' } }));
    },
  );

  it('gives none in --plan', async () => {
    const { environment } = await sandbox();
    const options = ['--plan', '--slot', EVIL, '--advertiser', LINES];
    await expectNoneWritten(['certify', ...options], planFormatNames, environment);
  });

  it('gives none by expected failures and the output of a program', async () => {
    const { environment } = await sandbox();
    const folder = await emptyFolder();
    const [known, program] = [join(folder, 'known.json'), join(folder, 'program.mjs')];
    await writeFile(known, JSON.stringify({ expectedFailures: [{ id: 'health.account-id', reason: LINES }] }));
    const tap = `console.log(${JSON.stringify(`1..2\nnot ok 1 - ${EVIL}\n  ---\n  message: "${EVIL}"\n  ...\n${LINES}`)});`;
    await writeFile(program, `${tap}\nconsole.error(${JSON.stringify(LINES)});\nprocess.exit(3);`);
    const own = ['--only', 'health', '--expected-failures', known, '--tap-checks', `node ${program}`, '--verbose'];
    await expectNoneWritten(['certify', ...own], reportFormatNames, environment);
    expectNone(await run(['certify', ...own], { environment }));
  });
});
