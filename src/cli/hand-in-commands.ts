import type { Command } from 'commander';
import type { PackageOptions } from './commands/package.ts';
import type { SignOffOptions } from './commands/sign-off.ts';

type Done = (exitCode: number) => void;

/** The commands for handing in a result: `sign-off` and `package`. */
export function addHandIn(program: Command, done: Done): void {
  program
    .command('sign-off')
    .summary('record who confirms what no request can show')
    .description(
      'Walks through the statements of a report that no request can show, and records who confirms them. Each answer is saved at once, in <report>.sign-off.json; the same command goes on later. Exits with 1 while something is open.',
    )
    .argument('<report.json>', 'what --output json wrote')
    .option('--answers <file>', 'take the answers from a file, ask nothing')
    .option('--template', 'print a file of answers to fill in')
    .option('--from <sign-off.json>', 'carry over from an earlier sign-off of the same address')
    .option('--output <file>', 'where to keep the sign-off')
    .option('--sign-off-max-age <days>', 'ask again what was answered longer ago (default 365)')
    .option('--name <name>', 'who signs off')
    .option('--role <role>', 'the role of that person')
    .option('--again', 'ask every statement again')
    .option('--no-color', 'no colours')
    .action(async (file: string, options: SignOffOptions) => {
      const { signOffCommand } = await import('./commands/sign-off.ts');
      done(await signOffCommand(file, options));
    });
  program
    .command('package')
    .summary('pack a report and all that is handed in with it')
    .description(
      'Writes one zip with the report, its page, the certificate, the list of drafts, the sign-off and a manifest. verify takes it.',
    )
    .argument('<report.json>', 'what --output json wrote')
    .option('--output <file>', 'where to write it (default <report>.zip)')
    .option('--sign-off <file>', 'the sign-off (default <report>.sign-off.json, if it exists)')
    .option('--sign-key <pem>', 'Ed25519 private key that signs the package')
    .action(async (file: string, options: PackageOptions) => {
      const { packageCommand } = await import('./commands/package.ts');
      done(await packageCommand(file, options));
    });
}
