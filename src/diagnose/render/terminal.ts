import stringWidth from 'fast-string-width';
import { Page, type Display } from '../../report/render/terminal-page.ts';
import { printable } from '../../report/text.ts';
import type { Diagnosis, Step, StepOutcome } from '../model.ts';
import { forPlatform, consequence, foundIn, headline, inconclusiveNote, placeAndTime } from './words.ts';

/**
 * A diagnosis for somebody on the phone: where and when, the cause, who has to act, what to say, and then the steps.
 */
export function renderDiagnosis(diagnosis: Diagnosis, display: Display & { readonly verbose?: boolean }): string {
  const page = new Page(display);
  head(page, diagnosis);
  if (diagnosis.tellPublisher !== undefined) {
    title(page, 'Tell the publisher');
    page.text(printable(diagnosis.tellPublisher), { indent: 2 });
  }
  platform(page, diagnosis);
  steps(page, diagnosis, display.verbose ?? false);
  return page.toString();
}

function head(page: Page, diagnosis: Diagnosis): void {
  const { paint } = page;
  const [place, time] = placeAndTime(diagnosis);
  if (place !== '' || time !== '') page.ends(printable(place), paint.quiet(time));
  const good = diagnosis.connection.status === 'connected';
  const colour = good ? paint.good : paint.bad;
  page.text(colour(paint.strong(printable(headline(diagnosis)))), { hang: colour(good ? '✓ ' : '✗ ') });
  const inconclusive = inconclusiveNote(diagnosis);
  if (inconclusive !== null) page.text(paint.caution(inconclusive), { indent: 2 });
  const next = consequence(diagnosis);
  if (next !== '') page.text(printable(next), { indent: 2 });
}

function title(page: Page, text: string): void {
  page.gap();
  page.text(page.paint.strong(text));
}

function platform(page: Page, diagnosis: Diagnosis): void {
  const todo = forPlatform(diagnosis);
  if (todo.length === 0) return;
  title(page, 'What the platform does');
  todo.forEach((what, index) => {
    page.text(printable(what), { indent: 2, hang: `${index + 1}. ` });
  });
}

function steps(page: Page, diagnosis: Diagnosis, verbose: boolean): void {
  const all = diagnosis.steps;
  const taken = all.filter(({ outcome }) => outcome !== 'skip');
  if (taken.length === 0) return;
  const widest = Math.max(...taken.map(({ title: name }) => stringWidth(printable(name))));
  title(page, 'Steps');
  for (const step of taken) {
    page.text(printable(foundIn(step, diagnosis)), { indent: 2, hang: stepHead(page, step, widest) });
    for (const [name, fact] of Object.entries((verbose && step.details) || {}))
      page.text(page.paint.quiet(printable(`${name}: ${JSON.stringify(fact)}`)), { indent: 6 });
  }
  const untried = all.filter(({ outcome, message }) => outcome === 'skip' && message.startsWith('Not tried'));
  if (untried.length === 0) return;
  const names = untried.map(({ title: name }) => printable(name)).join(', ');
  page.text(page.paint.quiet(`Not tried: ${names}.`), { indent: 2 });
}

function stepHead(page: Page, { title: name, outcome, durationMs }: Step, widest: number): string {
  const shown = printable(name);
  const padding = ' '.repeat(widest - stringWidth(shown));
  const time = `${Math.round(durationMs)} ms`.padStart(9);
  return `${mark(page, outcome)} ${shown}${padding} ${page.paint.quiet(time)}  `;
}

function mark({ paint }: Page, outcome: StepOutcome): string {
  switch (outcome) {
    case 'pass':
      return paint.good('✓');
    case 'fail':
      return paint.bad('✗');
    case 'warn':
      return paint.caution('!');
    case 'skip':
    case 'info':
      return paint.quiet('·');
  }
}
