import { Chalk, type ChalkInstance } from 'chalk';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { printable } from '../../report/text.ts';
import type { Diagnosis, Step, StepOutcome } from '../model.ts';
import { accountLine, doubt, layerWords, verdictLine } from './words.ts';

/** Where the text goes. */
export interface TerminalOptions {
  readonly color: boolean;
  readonly width: number;
}

/** A diagnosis for people: what the client shows, why, what to do; then the steps. */
export function renderDiagnosis(diagnosis: Diagnosis, { color, width }: TerminalOptions): string {
  const paint = new Chalk({ level: color ? 1 : 0 });
  const page = new Page(width);
  head(page, paint, diagnosis);
  advice(page, paint, diagnosis);
  steps(page, paint, diagnosis);
  return page.text;
}

function head(page: Page, paint: ChalkInstance, diagnosis: Diagnosis): void {
  const { connection, layer } = diagnosis;
  const good = connection.status === 'connected';
  const verdict = printable(verdictLine(diagnosis));
  page.line('', good ? paint.green.bold(`✓ ${verdict}`) : paint.red.bold(`✗ ${verdict}`));
  const doubtful = doubt(diagnosis);
  if (doubtful !== null) page.line('  ', paint.yellow(doubtful));
  page.gap();
  const facts: [string, string][] = [];
  if (connection.lastError !== undefined) facts.push(['Last error', printable(connection.lastError)]);
  if (layer) facts.push(['Breaks at', layerWords[layer]]);
  const account = accountLine(connection);
  if (account !== '') facts.push(['Account', printable(account)]);
  const confirmed = Object.entries(connection.capabilities).map(([name, state]) => `${name} ${state}`);
  facts.push(['Capabilities', printable(confirmed.join(', '))]);
  for (const [name, value] of facts) page.line(`  ${name.padEnd(13)} `, value);
}

function advice(page: Page, paint: ChalkInstance, { advice: pieces, connection }: Diagnosis): void {
  if (pieces.length === 0) return;
  page.gap();
  page.line('', paint.bold(connection.status === 'connected' ? 'Worth a look' : 'What to do'));
  pieces.forEach(({ who, what }, index) => {
    page.line(`  ${String(index + 1).padStart(2)}. ${printable(who).padEnd(9)}  `, printable(what));
  });
}

function steps(page: Page, paint: ChalkInstance, { steps: all }: Diagnosis): void {
  const taken = all.filter(({ outcome }) => outcome !== 'skip');
  if (taken.length === 0) return;
  const widest = Math.max(...taken.map(({ title }) => stringWidth(printable(title))));
  page.gap();
  page.line('', paint.bold('What was seen'));
  for (const step of taken) page.line(stepHead(paint, step, widest), printable(step.message));
  const untried = all.filter(({ outcome, message }) => outcome === 'skip' && message.startsWith('Not tried'));
  if (untried.length === 0) return;
  page.line('  ', paint.dim(`Not tried: ${untried.map(({ title }) => printable(title)).join(', ')}.`));
}

function stepHead(paint: ChalkInstance, { title, outcome, durationMs }: Step, widest: number): string {
  const shown = printable(title);
  const padding = ' '.repeat(widest - stringWidth(shown));
  const time = `${Math.round(durationMs)} ms`.padStart(9);
  return `  ${mark(paint, outcome)} ${shown}${padding} ${paint.dim(time)}  `;
}

function mark(paint: ChalkInstance, outcome: StepOutcome): string {
  switch (outcome) {
    case 'pass':
      return paint.green('✓');
    case 'fail':
      return paint.red('✗');
    case 'warn':
      return paint.yellow('!');
    case 'skip':
    case 'info':
      return paint.dim('·');
  }
}

/** Lines of a width; what does not fit goes on below the beginning of its text. */
class Page {
  readonly #width: number;
  readonly #lines: string[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  line(lead: string, text: string): void {
    const indent = stringWidth(lead);
    // On a narrow screen a deep indent would leave nothing for the text.
    const under = indent > this.#width / 2 ? 4 : indent;
    const room = Math.max(20, this.#width - under);
    const [first = '', ...rest] = wrapAnsi(`${' '.repeat(indent - under)}${text}`, room, { trim: false }).split('\n');
    this.#lines.push(`${lead}${first.slice(indent - under)}`.trimEnd());
    for (const each of rest) this.#lines.push(`${' '.repeat(under)}${each.trimStart()}`.trimEnd());
  }

  gap(): void {
    this.#lines.push('');
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`;
  }
}
