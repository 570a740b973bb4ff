import { Argument, type Command } from 'commander';
import { UsageError } from '../settings.ts';
import { SHELLS } from './completion-scripts.ts';
import { print } from './streams.ts';
import { unknownCommand } from './unknown-command.ts';

/** The commands about the tool itself. */
export function addShellCommands(program: Command, done: (exitCode: number) => void): void {
  program
    .command('help')
    .summary('help for a command')
    .description('Shows the help for a command, or the list of commands.')
    .argument('[command]', 'e.g. certify')
    .action(async (name: string | undefined) => {
      await print(helpFor(program, name));
      done(0);
    });
  program
    .command('completion')
    .summary('print a completion script for a shell')
    .description('Prints a completion script: commands, options, formats, check ids and fault names.')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { completionScripts } = await import('./completion-scripts.ts');
      await print(completionScripts[shell]);
      done(0);
    });
}

function helpFor(program: Command, name: string | undefined): string {
  if (name === undefined) {
    let text = '';
    program.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
    return text;
  }
  const command = program.commands.find((one) => one.name() === name);
  if (command === undefined)
    throw new UsageError(
      unknownCommand(
        name,
        program.commands.map((one) => one.name()),
      ),
    );
  return command.helpInformation();
}
