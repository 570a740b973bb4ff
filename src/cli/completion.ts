import type { Command, Option } from 'commander';
import { catalogue } from './catalogue.ts';
import { diagnosisFormats, overviewFormatsFrom, reportFormatNames } from './report-formats.ts';
import { commandsOf } from './unknown-command.ts';

/**
 * The words that fit at the cursor. `words` come before it, `current` is what has been typed of the word so far. An
 * empty list means that a file name may fit.
 */
export async function completions(program: Command, words: readonly string[], current: string): Promise<string[]> {
  const command = commandsOf(program).find((one) => one.name() === words[0]);
  const options = (command ?? program.commands[0])?.options ?? [];
  const [, before = '', typed = current] = /^(--[a-z-]+)=(.*)$/s.exec(current) ?? [];
  const named = before === '' ? words.at(-1) : before;
  const option = options.find(({ long }) => long !== undefined && long === named);
  if (option !== undefined && takesValue(option))
    return matching(await valuesOf(option, command?.name() ?? 'certify'), typed).map((value) =>
      before === '' ? value : `${before}=${value}`,
    );
  if (current.startsWith('-')) return matching(['--help', ...longNames(options)], current);
  if (command === undefined) return words.length > 0 ? [] : matching(namesOf(program), current);
  return matching(argumentsOf(command, program), current);
}

const takesValue = ({ required, optional }: Option) => required || optional;
const longNames = (options: readonly Option[]) => options.flatMap(({ long }) => long ?? []);
const namesOf = (program: Command) => commandsOf(program).map((command) => command.name());

/** The names that begin with the typed text. In a list separated by commas, the last name is completed. */
function matching(names: readonly string[], typed: string): string[] {
  const kept = typed.slice(0, typed.lastIndexOf(',') + 1);
  const start = typed.slice(kept.length);
  return names.filter((name) => name.startsWith(start)).map((name) => kept + name);
}

async function valuesOf({ long, argChoices }: Option, command: string): Promise<readonly string[]> {
  switch (long) {
    case '--only':
    case '--skip':
      return [...modules(), ...checkIds()];
    case '--module':
      return modules();
    case '--output':
      return formatsOf(command);
    case '--fault':
      return (await import('../../fixtures/faults/index.ts')).faults.map(({ name }) => name);
    case '--variation':
      return (await import('../../fixtures/variations/index.ts')).variations.map(({ name }) => name);
    case undefined:
    default:
      return argChoices ?? [];
  }
}

function formatsOf(command: string): readonly string[] {
  if (command === 'diagnose') return Object.keys(diagnosisFormats);
  // For these commands, --output names a file, not a format.
  if (command === 'sign-off' || command === 'package') return [];
  return command === 'overview' ? Object.keys(overviewFormatsFrom('.')) : reportFormatNames;
}

function argumentsOf(command: Command, program: Command): readonly string[] {
  if (command.name() === 'explain') return checkIds();
  if (command.name() === 'help') return namesOf(program);
  return command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
}

const modules = () => catalogue().modules.map(({ id }) => id);
const checkIds = () => catalogue().checks.map(({ id }) => id);
