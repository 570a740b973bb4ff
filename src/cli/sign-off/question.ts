import { Page } from '../../report/render/terminal-page.ts';
import type { Cause } from '../../sign-off/begin.ts';
import type { Answer, Guidance, Person, SignedStatement } from '../../sign-off/model.ts';
import type { Display } from '../display.ts';

export interface Question {
  readonly statement: SignedStatement;
  readonly guidance: Guidance;
  readonly cause: Cause;
  readonly position: number;
  readonly total: number;
  readonly standing: string;
}

export type Reply = { readonly answer: Answer; readonly remark: string } | 'back' | 'leave';

export interface Asker {
  who(known: Partial<Person>): Promise<Person | 'leave'>;
  ask(question: Question): Promise<Reply>;
  end(): void;
}

export const ANSWER_WORDS = {
  confirmed: 'Confirmed',
  'does-not-apply': 'Does not apply',
  open: 'Leave open',
} as const satisfies Record<Answer, string>;

const CAUSES: Readonly<Record<Cause, string>> = {
  new: '',
  open: 'It was left open before.',
  old: 'It was answered too long ago to carry over.',
};

export function questionText({ statement, guidance, cause, ...where }: Question, display: Display): string {
  const page = new Page(display);
  page.heading(`Statement ${where.position} of ${where.total} · ${statement.section}`);
  page.text(page.paint.strong(page.prose(statement.requirement)), { indent: 2 });
  page.gap();
  if (guidance.means !== '') page.field('Means', page.prose(guidance.means));
  page.field('Look', page.prose(guidance.look));
  if (statement.remark !== undefined) page.field('Remark', page.prose(statement.remark));
  page.gap();
  page.text(page.paint.quiet([CAUSES[cause], `So far: ${where.standing}.`].join(' ').trim()), { indent: 2 });
  return `${page.toString()}\n`;
}
