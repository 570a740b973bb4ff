import { Argument, Command, Option } from 'commander';
import { FAILURES } from '../overview/model.ts';
import { REQUIREMENTS } from '../report/requirements.ts';
import { version } from '../version.ts';
import {
  CONFIG_FILE,
  daysIn,
  numberIn,
  versionIn,
  optionOf,
  variableOf,
  type Setting,
  settingOf,
  type SettingUser,
  settingTable,
} from './setting-table.ts';
import { SHELLS } from './completion-scripts.ts';
import type { Origins } from './sources.ts';
import { print } from './streams.ts';
import { looksLikeCommand, unknownCommand } from './unknown-command.ts';

/** The action of a command: loads what carries it out only then, so that the program starts fast. */
type Runs = <A extends unknown[]>(
  load: () => Promise<(...given: A) => Promise<number>>,
) => (...given: A) => Promise<void>;

export function createProgram(done: (exitCode: number) => void): Command {
  const runs: Runs =
    (load) =>
    async (...given) => {
      const command = await load();
      done(await command(...given));
    };
  const program = new Command('adserver-conformance')
    .description("Certifies a publisher's ad server and listing API against their REST contracts.")
    .version(version)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .helpCommand('help [command]', 'help for a command')
    .addHelpText('after', EXAMPLES);
  addRun(program, runs);
  addCatalogue(program, runs);
  addReports(program, runs);
  addOverview(program, runs);
  addHandIn(program, runs);
  addSandbox(program, runs);
  addCompletion(program);
  return program;
}

const EXAMPLES = `
Examples:
  ADSERVER_API_KEY=… adserver-conformance certify https://ads.example.com/api/v1
  adserver-conformance diagnose https://ads.example.com/api/v1 --api-key-file key.txt
  adserver-conformance sandbox
  adserver-conformance help certify

Exit codes: 0 certified or passed, 1 failed, 2 could not judge, 3 usage error, 130 interrupted.`;

function addRun(program: Command, runs: Runs): void {
  const certify = program
    .command('certify', { isDefault: true })
    .summary('run the checks and print the certification report')
    .description(
      'Runs the chosen checks and prints the certification report. Creates draft orders, unless --read-only.',
    )
    .argument('[base-url]', "the ad server's base address, https://{host}/api/v1 (ADSERVER_BASE_URL)");
  const diagnose = program
    .command('diagnose')
    .summary('find out where a connection fails, and what to do')
    .description(
      'Goes through the connection step by step, as the client does when a publisher connects, and says what the client would show, why, and what to do. Creates nothing.',
    )
    .argument('[base-url]', "the ad server's base address (ADSERVER_BASE_URL)");
  const on = (load: () => Promise<(given: Origins) => Promise<number>>) =>
    runs(async () => {
      const command = await load();
      return (baseUrl: string | undefined, options: Options) => command(origins(baseUrl, options, program));
    });
  addSettings(certify, 'certify').action(on(async () => (await import('./commands/certify.ts')).certifyCommand));
  addSettings(diagnose, 'diagnose').action(on(async () => (await import('./commands/diagnose.ts')).diagnoseCommand));
}

function addCatalogue(program: Command, runs: Runs): void {
  program
    .command('checks')
    .summary('list every check')
    .description('Lists every check, the statements to sign off, and the duties of the client.')
    .addOption(formats(['terminal', 'json', 'markdown']))
    .option('--search <text>', 'only what contains these words')
    .option('--module <id>', 'only one module, e.g. health')
    .option('--no-color', 'no colours')
    .action(runs(async () => (await import('./commands/checks.ts')).checksCommand));
  program
    .command('explain')
    .summary('explain one check')
    .description('Explains one check: the rule, why it exists, what the client does with it, examples, how to fix.')
    .argument('<check-id>', 'e.g. health.timezone-is-iana')
    .option('--no-color', 'no colours')
    .action(runs(async () => (await import('./commands/explain.ts')).explainCommand));
  program
    .command('openapi')
    .summary('print a contract as an OpenAPI document')
    .description('Prints a contract as an OpenAPI 3.1 document, for mock servers, generators of code and fuzzers.')
    .addArgument(new Argument('[contract]', 'which contract').choices(['ad-server', 'listing']).default('ad-server'))
    .addOption(new Option('--format <format>', 'output format').choices(['yaml', 'json']).default('yaml'))
    .action(runs(async () => (await import('./commands/openapi.ts')).openapiCommand));
}

function addReports(program: Command, runs: Runs): void {
  program
    .command('report')
    .summary('render a saved report in any format')
    .description('Renders a saved report in any format.')
    .argument('<report.json>', 'what --output json wrote')
    .addOption(repeatable('--output <format[=file]>', settingOf('output').help))
    .option('--sign-off <file>', 'for the certificate; default <report>.sign-off.json, if present')
    .option('--public-key <pem>', "for the certificate: the Ed25519 public key of the report's signer")
    .option('--verbose', 'print every check, request, draft and statement before the result')
    .option('--no-color', 'no colours')
    .action(runs(async () => (await import('./commands/report.ts')).reportCommand));
  program
    .command('compare')
    .summary('show what changed between two reports')
    .description(
      'Shows what was fixed, what broke, which checks are new or gone, and what is no longer judged. Exits with 1 if anything got worse: a check, a verdict, a check that is gone, a report that was altered.',
    )
    .argument('<old.json>', 'the earlier report')
    .argument('<new.json>', 'the later report')
    .addOption(formats(['terminal', 'json', 'markdown']))
    .action(runs(async () => (await import('./commands/compare.ts')).compareCommand));
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
    .addOption(read('--max-age <days>', 'fail if the run ended longer ago', daysIn))
    .addOption(read('--min-version <version>', 'fail if an earlier version of this suite made it', versionIn))
    .addOption(read('--sign-off-max-age <days>', 'fail if a statement was signed off longer ago', daysIn))
    .addOption(formats(['terminal', 'json']))
    .action(runs(async () => (await import('./commands/verify.ts')).verifyCommand));
}

function addOverview(program: Command, runs: Runs): void {
  program
    .command('overview')
    .summary('show many publishers, or one over time, at a glance')
    .description(
      'Shows the latest report of each publisher, lost certificates first, then what is broken most: verdict, age, version, signer, what changed since the report before, and how far it is signed off. Each is checked as verify does it. With the reports of one publisher, shows each of them. Exits with 3 if a file cannot be read; the others are shown.',
    )
    .argument('<report.json...>', 'reports and packages; a folder stands for all that are in it')
    .addOption(repeatable('--output <format[=file]>', 'terminal (default), html, markdown, json or csv; repeatable'))
    .addOption(read('--max-age <days>', 'what ended longer ago is not certified any more (default 90)', daysIn))
    .addOption(read('--min-version <version>', 'mark what earlier versions of this suite made', versionIn))
    .option('--keys <folder>', 'public keys of publishers, <host>.pem: who signed')
    .option('--expected <file>', 'names, accounts or hosts of publishers, one a line: who sent nothing')
    .addOption(
      choices(
        '--fail-on <what>',
        'exit with 1 if there is any; failed also means a report that cannot be relied on; repeatable',
        FAILURES,
      ),
    )
    .option('--verbose', 'list every problem, every report and every publisher')
    .option('--no-color', 'no colours')
    .action(runs(async () => (await import('./commands/overview.ts')).overviewCommand));
}

function addSandbox(program: Command, runs: Runs): void {
  program
    .command('sandbox')
    .summary('start the reference publisher on loopback')
    .description('Starts the reference publisher of both contracts on loopback, in memory, until Ctrl-C.')
    .addOption(read('--port <n>', 'port on 127.0.0.1 (default: a free one)', portIn))
    .addOption(repeatable('--fault <name>', 'break one rule; repeatable'))
    .addOption(repeatable('--variation <name>', 'be unusual but conformant; repeatable'))
    .option('--list-faults', 'name the faults and what they break')
    .option('--list-variations', 'name the variations')
    .option('--search <text>', 'of a list, only what contains these words')
    .option('--module <id>', 'of a list, only one module, e.g. health')
    .addOption(formats(['terminal', 'json']))
    .addOption(read('--throttle-window <seconds>', 'window of the exchange limit (default 60)', numberIn))
    .action(runs(async () => (await import('./commands/sandbox.ts')).sandboxCommand));
}

function addHandIn(program: Command, runs: Runs): void {
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
    .addOption(read('--sign-off-max-age <days>', 'ask again what was answered longer ago (default 365)', daysIn))
    .option('--name <name>', 'who signs off')
    .option('--role <role>', 'the role of that person')
    .option('--again', 'ask every statement again')
    .option('--no-color', 'no colours')
    .action(runs(async () => (await import('./commands/sign-off.ts')).signOffCommand));
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
    .action(runs(async () => (await import('./commands/package.ts')).packageCommand));
}

function addCompletion(program: Command): void {
  program
    .command('completion')
    .summary('print a completion script for a shell')
    .description('Prints a completion script: commands, options, formats, check ids and fault names.')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { completionScripts } = await import('./completion-scripts.ts');
      await print(completionScripts[shell]);
    });
}

type Options = Readonly<Record<string, unknown>>;

function origins(baseUrl: string | undefined, options: Options, program: Command): Origins {
  if (baseUrl !== undefined && looksLikeCommand(baseUrl)) throw unknownCommand(baseUrl, program);
  return { options, baseUrl, environment: process.env, workingDirectory: process.cwd() };
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

const portIn = (text: string, option: string) => numberIn(text, option, { least: 0, most: 65_535, whole: true });

/** An option whose text is read at once. The messages of `reads` name the option. */
function read(flags: string, help: string, reads: (text: string, option: string) => unknown): Option {
  const option = new Option(flags, help);
  return option.argParser((text: string) => reads(text, `--${option.name()}`));
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
