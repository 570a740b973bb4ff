import { inspect } from 'node:util';
import { Parser, type FinalResults, type Result } from 'tap-parser';

/** One test point of a TAP stream. */
export interface TestPoint {
  /** The description, preceded by those of the enclosing subtests. */
  readonly name: string;
  readonly ok: boolean;
  /** The reason for skipping, or an empty string if none is given. */
  readonly skip?: string;
  readonly todo?: string;
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly durationMs: number;
}

export interface TapReading {
  readonly points: readonly TestPoint[];
  /** What is wrong with the stream itself, in sentences. */
  readonly faults: readonly string[];
  /** The reason of a `Bail out!`; empty if none is given. */
  readonly bailout?: string;
  /** The reason for a plan without tests, if that is what the stream has. */
  readonly nothingToTest?: string;
}

/** Longer lines are cut, because the parser works line by line and no test needs more. */
const LONGEST_LINE = 10_000;
const MOST_LINES = 100_000;
const MOST_POINTS = 5_000;
const MOST_COMMENTS = 20;
const LONGEST_VALUE = 10_000;
const DEEPEST_SUBTEST = 20;

/** Reads TAP 12, 13 or 14, including subtests. Other lines are ignored, as TAP demands. */
export function readTap(text: string): TapReading {
  const lines = tapLines(text);
  if (!lines.some((line) => TAP_LINE.test(line))) {
    return { points: [], faults: ['It printed nothing that is TAP.'] };
  }
  const reading = new TapReader().read(lines.slice(0, MOST_LINES));
  if (lines.length <= MOST_LINES) return reading;
  return {
    ...reading,
    faults: [...reading.faults, `It printed more than ${MOST_LINES} lines; the others were not read.`],
  };
}

const TAP_LINE = /^\s*(?:not )?ok\b|^\s*\d+\.\.\d+|^TAP version \d|^\s*Bail out!/i;

/** The parser stops at any other line ending, such as the carriage returns of a progress bar. */
function tapLines(text: string): string[] {
  const deepest = ' '.repeat(4 * DEEPEST_SUBTEST);
  return text
    .replace(/\r\n/g, '\n')
    .split('\n')
    .map((line) => (line.startsWith(deepest) ? deepest + line.trimStart() : line))
    .map((line) => line.slice(0, LONGEST_LINE).replace(/[\r\u2028\u2029]/g, ' '));
}

type Draft = { -readonly [K in keyof TestPoint]: TestPoint[K] } & { comments: string[] };

class TapReader {
  readonly #points: Draft[] = [];
  readonly #faults: string[] = [];
  #tooMany = false;
  #bailout: string | undefined;
  #nothingToTest: string | undefined;

  read(lines: readonly string[]): TapReading {
    const parser = new Parser();
    this.#watch(parser);
    parser.on('result', (result: Result) => {
      this.#add(result);
    });
    parser.on('bailout', (reason: string) => {
      this.#bailout ??= reason;
    });
    try {
      for (const line of lines) parser.write(`${line}\n`);
      parser.end();
    } catch (cause) {
      this.#faults.push(
        `Its output could not be read to the end (${cause instanceof Error ? cause.message : 'unknown'}).`,
      );
    }
    return {
      points: this.#points.map(withComments),
      faults: [...new Set(this.#faults)],
      ...(this.#bailout === undefined ? {} : { bailout: this.#bailout }),
      ...(this.#nothingToTest === undefined ? {} : { nothingToTest: this.#nothingToTest }),
    };
  }

  #watch(parser: Parser) {
    parser.on('child', (child: Parser) => {
      this.#watch(child);
    });
    parser.on('comment', (line: string) => {
      this.#comment(line);
    });
    parser.on('extra', (line: string) => {
      // The parser does not recognise this line after a plan at the end.
      const reason = /^\s*Bail out!(.*)/i.exec(line)?.[1];
      if (reason !== undefined) this.#bailout ??= reason.trim();
    });
    parser.on('complete', (results: FinalResults) => {
      this.#complete(results, parser);
    });
  }

  #add(result: Result) {
    if (this.#points.length === MOST_POINTS) {
      if (!this.#tooMany) this.#faults.push(`It has more than ${MOST_POINTS} test points; the others are left out.`);
      this.#tooMany = true;
      return;
    }
    this.#points.push({
      name: result.fullname,
      ok: result.ok,
      durationMs: result.time !== null && Number.isFinite(result.time) ? Math.max(0, result.time) : 0,
      comments: [],
      ...(result.skip === false ? {} : { skip: result.skip === true ? '' : result.skip }),
      ...(result.todo === false ? {} : { todo: result.todo === true ? '' : result.todo }),
      ...diagnostics(result.diag),
    });
  }

  /** Test libraries older than YAML diagnostics explain a failure in the comments after it. */
  #comment(line: string) {
    const point = this.#points.at(-1);
    if (this.#tooMany || point === undefined || point.ok || point.comments.length >= MOST_COMMENTS) return;
    if (/^# (?:Subtest\b|test count\(|time=|tests \d|pass \d|fail \d)/.test(line)) return;
    point.comments.push(line.replace(/^\s*# ?/, '').trimEnd());
  }

  #complete(results: FinalResults, parser: Parser) {
    const where = parser.fullname === '' ? '' : ` in the subtest "${parser.fullname}"`;
    for (const failure of results.failures) {
      const error = failure.tapError;
      if (error === 'no plan') this.#faults.push(`It printed no plan (1..N)${where}.`);
      // A wrong number of tests is reported below, with the numbers.
      else if (typeof error === 'string' && error !== 'incorrect number of tests') {
        this.#faults.push(`Not valid TAP: ${error}${where}.`);
      }
    }
    if (results.bailout !== false) return;
    const { start, end, skipAll, skipReason } = results.plan;
    if (skipAll) {
      if (parser.parent === null) this.#nothingToTest = skipReason.replace(/^skip\S*\s*/i, '');
    } else if (start !== null && end !== null && end - start + 1 !== results.count) {
      this.#faults.push(`The plan says ${end - start + 1} tests${where}, and there were ${results.count}.`);
    }
  }
}

function withComments({ comments, ...point }: Draft): TestPoint {
  const message = [point.message, comments.join('\n').trim()].find((text) => text !== undefined && text !== '');
  return message === undefined ? point : { ...point, message };
}

/** Reads the member names that test libraries use for the expected and the actual value. */
function diagnostics(diag: unknown): Pick<TestPoint, 'message' | 'expected' | 'actual'> {
  if (typeof diag === 'string') return { message: diag };
  if (typeof diag !== 'object' || diag === null) return {};
  const facts = new Map<string, unknown>(Object.entries(diag));
  const data = facts.get('data');
  if (typeof data === 'object' && data !== null) {
    for (const [name, value] of Object.entries(data)) if (!facts.has(name)) facts.set(name, value);
  }
  const first = (...names: string[]) => {
    const name = names.find((candidate) => facts.has(candidate));
    return name === undefined ? undefined : asText(facts.get(name));
  };
  const message = first('message', 'error', 'reason');
  const expected = first('expected', 'expect', 'wanted');
  const actual = first('actual', 'found', 'got', 'received');
  return {
    ...(message === undefined ? {} : { message }),
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}

/** YAML can express what JSON cannot, such as circular references. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  return (text ?? inspect(value, { depth: 3, maxArrayLength: 20, maxStringLength: 1_000 })).slice(0, LONGEST_VALUE);
}
