import type { Command } from 'commander';
import { nearest, sentences } from '../engine/did-you-mean.ts';
import { UsageError } from '../settings.ts';

const OTHER_NAMES: Readonly<Record<string, string>> = {
  diff: 'compare',
  doctor: 'diagnose',
  debug: 'diagnose',
  ping: 'diagnose',
  connect: 'diagnose',
  version: '--version',
  test: 'certify',
  run: 'certify',
  check: 'certify',
  validate: 'certify',
  list: 'checks',
  rules: 'checks',
  describe: 'explain',
  why: 'explain',
  render: 'report',
  show: 'report',
  summary: 'overview',
  dashboard: 'overview',
  serve: 'sandbox',
  mock: 'sandbox',
  start: 'sandbox',
  completions: 'completion',
};

/** Whether the first word was probably meant as a command, not as an address. */
export function looksLikeCommand(word: string): boolean {
  return /^[a-z]+(?:-[a-z]+)*$/i.test(word) && word !== 'localhost';
}

/** The commands that the help lists, `help` among them. */
export const commandsOf = (program: Command): Command[] => program.createHelp().visibleCommands(program);

export function unknownCommand(word: string, program: Command): UsageError {
  const other = OTHER_NAMES[word.toLowerCase()];
  const names = commandsOf(program).map((command) => command.name());
  const meant = other === undefined ? nearest(word, names) : `Did you mean ${other}?`;
  return new UsageError(sentences(`Unknown command ${word}.`, meant, 'See adserver-conformance --help.'));
}
