import { Chalk } from 'chalk';
import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';
import { codeParts, printable } from '../text.ts';

export interface Display {
  readonly width: number;
  readonly color: boolean;
}

type Paint = (text: string) => string;

export interface Palette {
  readonly bad: Paint;
  readonly good: Paint;
  readonly caution: Paint;
  readonly strong: Paint;
  readonly quiet: Paint;
  readonly code: Paint;
}

/** Longer lines are hard to read, however wide the window is. */
const WIDEST_PROSE = 110;
const NARROWEST = 40;
const LABEL = 10;

/** A page of text for a terminal, written from top to bottom. */
export class Page {
  readonly paint: Palette;
  readonly width: number;
  readonly #color: boolean;
  readonly #lines: string[] = [];

  constructor({ width, color }: Display) {
    const chalk = new Chalk({ level: color ? 1 : 0 });
    this.width = Math.max(NARROWEST, Math.floor(width) || NARROWEST);
    this.#color = color;
    this.paint = {
      bad: (text) => chalk.red(text),
      good: (text) => chalk.green(text),
      caution: (text) => chalk.yellow(text),
      strong: (text) => chalk.bold(text),
      quiet: (text) => chalk.dim(text),
      code: (text) => chalk.cyan(text),
    };
  }

  /** Prepares a text of the report for this page. Text between back-ticks is shown as code. */
  prose(text: string, max = 1_200): string {
    return this.code(printable(text.trim().replaceAll('\t', ' '), { max, multiline: true }));
  }

  /** Adds an empty line, but never two in a row. */
  gap(): void {
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  /** Writes items in rows. Only an item wider than a row is broken. */
  flow(
    items: readonly string[],
    { indent = 0, hang = '' }: { readonly indent?: number; readonly hang?: string } = {},
  ): void {
    const inset = indent + stringWidth(hang);
    const room = Math.min(this.width, WIDEST_PROSE) - inset;
    const rows: string[] = [];
    for (const item of items) {
      const joined = rows.length === 0 ? item : `${rows.at(-1) ?? ''} · ${item}`;
      if (rows.length > 0 && stringWidth(joined) <= room) rows[rows.length - 1] = joined;
      else rows.push(...wrapAnsi(item, Math.max(16, room), { hard: true }).split('\n'));
    }
    rows.forEach((row, index) => {
      this.raw((index === 0 ? ' '.repeat(indent) + hang : ' '.repeat(inset)) + row);
    });
  }

  fit(text: string, columns: number): string {
    if (stringWidth(text) <= columns) return text;
    let fitting = '';
    let width = 0;
    for (const character of text) {
      width += stringWidth(character);
      if (width > columns - 1) break;
      fitting += character;
    }
    return `${fitting.trimEnd()}…`;
  }

  raw(text: string): void {
    this.#lines.push(...text.split('\n').map((line) => line.trimEnd()));
  }

  /** A wrapped paragraph. `hang` begins its first line; the other lines are indented below the text after it. */
  text(text: string, { indent = 0, hang = '' }: { readonly indent?: number; readonly hang?: string } = {}): void {
    const inset = indent + stringWidth(hang);
    const lead = ' '.repeat(indent) + hang;
    // On a narrow screen there is more room below a long beginning than beside it.
    if (inset > this.width / 2) {
      this.raw(lead);
      this.text(text, { indent: indent + 2 });
      return;
    }
    const room = Math.min(this.width, WIDEST_PROSE) - inset;
    const [first = '', ...others] = wrapAnsi(text, room, { hard: true, trim: true }).split('\n');
    this.raw(lead + first);
    for (const line of others) this.raw(' '.repeat(inset) + line);
  }

  /** A paragraph of plain text, cut to at most this many lines. */
  clipped(text: string, most: number, indent = 0): void {
    const room = Math.min(this.width, WIDEST_PROSE) - indent;
    const rows = this.#rows(text, indent);
    const kept = rows.slice(0, most);
    if (rows.length > most) kept[most - 1] = `${this.fit(kept[most - 1] ?? '', room - 1).replace(/…$/, '')}…`;
    for (const row of kept) this.raw(' '.repeat(indent) + this.code(row));
  }

  /** How many lines a paragraph takes. */
  rowsOf(text: string, indent: number): number {
    return text === '' ? 0 : this.#rows(text, indent).length;
  }

  #rows(text: string, indent: number): string[] {
    const room = Math.min(this.width, WIDEST_PROSE) - indent;
    return wrapAnsi(text, room, { hard: true, trim: true }).split('\n');
  }

  /** Colours the text between back-ticks on one line. */
  code(text: string): string {
    if (!this.#color) return text;
    return codeParts(text)
      .map((part, index) => (index % 2 === 0 ? part : this.paint.code(part)))
      .join('');
  }

  get height(): number {
    // A window shows a line that is wider, such as a command, in several rows.
    return this.#lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(stringWidth(line) / this.width)), 0);
  }

  field(label: string, text: string): void {
    this.text(text, { indent: 2, hang: this.label(label) });
  }

  label(label: string): string {
    return this.paint.quiet(label.padEnd(LABEL));
  }

  get fieldRoom(): number {
    return this.width - this.fieldIndent;
  }

  get fieldIndent(): number {
    return 2 + LABEL;
  }

  /** A command with a label. It is broken only between its parts, so that it can be copied. */
  command(label: string, parts: readonly string[]): void {
    this.parts(`  ${this.label(label)}`, this.fieldIndent, parts);
  }

  /** A command after `lead`, which is `indent` columns wide. */
  parts(lead: string, indent: number, parts: readonly string[]): void {
    const room = this.width - indent;
    const lines: string[] = [];
    for (const part of parts) {
      const joined = lines.length === 0 ? part : `${lines.at(-1) ?? ''} ${part}`;
      const fits = lines.length > 0 && stringWidth(joined) + 2 <= room - (lines.length > 1 ? 2 : 0);
      if (fits) lines[lines.length - 1] = joined;
      else lines.push(part);
    }
    lines.forEach((line, index) => {
      const start = index === 0 ? lead : ' '.repeat(indent + 2);
      this.raw(`${start}${line}${index < lines.length - 1 ? this.paint.quiet(' \\') : ''}`);
    });
  }

  /** The heading of a section: its title and a line to the right edge. */
  heading(title: string): void {
    this.gap();
    const line = '─'.repeat(Math.max(3, Math.min(this.width, WIDEST_PROSE) - stringWidth(title) - 4));
    this.raw(`${this.paint.quiet('──')} ${this.paint.strong(title)} ${this.paint.quiet(line)}`);
    this.gap();
  }

  /** Two texts at the left and right end of one line, or on two lines if they do not fit. */
  ends(left: string, right: string): void {
    const space = Math.min(this.width, WIDEST_PROSE) - stringWidth(left) - stringWidth(right);
    if (space >= 2) this.raw(left + ' '.repeat(space) + right);
    else {
      this.text(left);
      this.text(right, { indent: 2 });
    }
  }

  toString(): string {
    return `${this.#lines.join('\n').trimEnd()}\n`;
  }
}

/** Wraps the lines of a plain text to a width in columns. Each goes on below its own beginning. */
export function wrappedLines(text: string, width: number): string {
  const page = new Page({ width, color: false });
  for (const line of text.trimEnd().split('\n')) {
    const unindented = line.trimStart();
    page.text(unindented, { indent: line.length - unindented.length });
  }
  return page.toString();
}
