import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { completions } from '../../src/cli/completion.ts';
import { createProgram } from '../../src/cli/program.ts';
import { SHELLS } from '../../src/cli/completion-scripts.ts';
import { emptyFolder, program, run, runProgram } from './command.ts';
import { testWith } from '../tools.ts';

const found = (line: string) => {
  const words = line.split(' ');
  return completions(
    createProgram(() => undefined),
    words.slice(0, -1),
    words.at(-1) ?? '',
  );
};

test.each([
  ['cert', ['certify']],
  ['certify --require', ['--require-certified']],
  ['certify --output ju', ['junit']],
  ['certify --output=ju', ['--output=junit']],
  ['diagnose --output j', ['json']],
  ['certify --only health,orders.any-l', ['health,orders.any-listed-slot']],
  ['explain health.timezone-i', ['health.timezone-is-iana']],
  ['sandbox --fault health-timezone-offset-a', ['health-timezone-offset-alone']],
  ['sandbox --variation gzip', ['gzip-bodies']],
  ['overview --output h', ['html']],
  ['overview rep', []],
  ['package report.json --output j', []],
  ['checks --format m', ['markdown']],
  ['checks --module hea', ['health']],
  ['help comp', ['compare', 'completion']],
  ['over', ['overview']],
  ['completion z', ['zsh']],
  ['report rep', []],
])('%j is completed', async (line, words) => {
  expect(await found(line)).toEqual(words);
});

test.each(SHELLS)('there is a script for %s, which asks the command', async (shell) => {
  const { code, stdout } = await run(['completion', shell]);
  expect(code).toBe(0);
  expect(stdout).toContain('adserver-conformance __complete');
});

/** How each shell is asked what it would complete, with its script. */
const ASKED = {
  bash: (script: string, line: string) =>
    `${script}\nCOMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; COMP_WORDS=($COMP_LINE); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _adserver_conformance; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Without a terminal there is no completion system: what it would be given is printed.
  zsh: (script: string, line: string) =>
    `compdef() { : }; compadd() { shift 2; print -rl -- "$@" }; ${script}\nwords=(${line}); CURRENT=$#words; _adserver_conformance`,
  fish: (script: string, line: string) => `${script}\ncomplete -C '${line}'`,
} as const;

const shells = Object.keys(ASKED) as (keyof typeof ASKED)[]; // The keys of the table.

describe.each(shells)('%s completes by its script', (shell) => {
  testWith(shell).each([
    ['sandbox --fault health-timezone-offset-a', 'health-timezone-offset-alone'],
    ['certify --only health,orders.any-l', 'health,orders.any-listed-slot'],
    ['overview --output h', 'html'],
    ['explain health.timezone-i', 'health.timezone-is-iana'],
  ])('%s', async (words, completed) => {
    const folder = await emptyFolder();
    const command = join(folder, 'adserver-conformance');
    await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
    await chmod(command, 0o755);
    const script = (await run(['completion', shell])).stdout;
    const { stdout } = await runProgram(shell, ['-c', ASKED[shell](script, `adserver-conformance ${words}`)], {
      environment: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    });
    expect(stdout.trim()).toBe(completed);
  });
});
