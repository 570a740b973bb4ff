import type { Readable, Writable } from 'node:stream';
import { isCancel, select, text } from '@clack/prompts';
import type { Answer, Person } from '../../sign-off/model.ts';
import { inert } from '../../text/inert.ts';
import type { Display } from '../display.ts';
import { ANSWER_WORDS, questionText, type Asker, type Question, type Reply } from './question.ts';

const isMissing = (what: string) => (value: string | undefined) =>
  value === undefined || value.trim() === '' ? `Give ${what}.` : undefined;

/** Asks on a terminal. Answers are chosen with the arrow keys. */
export class Prompts implements Asker {
  readonly #display: Display;
  readonly #streams: { readonly input: Readable; readonly output: Writable };

  constructor(display: Display, input: Readable, output: Writable) {
    this.#display = display;
    this.#streams = { input, output };
  }

  async who({ name: knownName = '', role: knownRole = '' }: Partial<Person>): Promise<Person | 'leave'> {
    const name = await text({
      message: 'Your name',
      initialValue: knownName,
      validate: isMissing('your name'),
      ...this.#streams,
    });
    if (isCancel(name)) return 'leave';
    const role = await text({
      message: 'Your role',
      placeholder: 'for example: head of ad operations',
      initialValue: knownRole,
      validate: isMissing('your role'),
      ...this.#streams,
    });
    return isCancel(role) ? 'leave' : { name: name.trim(), role: role.trim() };
  }

  async ask(question: Question): Promise<Reply> {
    this.#streams.output.write(inert(`\n${questionText(question, this.#display)}`));
    const choice = await select<Answer | 'back' | 'leave'>({
      message: 'Does it hold?',
      options: [
        { value: 'confirmed', label: ANSWER_WORDS.confirmed },
        { value: 'does-not-apply', label: ANSWER_WORDS['does-not-apply'] },
        { value: 'open', label: ANSWER_WORDS.open, hint: 'not known, or it does not hold yet' },
        ...(question.position > 1 ? [{ value: 'back' as const, label: 'Go back one' }] : []),
        { value: 'leave', label: 'Stop here', hint: 'all answers are saved; the same command goes on' },
      ],
      // Just pressing Enter must not confirm anything.
      initialValue: 'open',
      ...this.#streams,
    });
    if (isCancel(choice)) return 'leave';
    if (choice === 'back' || choice === 'leave') return choice;
    const remark = await text({
      message: 'Remark',
      placeholder: 'Enter for none',
      initialValue: question.statement.remark ?? '',
      ...this.#streams,
    });
    return isCancel(remark) ? 'leave' : { answer: choice, remark: remark.trim() };
  }

  end(): void {
    this.#streams.output.write('\n');
  }
}
