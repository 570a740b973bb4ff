import { isCancel, select, text } from '@clack/prompts';
import type { Answer, Person } from '../../sign-off/model.ts';
import type { Display } from '../display.ts';
import { ANSWER_WORDS, questionText, type Asker, type Question, type Reply } from './question.ts';

/** Standard output stays free for what was asked for. */
const output = process.stderr;

const isMissing = (what: string) => (value: string | undefined) =>
  value === undefined || value.trim() === '' ? `Give ${what}.` : undefined;

/** Asks on a terminal: answers are chosen with the arrow keys. */
export class Prompts implements Asker {
  readonly #display: Display;

  constructor(display: Display) {
    this.#display = display;
  }

  async who({ name: knownName = '', role: knownRole = '' }: Partial<Person>): Promise<Person | 'leave'> {
    const name = await text({
      message: 'Your name',
      initialValue: knownName,
      validate: isMissing('your name'),
      output,
    });
    if (isCancel(name)) return 'leave';
    const role = await text({
      message: 'Your role',
      placeholder: 'for example: head of ad operations',
      initialValue: knownRole,
      validate: isMissing('your role'),
      output,
    });
    return isCancel(role) ? 'leave' : { name: name.trim(), role: role.trim() };
  }

  async ask(question: Question): Promise<Reply> {
    output.write(questionText(question, this.#display));
    const choice = await select<Answer | 'back' | 'leave'>({
      message: 'Does it hold?',
      options: [
        { value: 'confirmed', label: ANSWER_WORDS.confirmed },
        { value: 'does-not-apply', label: ANSWER_WORDS['does-not-apply'] },
        { value: 'open', label: ANSWER_WORDS.open, hint: 'not known, or it does not hold yet' },
        ...(question.position > 1 ? [{ value: 'back' as const, label: 'Go back one' }] : []),
        { value: 'leave', label: 'Stop here', hint: 'all answers are saved; the same command goes on' },
      ],
      output,
    });
    if (isCancel(choice)) return 'leave';
    if (choice === 'back' || choice === 'leave') return choice;
    const remark = await text({
      message: 'Remark',
      placeholder: 'Enter for none',
      initialValue: question.statement.remark ?? '',
      output,
    });
    return isCancel(remark) ? 'leave' : { answer: choice, remark: remark.trim() };
  }

  end(): void {
    output.write('\n');
  }
}
