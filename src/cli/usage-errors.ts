import { CommanderError, type Command } from 'commander';
import { nearest, sentences } from '../engine/did-you-mean.ts';
import { UsageError } from '../settings.ts';

/** Names of our options in other programs. */
const OTHER_OPTIONS: Readonly<Record<string, string>> = {
  '-v': 'Did you mean --version, or --verbose?',
  '-q': 'Did you mean --quiet?',
  '-o': 'Did you mean --output?',
};

/** The message for wrong arguments or options; `null` for any other error. */
export function usageErrorOf(error: unknown, program: Command): string | null {
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
  const sentence = error.message.replace(/^error: /, '').replace(/\.$/, '');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. ${help}`;
}
