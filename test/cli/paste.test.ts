import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { paste } from '../../src/cli/commands/sandbox.ts';
import { testWith } from '../tools.ts';

const variables = [
  ['ADSERVER_API_KEY', 'k-1'],
  ['LISTING_TEMPLATE_ID', 101],
] as const;

testWith('cat')('a POSIX shell runs the command with the variables', () => {
  const script = paste(variables, 'printenv ADSERVER_API_KEY LISTING_TEMPLATE_ID', 'linux').join('\n');
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe('k-1\n101\n');
});

test('PowerShell is given assignments of its own', () => {
  expect(paste(variables, 'npx x', 'win32')).toEqual([
    "$env:ADSERVER_API_KEY='k-1'",
    "$env:LISTING_TEMPLATE_ID='101'",
    'npx x',
  ]);
});
