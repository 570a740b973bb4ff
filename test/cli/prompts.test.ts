import { PassThrough, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { Prompts } from '../../src/cli/sign-off/prompts.ts';
import type { Question } from '../../src/cli/sign-off/question.ts';

const question: Question = {
  statement: { contract: 'ad-server', section: 'ad-server §1', requirement: 'Nothing serves.', answer: 'open' },
  guidance: { means: 'Drafts stay drafts.', look: 'Open a draft in the console.' },
  cause: 'new',
  position: 2,
  total: 3,
  standing: '1 of 3 confirmed, 2 open',
};
const [ENTER, UP, BACKSPACE, CANCEL] = ['\r', '\u001b[A', '\u007f', '\u0003'];

/** A terminal on which these keys are pressed, one whenever the last was taken. */
function terminal(keys: readonly string[]) {
  let shown = '';
  const left = [...keys];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        shown += chunk.toString();
        done();
      },
    }),
    { isTTY: true, columns: 100, rows: 40 },
  );
  const typing = setInterval(() => {
    const key = left.shift();
    if (key === undefined) clearInterval(typing);
    else input.write(key);
  }, 20);
  return {
    prompts: new Prompts({ color: false, width: 100, quiet: false, verbose: false }, input, output),
    text: () => stripVTControlCharacters(shown),
  };
}

test('a statement is shown with what it means, where to look and how far one is', async () => {
  const { prompts, text } = terminal([CANCEL]);
  await prompts.ask(question);
  expect(text()).toMatch(
    /Statement 2 of 3 · ad-server §1.*Nothing serves\..*Means +Drafts stay drafts\..*Look +Open a draft.*So far: 1 of 3 confirmed, 2 open\./s,
  );
});

test('the arrow keys choose an answer, and a remark is typed', async () => {
  const { prompts } = terminal([UP, UP, ENTER, 'two drafts', ENTER]);
  expect(await prompts.ask(question)).toEqual({ answer: 'confirmed', remark: 'two drafts' });
});

test('whoever only presses Enter confirms nothing', async () => {
  const { prompts } = terminal([ENTER, ENTER]);
  expect(await prompts.ask(question)).toEqual({ answer: 'open', remark: '' });
});

test('an earlier remark can be kept', async () => {
  const { prompts } = terminal([UP, ENTER, ENTER]);
  const reply = await prompts.ask({
    ...question,
    cause: 'old',
    statement: { ...question.statement, remark: 'as before' },
  });
  expect(reply).toEqual({ answer: 'does-not-apply', remark: 'as before' });
});

test('Ctrl-C leaves, at the answer and at the remark', async () => {
  expect(await terminal([CANCEL]).prompts.ask(question)).toBe('leave');
  expect(await terminal([ENTER, CANCEL]).prompts.ask(question)).toBe('leave');
});

test('name and role are asked, and none can be empty', async () => {
  const { prompts, text } = terminal([ENTER, 'Jane', ENTER, 'Opx', BACKSPACE, 's', ENTER]);
  expect(await prompts.who({})).toEqual({ name: 'Jane', role: 'Ops' });
  expect(text()).toContain('Give your name.');
});

test('a known name and role are offered', async () => {
  expect(await terminal([ENTER, ENTER]).prompts.who({ name: 'Jo', role: 'CTO' })).toEqual({ name: 'Jo', role: 'CTO' });
});
