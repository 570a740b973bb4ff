import { createInterface, type Interface } from 'node:readline';
import { quoted } from '../../engine/did-you-mean.ts';
import type { Answer, Person } from '../../sign-off/model.ts';
import { inert } from '../../text/inert.ts';
import type { Display } from '../display.ts';
import { questionText, type Asker, type Question, type Reply } from './question.ts';

const WORDS: Readonly<Record<string, Answer | 'back' | 'leave'>> = {
  ...{ c: 'confirmed', confirmed: 'confirmed' },
  ...{ n: 'does-not-apply', 'does not apply': 'does-not-apply' },
  ...{ o: 'open', open: 'open', 'leave open': 'open' },
  ...{ b: 'back', back: 'back' },
  ...{ q: 'leave', stop: 'leave', 'stop here': 'leave' },
};
const CHOICES = 'c = confirmed, n = does not apply, o = leave open, b = back, q = stop here (saved)';

/**
 * Asks line by line, if there is no terminal or if colours are switched off. The end of the input ends the questions.
 */
export class Lines implements Asker {
  readonly #display: Display;
  readonly #output: NodeJS.WritableStream;
  readonly #reader: Interface;
  readonly #lines: AsyncIterator<string, undefined>;

  constructor(display: Display, input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    this.#display = display;
    this.#output = output;
    this.#reader = createInterface({ input, terminal: false });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  async who({ name: knownName, role: knownRole }: Partial<Person>): Promise<Person | 'leave'> {
    const name = await this.#text('Your name', knownName);
    const role = name === null ? null : await this.#text('Your role', knownRole);
    return name === null || role === null ? 'leave' : { name, role };
  }

  async ask(question: Question): Promise<Reply> {
    this.#output.write(inert(`${questionText(question, this.#display)}  ${CHOICES}\n`));
    for (;;) {
      const line = await this.#next('  > ');
      if (line === null) return 'leave';
      const choice = WORDS[line.trim().toLowerCase()];
      if (choice === 'back' || choice === 'leave') return choice;
      if (choice === undefined) {
        const said = line.trim() === '' ? '' : `${quoted(line.trim())} is none of the answers. `;
        this.#output.write(inert(`  ${said}${CHOICES}\n`));
        continue;
      }
      const earlier = question.statement.remark ?? '';
      const remark = await this.#next(
        earlier === '' ? '  Remark (Enter for none): ' : '  Remark (Enter to keep, - for none): ',
      );
      if (remark === null) return 'leave';
      return { answer: choice, remark: remark.trim() === '-' ? '' : remark.trim() || earlier };
    }
  }

  end(): void {
    this.#output.write('\n');
    this.#reader.close();
  }

  /** Asks for a non-empty text; `null` at the end of the input. */
  async #text(what: string, known = ''): Promise<string | null> {
    for (;;) {
      const line = await this.#next(known === '' ? `${what}: ` : `${what} (Enter for ${known}): `);
      if (line === null) return null;
      const text = line.trim() || known;
      if (text !== '') return text;
    }
  }

  async #next(prompt: string): Promise<string | null> {
    this.#output.write(inert(prompt));
    const { done, value } = await this.#lines.next();
    return done === true ? null : value;
  }
}
