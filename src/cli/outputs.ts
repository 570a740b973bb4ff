import { nearest, sentences } from '../engine/did-you-mean.ts';
import { listed } from '../report/text.ts';
import { UsageError } from '../settings.ts';
import { displayOf, type Display, type Wanted } from './display.ts';
import { whyUnreadable } from './files.ts';
import { notice, print } from './streams.ts';
import { assertWritable, writeWhole } from './write-file.ts';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chunksOf, type Text } from '../text/chunks.ts';
import { inWords } from '../text/in-words.ts';

export type Renderers<T> = Readonly<Record<string, (document: T, display: Display) => Text | Promise<Text>>>;

interface Output {
  readonly format: string;
  /** `null` is standard output. */
  readonly file: string | null;
}

export interface Written {
  readonly good: boolean;
  readonly files: readonly string[];
  /** Whether a person has just read the report on a terminal. */
  readonly onScreen: boolean;
}

/** These may share standard output, because one is for people and the other consists of commands for the runner. */
const SHARING = ['github', 'terminal'];

/** The requested outputs. They are checked before anything is sent, and written at the end. */
export class Outputs<T> {
  readonly #outputs: readonly Output[];
  readonly #renderers: Renderers<T>;
  readonly #presentation: Presentation;

  private constructor(outputs: readonly Output[], renderers: Renderers<T>, presentation: Presentation) {
    this.#outputs = outputs;
    this.#renderers = renderers;
    this.#presentation = presentation;
  }

  /**
   * Parses `format` and `format=file`, where `-` and `/dev/stdout` mean standard output, and tests whether the files
   * can be written.
   * @throws UsageError naming the output that cannot be written.
   */
  static async prepare<T>(presentation: Presentation, renderers: Renderers<T>): Promise<Outputs<T>> {
    const outputs = presentation.outputs.map((text) => readOutput(text, Object.keys(renderers)));
    const printed = outputs.filter(({ file }) => file === null);
    const shared = new Set(printed.map(({ format }) => format));
    const mayShare = shared.size === printed.length && printed.every(({ format }) => SHARING.includes(format));
    if (printed.length > 1 && !mayShare)
      throw new UsageError(
        `${printed.map(({ format }) => `--output ${format}`).join(' and ')} cannot ${printed.length === 2 ? 'both' : 'all'} go to standard output. Give ${printed.length === 2 ? 'one of them' : 'all but one'} a file: --output ${printed[0]?.format ?? 'json'}=<file>.`,
      );
    const files = outputs.flatMap(({ file }) => (file === null ? [] : [file]));
    const twice = files.find((file, index) => files.slice(0, index).some((one) => resolve(one) === resolve(file)));
    if (twice !== undefined) throw new UsageError(`Two outputs would be written to ${twice}. Give each its own file.`);
    for (const { format, file } of outputs) if (file !== null) await assertWritable(file, `--output ${format}=${file}`);
    // The report for people is printed last, so that it stays visible.
    const last = (output: Output) => (output.format === 'terminal' && output.file === null ? 1 : 0);
    const inOrder = [...outputs].sort((one, other) => last(one) - last(other));
    return new Outputs(inOrder, renderers, presentation);
  }

  has(format: string): boolean {
    return this.#outputs.some((output) => output.format === format);
  }

  /**
   * Renders and writes everything. If an output cannot be written, it says so, writes the others, and saves the
   * document in a temporary file.
   */
  async write(document: T): Promise<Written> {
    let good = true;
    const files: string[] = [];
    for (const { format, file } of this.#outputs) {
      const text = await this.#render(format, document, file === null ? process.stdout : null);
      const lines = format === 'github' ? 'commands' : 'texts';
      if (file === null) {
        good = (await print(withLineEnd(text), lines)) && good;
        continue;
      }
      try {
        await writeWhole(file, text, lines);
        files.push(file);
      } catch (error) {
        good = false;
        notice(`error: ${file} was not written: ${whyUnreadable(error)}.`);
      }
    }
    if (!good)
      await keepResult(await this.#render('json', document, null), () => this.#render('terminal', document, null));
    const onScreen =
      process.stdout.isTTY && this.#outputs.some(({ format, file }) => format === 'terminal' && file === null);
    return { good, files, onScreen };
  }

  async #render(format: string, document: T, stream: NodeJS.WriteStream | null): Promise<Text> {
    const render = this.#renderers[format];
    if (render === undefined) throw new Error(`no renderer for ${format}`);
    return render(document, displayOf(this.#presentation, stream));
  }
}

function* withLineEnd(text: Text): Generator<string, void> {
  let last = '';
  for (const piece of typeof text === 'string' ? [text] : text) yield (last = piece);
  if (!last.endsWith('\n')) yield '\n';
}

/** Says which files were written. */
export function noticeWritten(files: readonly string[]): void {
  if (files.length > 0) notice(`Written: ${listed(files, 20)}`);
}

/** @throws UsageError for an output whose format is not one of these, or that a plan does not have. */
export function assertFormats(
  outputs: readonly string[],
  formats: readonly string[],
  ofPlan: readonly string[] = formats,
): void {
  const other = outputs.map((text) => readOutput(text, formats)).find(({ format }) => !ofPlan.includes(format));
  if (other !== undefined)
    throw new UsageError(`--plan has no format ${other.format}, only ${inWords(ofPlan, 'and')}.`);
}

const STANDARD_OUTPUT = ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'];

function readOutput(text: string, formats: readonly string[]): Output {
  const [, format = text, file] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (!formats.includes(format))
    throw new UsageError(
      sentences(
        `Unknown output format ${JSON.stringify(format)}.`,
        nearest(format, formats),
        `Formats: ${formats.join(', ')}.`,
      ),
    );
  if (file === '') throw new UsageError(`--output ${text} has no file name after the equals sign.`);
  return { format, file: file === undefined || STANDARD_OUTPUT.includes(file) ? null : file };
}

export interface Presentation extends Wanted {
  /** As given: `format` or `format=file`. */
  readonly outputs: readonly string[];
}

/**
 * Saves a result in a temporary file if it could not be written, so that nobody has to repeat a run because a disk is
 * full.
 */
async function keepResult(json: Text, forReading: () => Promise<Text>): Promise<void> {
  try {
    const file = join(await mkdtemp(join(tmpdir(), 'adserver-conformance-')), 'result.json');
    await writeFile(file, chunksOf(json));
    notice(`The result is kept as JSON in ${file} instead.`);
  } catch {
    notice(`It cannot be kept as a file either, so here it is:\n${[...chunksOf(await forReading())].join('')}`);
  }
}
