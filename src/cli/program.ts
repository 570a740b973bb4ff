import { Argument, Command, Option } from 'commander';
import { REQUIREMENTS } from '../report/requirements.ts';
import { UsageError } from '../settings.ts';
import { version } from '../version.ts';
import { CONFIG_FILE, optionOf, variableOf, type Setting, type SettingUser, settingTable } from './setting-table.ts';
import { FAILURES } from './overview-failures.ts';
import type { OverviewOptions } from './commands/overview.ts';
import type { ReportOptions } from './commands/report.ts';
import type { VerifyCommandOptions } from './commands/verify.ts';
import { addHandIn } from './hand-in-commands.ts';
import { addShellCommands } from './shell-commands.ts';
import type { Origins } from './sources.ts';
import { looksLikeCommand, unknownCommand } from './unknown-command.ts';

type Done = (exitCode: number) => void;

/** The command line. Each command loads its code only when it is called, so that the program starts fast. */
export function createProgram(done: Done): Command {
  const program = new Command('adserver-conformance')
    .description("Certifies a publisher's ad server and listing API against their REST contracts.")
    .version(version)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .helpCommand(false)
    .addHelpText('after', EXAMPLES);
  addCertify(program, done);
  addDiagnose(program, done);
  addCatalogue(program, done);
  addReports(program, done);
  addOverview(program, done);
  addHandIn(program, done);
  addSandbox(program, done);
  addShellCommands(program, done);
  return program;
}

const EXAMPLES = `
Examples:
  ADSERVER_API_KEY=… adserver-conformance certify https://ads.example.com/api/v1
  adserver-conformance diagnose https://ads.example.com/api/v1 --api-key-file key.txt
  adserver-conformance sandbox
  adserver-conformance help certify

Exit codes: 0 certified or passed, 1 failed, 2 could not judge, 3 usage error, 130 interrupted.`;

function addCertify(program: Command, done: Done): void {
  const command = program
    .command('certify', { isDefault: true })
    .summary('run the checks and print the certification report')
    .description(
      'Runs the chosen checks and prints the certification report. Creates draft orders, unless --read-only.',
    )
    .argument('[base-url]', "the ad server's base address, https://{host}/api/v1 (ADSERVER_BASE_URL)");
  addSettings(command, 'certify').action(async (baseUrl: string | undefined, options: Options) => {
    const { certifyCommand } = await import('./commands/certify.ts');
    done(await certifyCommand(origins(baseUrl, options, program)));
  });
}

function addDiagnose(program: Command, done: Done): void {
  const command = program
    .command('diagnose')
    .summary('find out where a connection fails, and what to do')
    .description(
      'Goes through the connection step by step, as the client does when a publisher connects, and says what the client would show, why, and what to do. Creates nothing.',
    )
    .argument('[base-url]', "the ad server's base address (ADSERVER_BASE_URL)");
  addSettings(command, 'diagnose').action(async (baseUrl: string | undefined, options: Options) => {
    const { diagnoseCommand } = await import('./commands/diagnose.ts');
    done(await diagnoseCommand(origins(baseUrl, options, program)));
  });
}

function addCatalogue(program: Command, done: Done): void {
  program
    .command('checks')
    .summary('list every check')
    .description('Lists every check, the statements to sign off, and the duties of the client.')
    .addOption(formats(['terminal', 'json', 'markdown']))
    .option('--search <text>', 'only what contains these words')
    .option('--module <id>', 'only one module, e.g. health')
    .option('--no-color', 'no colours')
    .action(async (options: { format: string; color: boolean; search?: string; module?: string }) => {
      const { checksCommand } = await import('./commands/checks.ts');
      done(await checksCommand(options));
    });
  program
    .command('explain')
    .summary('explain one check')
    .description('Explains one check: the rule, why it exists, what the client does with it, examples, how to fix.')
    .argument('<check-id>', 'e.g. health.timezone-is-iana')
    .option('--no-color', 'no colours')
    .action(async (id: string, { color }: { color: boolean }) => {
      const { explainCommand } = await import('./commands/explain.ts');
      done(await explainCommand(id, color));
    });
  program
    .command('openapi')
    .summary('print a contract as an OpenAPI document')
    .description('Prints a contract as an OpenAPI 3.1 document, for mock servers, generators of code and fuzzers.')
    .addArgument(new Argument('[contract]', 'which contract').choices(['ad-server', 'listing']).default('ad-server'))
    .addOption(new Option('--format <format>', 'output format').choices(['yaml', 'json']).default('yaml'))
    .action(async (contract: string, { format }: { format: string }) => {
      const { openapiCommand } = await import('./commands/openapi.ts');
      done(await openapiCommand(contract, format));
    });
}

function addReports(program: Command, done: Done): void {
  program
    .command('report')
    .summary('render a saved report in any format')
    .description('Renders a saved report in any format.')
    .argument('<report.json>', 'what --output json wrote')
    .addOption(repeatable('--output <format[=file]>', formatsHelp()))
    .option('--sign-off <file>', 'for the certificate; default <report>.sign-off.json, if present')
    .option('--public-key <pem>', "for the certificate: the Ed25519 public key of the report's signer")
    .option('--verbose', 'print every check, request, draft and statement before the result')
    .option('--no-color', 'no colours')
    .action(async (file: string, options: ReportOptions) => {
      const { reportCommand } = await import('./commands/report.ts');
      done(await reportCommand(file, options));
    });
  program
    .command('compare')
    .summary('show what changed between two reports')
    .description(
      'Shows what was fixed, what broke, which checks are new or gone, and what is no longer judged. Exits with 1 if anything got worse: a check, a verdict, a check that is gone, a report that was altered.',
    )
    .argument('<old.json>', 'the earlier report')
    .argument('<new.json>', 'the later report')
    .addOption(formats(['terminal', 'json', 'markdown']))
    .action(async (before: string, after: string, { format }: { format: string }) => {
      const { compareCommand } = await import('./commands/compare.ts');
      done(await compareCommand(before, after, format));
    });
  program
    .command('verify')
    .summary('check a report or a package that you received')
    .description(
      'Checks reports and packages that you received: not changed, nothing in them contradicts itself or the catalogue of its version, and every exchange that is cited is there. Says in one line what you can rely on. Exits with 1 if one falls short.',
    )
    .argument('<report.json|package.zip...>', 'reports, or what package wrote')
    .option('--public-key <pem>', 'Ed25519 public key of the signer')
    .addOption(choices('--require <what>', 'fail unless it is so; repeatable', REQUIREMENTS))
    .option('--target <url>', 'fail unless it is about this address')
    .option('--max-age <days>', 'fail if the run ended longer ago')
    .option('--min-version <version>', 'fail if an earlier version of this suite made it')
    .option('--sign-off-max-age <days>', 'fail if a statement was signed off longer ago')
    .addOption(formats(['terminal', 'json']))
    .action(async (files: string[], options: VerifyCommandOptions) => {
      const { verifyCommand } = await import('./commands/verify.ts');
      done(await verifyCommand(files, options));
    });
}

function addOverview(program: Command, done: Done): void {
  program
    .command('overview')
    .summary('show many publishers, or one over time, at a glance')
    .description(
      'Shows the latest report of each publisher, lost certificates first, then what is broken most: verdict, age, version, signer, what changed since the report before, and how far it is signed off. Each is checked as verify does it. With the reports of one publisher, shows each of them. Exits with 3 if a file cannot be read; the others are shown.',
    )
    .argument('<report.json...>', 'reports and packages; a folder stands for all that are in it')
    .addOption(repeatable('--output <format[=file]>', 'terminal (default), html, markdown, json or csv; repeatable'))
    .option('--max-age <days>', 'what ended longer ago is not certified any more (default 90)')
    .option('--min-version <version>', 'mark what earlier versions of this suite made')
    .option('--keys <folder>', 'public keys of publishers, <host>.pem: who signed')
    .option('--expected <file>', 'names, accounts or hosts of publishers, one a line: who sent nothing')
    .addOption(choices('--fail-on <what>', 'exit with 1 if there is any; repeatable', FAILURES))
    .option('--verbose', 'list every problem, every report and every publisher')
    .option('--no-color', 'no colours')
    .action(async (files: string[], options: OverviewOptions) => {
      const { overviewCommand } = await import('./commands/overview.ts');
      done(await overviewCommand(files, options));
    });
}

function addSandbox(program: Command, done: Done): void {
  program
    .command('sandbox')
    .summary('start the reference publisher on loopback')
    .description('Starts the reference publisher of both contracts on loopback, in memory, until Ctrl-C.')
    .option('--port <n>', 'port on 127.0.0.1 (default: a free one)')
    .addOption(repeatable('--fault <name>', 'break one rule; repeatable'))
    .addOption(repeatable('--variation <name>', 'be unusual but conformant; repeatable'))
    .option('--list-faults', 'name the faults and what they break')
    .option('--list-variations', 'name the variations')
    .option('--search <text>', 'of a list, only what contains these words')
    .option('--module <id>', 'of a list, only one module, e.g. health')
    .addOption(formats(['terminal', 'json']))
    .option('--throttle-window <seconds>', 'window of the exchange limit (default 60)')
    .action(async (options: Options) => {
      const { sandboxCommand } = await import('./commands/sandbox.ts');
      done(await sandboxCommand(options));
    });
}

type Options = Readonly<Record<string, unknown>>;

function origins(baseUrl: string | undefined, options: Options, program: Command): Origins {
  const names = program.commands.map((command) => command.name());
  return {
    options,
    ...(baseUrl === undefined ? {} : { baseUrl: assertNoCommand(baseUrl, names) }),
    environment: process.env,
    workingDirectory: process.cwd(),
  };
}

function assertNoCommand(word: string, commands: readonly string[]): string {
  if (!looksLikeCommand(word)) return word;
  throw new UsageError(unknownCommand(word, commands));
}

function addSettings(command: Command, user: SettingUser): Command {
  const settings: readonly Setting[] = settingTable;
  for (const setting of settings.filter((one) => one.for.includes(user))) {
    const flags = [optionOf(setting.name), ...(setting.argument === undefined ? [] : [setting.argument])].join(' ');
    const what = (user === 'diagnose' ? setting.diagnoseHelp : undefined) ?? setting.help;
    const help = `${what} (${variableOf(setting)})`;
    const option =
      setting.kind === 'texts' || setting.kind === 'list' ? repeatable(flags, help) : new Option(flags, help);
    command.addOption(option.helpGroup(`${setting.group}:`).hideHelp(setting.isHidden ?? false));
  }
  return command
    .addHelpText(
      'after',
      '\nEvery credential can also be read from a file: --…-file <file>, …_FILE; - is standard input.',
    )
    .addOption(new Option('--config <file>', `configuration file (JSON; default ${CONFIG_FILE})`).helpGroup('Results:'))
    .addOption(new Option('--no-color', 'no colours (NO_COLOR)').helpGroup('Results:'));
}

function repeatable(flags: string, help: string): Option {
  return new Option(flags, help).argParser((value: string, earlier: string[] | undefined) => [
    ...(earlier ?? []),
    value,
  ]);
}

/** A repeatable option that takes some words only. */
function choices(flags: string, help: string, words: readonly string[]): Option {
  const option = new Option(flags, help).choices(words);
  const { parseArg } = option;
  return option.argParser((value: string, earlier: string[] | undefined) => {
    parseArg?.(value, undefined); // It throws for any other word.
    return [...(earlier ?? []), value];
  });
}

function formats(names: string[]): Option {
  return new Option('--format <format>', 'output format').choices(names).default('terminal');
}

function formatsHelp(): string {
  const output = settingTable.find(({ name }) => name === 'output');
  return output?.help ?? '';
}
