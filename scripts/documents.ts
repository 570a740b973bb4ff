// Writes what of the documentation is made from the program: docs/reference.md, and the picture of a last screen.
import { writeFile } from 'node:fs/promises';
import type { Command, Option } from 'commander';
import { faults } from '../fixtures/faults/index.ts';
import { startPublisher } from '../fixtures/publisher/index.ts';
import { certify } from '../src/certify.ts';
import { createProgram } from '../src/cli/program.ts';
import { optionOf, variableOf } from '../src/cli/setting-table.ts';
import { settingTable } from '../src/cli/setting-table.ts';
import { renderTerminal } from '../src/report/render/terminal.ts';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Every command with its options, and every setting with its variable and its key, as Markdown. */
export function reference(before: string): string {
  const { commands } = createProgram(() => undefined);
  return [
    before,
    '## Settings',
    'Of `certify` and `diagnose`: the option, the environment variable, and the key in the configuration file.',
    ...settingGroups().map(
      ([group, rows]) => `### ${group}\n\n${table(['option', 'variable', 'key', 'what it does'], rows)}`,
    ),
    '## Commands',
    ...commands.map(commandPart),
    '',
  ].join('\n\n');
}

function settingGroups(): (readonly [string, string[][]])[] {
  const shown = settingTable.filter(({ isHidden }) => isHidden !== true);
  return [...new Set(shown.map(({ group }) => group))].map((group) => [
    group,
    shown
      .filter((setting) => setting.group === group)
      .map((setting) => [
        code([optionOf(setting.name), setting.argument].filter(Boolean).join(' ')),
        code(variableOf(setting)),
        code(setting.name),
        cell(setting.help + (setting.for.includes('certify') ? '' : ' (`diagnose` only)')),
      ]),
  ]);
}

function commandPart(command: Command): string {
  // The settings of these two have tables of their own.
  const hasSettings = ['certify', 'diagnose'].includes(command.name());
  const own = command.options.filter(({ long }) => !(hasSettings && isSetting(long)));
  const usage = [
    command.name(),
    ...command.registeredArguments.map((argument) => {
      const word = `${argument.name()}${argument.variadic ? '…' : ''}`;
      return argument.required ? `<${word}>` : `[${word}]`;
    }),
  ].join(' ');
  return [
    `### ${command.name()}`,
    `\`${usage}\``,
    command.description(),
    ...(own.length > 0 ? [table(['option', 'what it does'], own.map(optionRow))] : []),
  ].join('\n\n');
}

const isSetting = (long: string | undefined) => settingTable.some(({ name }) => optionOf(name) === long);

const optionRow = ({ flags, description, argChoices, defaultValue }: Option): string[] => [
  code(flags),
  cell(description) +
    (argChoices === undefined ? '' : `: ${argChoices.map((one) => `\`${one}\``).join(', ')}`) +
    (typeof defaultValue === 'string' ? ` (default \`${defaultValue}\`)` : ''),
];

/** The last screen of a run that fails, in colours. */
async function failedScreen(): Promise<string> {
  const fault = faults.find(({ name }) => name === 'health-timezone-offset');
  const publisher = await startPublisher(fault && { behaviour: fault.behaviour });
  try {
    const report = await certify({
      baseUrl: publisher.baseUrl,
      apiKey: publisher.keys.full,
      local: true,
      environment: {},
    });
    const screen = renderTerminal(report, { width: 80, color: true, height: 40 });
    return screen.replaceAll(publisher.baseUrl, 'https://ads.example.com/api/v1').replaceAll(' --local', '');
  } finally {
    await publisher.stop();
  }
}

const LINE = 20;
/** The styles of a terminal that a report uses, by their numbers. */
const STYLES: Readonly<Record<string, string>> = {
  '1': 'font-weight="bold"',
  '2': 'fill="#8b949e"',
  '31': 'fill="#ff7b72"',
  '32': 'fill="#7ee787"',
  '33': 'fill="#e3b341"',
  '36': 'fill="#79c0ff"',
};

/** A screen of a terminal as a picture. */
export function picture(screen: string): string {
  const lines = screen.trimEnd().split('\n');
  const height = (lines.length + 2) * LINE;
  const texts = lines.map(
    (line, index) => `<text x="20" y="${(index + 1.7) * LINE}" style="white-space:pre">${spans(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="760" height="${height}" viewBox="0 0 760 ${height}">
<rect width="760" height="${height}" rx="8" fill="#0d1117"/>
<g fill="#e6edf3" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14.5">
${texts.join('\n')}
</g>
</svg>
`;
}

/** What switches a style of a terminal on or off. */
const STYLE = new RegExp(`${String.fromCharCode(27)}\\[(\\d+)m`);

function spans(line: string): string {
  const active = new Set<string>();
  // Every second part is the number of a style.
  return line
    .split(STYLE)
    .map((part, index) => {
      if (index % 2 === 0) return part === '' ? '' : `<tspan ${[...active].join(' ')}>${escaped(part)}</tspan>`;
      const style = STYLES[part];
      if (style !== undefined) active.add(style);
      else active.clear();
      return '';
    })
    .join('');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Where the handwritten part of docs/reference.md ends. */
export const GENERATED = '<!-- From here on, written by `npm run documents`. -->';

export async function writeDocuments(readReference: () => Promise<string>): Promise<void> {
  const [before = ''] = (await readReference()).split(GENERATED);
  await writeFile('docs/reference.md', reference(`${before}${GENERATED}`));
  await writeFile('docs/failed.svg', picture(await failedScreen()));
}
