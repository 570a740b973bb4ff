import stringWidth from 'string-width';
import { Page, type Display } from '../../report/render/terminal-page.ts';
import { printable } from '../../report/text.ts';
import type { Diagnosis, Step, StepOutcome } from '../model.ts';
import { accountLine, inconclusiveNote, layerWords, verdictLine } from './words.ts';

/** A diagnosis for people: what the client shows, why, what to do; then the steps. */
export function renderDiagnosis(diagnosis: Diagnosis, display: Display): string {
  const page = new Page(display);
  head(page, diagnosis);
  advice(page, diagnosis);
  steps(page, diagnosis);
  return page.toString();
}

function head(page: Page, diagnosis: Diagnosis): void {
  const { paint } = page;
  const { connection, layer } = diagnosis;
  const verdict = printable(verdictLine(diagnosis));
  page.text(
    connection.status === 'connected'
      ? paint.good(paint.strong(`✓ ${verdict}`))
      : paint.bad(paint.strong(`✗ ${verdict}`)),
  );
  const inconclusive = inconclusiveNote(diagnosis);
  if (inconclusive !== null) page.text(paint.caution(inconclusive), { indent: 2 });
  page.gap();
  const facts: [string, string][] = [];
  if (connection.lastError !== undefined) facts.push(['Last error', printable(connection.lastError)]);
  if (layer) facts.push(['Breaks at', layerWords[layer]]);
  const account = accountLine(connection);
  if (account !== '') facts.push(['Account', printable(account)]);
  const confirmed = Object.entries(connection.capabilities).map(([name, state]) => `${name} ${state}`);
  facts.push(['Capabilities', printable(confirmed.join(', '))]);
  for (const [name, value] of facts) page.text(value, { indent: 2, hang: `${name.padEnd(13)} ` });
}

function advice(page: Page, { advice: pieces, connection }: Diagnosis): void {
  if (pieces.length === 0) return;
  page.gap();
  page.text(page.paint.strong(connection.status === 'connected' ? 'Worth a look' : 'What to do'));
  pieces.forEach(({ who, what }, index) => {
    const hang = `${String(index + 1).padStart(2)}. ${printable(who).padEnd(9)}  `;
    page.text(printable(what), { indent: 2, hang });
  });
}

function steps(page: Page, { steps: all }: Diagnosis): void {
  const taken = all.filter(({ outcome }) => outcome !== 'skip');
  if (taken.length === 0) return;
  const widest = Math.max(...taken.map(({ title }) => stringWidth(printable(title))));
  page.gap();
  page.text(page.paint.strong('What was seen'));
  for (const step of taken) page.text(printable(step.message), { indent: 2, hang: stepHead(page, step, widest) });
  const untried = all.filter(({ outcome, message }) => outcome === 'skip' && message.startsWith('Not tried'));
  if (untried.length === 0) return;
  const names = untried.map(({ title }) => printable(title)).join(', ');
  page.text(page.paint.quiet(`Not tried: ${names}.`), { indent: 2 });
}

function stepHead(page: Page, { title, outcome, durationMs }: Step, widest: number): string {
  const shown = printable(title);
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
