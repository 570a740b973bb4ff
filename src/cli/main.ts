import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommanderError, type Command } from 'commander';
import { counted, printable } from '../report/text.ts';
import { NoAddress, UsageError } from '../settings.ts';
import { version } from '../version.ts';
import { createProgram } from './program.ts';
import { COMPLETE } from './completion-scripts.ts';
import { notice, outputFailed, print, watchStreams } from './streams.ts';
import { commandsOf, looksLikeCommand, unknownCommand } from './unknown-command.ts';
import { nearest, quoted, sentences } from '../engine/did-you-mean.ts';

const USAGE = 3;
const LONGEST_USAGE = 8_000;
/** Exit code if nothing was judged, or the result could not be written. */
const FAULT = 2;
const OTHER_OPTIONS: Readonly<Record<string, string>> = {
  '-v': 'Did you mean --version, or --verbose?',
  '-q': 'Did you mean --quiet?',
  '-o': 'Did you mean --output?',
};

const NO_CHOICE =
  /^error: (?:command-argument value|option '(?<option>[^' ]*)[^']*' argument) '(?<value>.*)' is invalid(?: for argument '(?<argument>[^']*)')?\. Allowed choices are (?<choices>.*)\.$/s;

async function main(): Promise<number> {
  let code = 0;
  const program = createProgram((exitCode) => {
    code = exitCode;
  });
  const words = process.argv.slice(2);
  if (words[0] === COMPLETE) return complete(program, words.slice(1));
  if (words.includes('--version') && words.includes('--verbose')) {
    await print(whichVersion());
    return 0;
  }
  try {
    assertCommand(words, program);
    await program.parseAsync();
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (error instanceof NoAddress && words.length === 0) {
      notice(START);
      return USAGE;
    }
    const usage = usageErrorOf(error, program);
    if (usage !== null) {
      // The message may quote a file that somebody else wrote.
      notice(`error: ${printable(usage, { max: LONGEST_USAGE, multiline: true })}`);
      return USAGE;
    }
    await tellCrash(error);
    return FAULT;
  }
}

/** The version, where it lies, and how to get another: `npx` keeps one that it has fetched once. */
function whichVersion(): string {
  const folder = dirname(dirname(realpathSync(process.argv[1] ?? '.')));
  const isKept = /[\\/]_npx[\\/]/.test(folder);
  return [
    `adserver-conformance ${version} on Node ${process.versions.node}`,
    `It lies in ${folder}${isKept ? ', where npx keeps what it has fetched once' : ''}.`,
    'The newest one: npx adserver-conformance@latest',
    '',
  ].join('\n');
}

const START = `Certify an ad server:   ADSERVER_API_KEY=… npx adserver-conformance certify https://ads.example.com/api/v1
Try it without one:     npx adserver-conformance sandbox
All commands:           npx adserver-conformance help`;

/** @throws UsageError if the first word, or that after `help`, was meant as a command but does not exist. */
function assertCommand([first = '', second = '']: readonly string[], program: Command): void {
  const isAbout = first === 'help' && second !== '';
  const word = isAbout ? second : first;
  if (isAbout && word === 'help') program.help();
  const isKnown = commandsOf(program).some((command) => command.name() === word);
  if ((isAbout || looksLikeCommand(word)) && !isKnown) throw unknownCommand(word, program);
}

async function complete(program: Command, [current = '=', ...words]: readonly string[]): Promise<number> {
  const { completions } = await import('./completion.ts');
  const found = await completions(program, words, current.slice(1));
  await print(found.map((word) => `${word}\n`).join(''));
  return 0;
}

async function tellCrash(error: unknown): Promise<void> {
  const { crashMessage } = await import('./crash.ts');
  notice(crashMessage(error));
}

/** Errors that nothing catches: in a listener, or in a promise that nobody awaits. */
process.on('uncaughtException', (error) => {
  // Waits until the message is written, which takes time on some systems.
  void tellCrash(error).finally(() => process.stderr.write('', () => process.exit(FAULT)));
});

watchStreams();
const code = await main();
process.exitCode = (await outputFailed()) ? code || FAULT : code;

function usageErrorOf(error: unknown, program: Command): string | null {
  if (error instanceof UsageError) return error.message;
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd')
    return 'The working directory no longer exists. Change to another folder, and start the command there.';
  if (!(error instanceof CommanderError)) return null;
  const name = program.args[0];
  const command = program.commands.find((one) => one.name() === name);
  const help = `See ${['adserver-conformance', ...(command ? [command.name()] : []), '--help'].join(' ')}.`;
  if (error.code === 'commander.unknownOption') {
    // Only the name of the option, because a credential may follow the equals sign.
    const option = /'(--?[^'=]*)/.exec(error.message)?.[1] ?? 'an option';
    const known = (command ?? program.commands[0])?.options.flatMap(({ long }) => long ?? []) ?? [];
    return sentences(`Unknown option ${option}.`, OTHER_OPTIONS[option] ?? nearest(option, known), help);
  }
  const { value = '', argument, option, choices } = NO_CHOICE.exec(error.message)?.groups ?? {};
  if (choices !== undefined)
    return sentences(
      argument === undefined ? `${option ?? ''} is ${quoted(value)}.` : `Unknown ${argument} ${quoted(value)}.`,
      nearest(value, choices.split(', ')),
      `Choices: ${choices}.`,
    );
  const [, needy] = /^error: option '([^' ]*).* argument missing/.exec(error.message) ?? [];
  if (needy !== undefined) return `${needy} needs a value. ${help}`;
  const [, takes, got = ''] = /^error: too many arguments.* Expected (\d+) .* got (\d+)/.exec(error.message) ?? [];
  // The arguments are not shown, because one may be a credential.
  if (takes !== undefined)
    return `Got ${counted(Number(got), 'argument')}, expected ${takes}. Put quotes around one that has spaces in it. ${help}`;
  const sentence = error.message.replace(/^error: /, '').replace(/\.$/, '');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. ${help}`;
}
