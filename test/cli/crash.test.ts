import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, test } from 'vitest';
import { bugs } from '../../package.json';
import { credentialsRead } from '../../src/cli/credentials-read.ts';
import { crashMessage } from '../../src/cli/crash.ts';
import { program, runProgram, sandbox } from './command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('a fault of the program itself', () => {
  afterEach(() => {
    credentialsRead.clear();
  });

  it('says where to report it, with what, and what runs here', () => {
    const message = crashMessage(new TypeError("Cannot read properties of undefined (reading 'pages')"));
    expect(message).toContain(`Please report it at ${bugs.url} with`);
    expect(message).toContain('- the report, if one was written');
    expect(message).toContain(`Node ${process.versions.node}, ${process.platform} ${process.arch}`);
    expect(message).toMatch(/^TypeError: Cannot read properties of undefined/m);
    expect(message).toMatch(/^ +at .*test[\\/]cli[\\/]crash\.test\.ts/m);
  });

  it.each([
    ['a key that was given', 'swordfish is not a function'],
    ['a token of the service', 'unexpected eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.aGVsbG8gd29ybGQ here'],
    ['text of an answer', `Unexpected token 'p', "password: hunter2" is not valid JSON`],
    ['a path of the machine', "ENOENT: no such file, open '/home/maria/keys/full.txt'"],
  ])('does not show %s', (_what, text) => {
    credentialsRead.set('ADSERVER_API_KEY', 'swordfish');
    expect(crashMessage(new Error(text))).not.toMatch(/swordfish|eyJhbG|hunter2|maria/);
  });

  it.each([
    [
      'at run (file:///home/maria/node_modules/adserver-conformance/dist/chunks/c.js:3:14)',
      'at run (dist/chunks/c.js:3:14)',
    ],
    ['at file:///Users/maria/My Work/node_modules/adserver-conformance/dist/cli.js:1:1', 'at dist/cli.js:1:1'],
    [
      'at async run (C:\\Users\\Maria M\\npm\\adserver-conformance\\dist\\chunks\\c.js:3:14)',
      'at async run (dist\\chunks\\c.js:3:14)',
    ],
    [
      'at run (file:///C:/Program%20Files%20(x86)/maria/adserver-conformance/dist/cli.js:3:14)',
      'at run (dist/cli.js:3:14)',
    ],
    ['at async file:///C:/Users/maria/dist/adserver-conformance/dist/cli.js:9:9', 'at async dist/cli.js:9:9'],
    [`at ${root}src/cli/main.ts:1:1`, 'at src/cli/main.ts:1:1'],
    ['at process.processTicksAndRejections (node:internal/process/task_queues:95:5)', undefined],
  ])('names files from the package on, not where it is installed: %s', (frame, shown = frame) => {
    const error = Object.assign(new Error('no'), { stack: `Error: no\n    ${frame}` });
    const message = crashMessage(error);
    expect(message.split('\n').at(-1)).toBe(`    ${shown}`);
    expect(message).not.toMatch(/maria/i);
  });

  it('is told of whatever is thrown', () => {
    expect(crashMessage('just a text')).toContain('A thrown string: just a text');
  });
});

/** Makes a program of Node fail in a place that no test could reach from outside. */
const failing = (script: string) => ['--import', `data:text/javascript,${encodeURIComponent(script)}`, program];

test('the command ends a fault of its own with 2, and shows no key', async () => {
  const { environment, keys } = await sandbox();
  const script = 'process.cwd = () => { throw new TypeError(`bad ${process.env.ADSERVER_API_KEY}`); };';
  const ended = await runProgram(process.execPath, [...failing(script), 'certify'], { environment });
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(/^This is a fault of adserver-conformance itself, not of the service\.\n/);
  expect(ended.stderr).toMatch(/^TypeError: bad/m);
  expect(ended.stderr).not.toContain(keys.full);
});

test('what is thrown where nothing waits for it ends in the same way', async () => {
  const { environment } = await sandbox();
  // As soon as the sandbox listens for signals.
  const script = `const { on } = process;
    process.on = function (name, listener) {
      if (name === 'SIGINT') setImmediate(() => { throw new RangeError('late'); });
      return on.call(this, name, listener);
    };`;
  const ended = await runProgram(process.execPath, [...failing(script), 'sandbox'], { environment });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain(`Please report it at ${bugs.url} with`);
  expect(ended.stderr).toMatch(/^RangeError: late/m);
});
