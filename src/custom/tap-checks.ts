import type { Outcome } from '../engine/rule.ts';
import type { CheckResult, ModuleResult } from '../report/model.ts';
import { printable } from '../report/text.ts';
import { runProgram, type ProgramRun } from './program.ts';
import { readTap, type TapReading, type TestPoint } from './tap-results.ts';

export interface TapChecksOptions {
  /** Passed to the programs as ADSERVER_BASE_URL. */
  readonly baseUrl?: string | undefined;
  /** Redacts what a program prints. */
  readonly redact: (text: string) => string;
  /** The environment of the programs. Credentials in it are passed on. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Seconds after which a program is stopped; 300 by default. */
  readonly timeoutSeconds?: number;
  readonly signal?: AbortSignal | undefined;
}

const LONGEST_TEXT = 4_000;
const MOST_OUTPUT_BYTES = 4_000_000;
const DEFAULT_TIMEOUT_SECONDS = 300;

/**
 * Runs the publisher's own programs one after the other and returns one module per program. Any mistake of a program
 * becomes a failed check of its module, never an exception.
 */
export async function runTapChecks(commands: readonly string[], options: TapChecksOptions): Promise<ModuleResult[]> {
  const modules: ModuleResult[] = [];
  for (const [index, command] of commands.entries()) {
    modules.push(await runOne(index === 0 ? 'custom' : `custom.${index + 1}`, command, options));
  }
  return modules;
}

async function runOne(id: string, command: string, options: TapChecksOptions): Promise<ModuleResult> {
  const timeoutSeconds = options.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  const run = await runProgram(command, {
    environment: {
      ...(options.environment ?? process.env),
      ...(options.baseUrl === undefined ? {} : { ADSERVER_BASE_URL: options.baseUrl }),
    },
    timeoutSeconds,
    mostBytes: MOST_OUTPUT_BYTES,
    signal: options.signal,
  });
  const tell = (text: string) => printable(options.redact(text), { max: LONGEST_TEXT, multiline: true });
  const reading = readTap(options.redact(run.output));
  const ids = new Map<string, number>();
  const program = programCheck(id, run, reading, timeoutSeconds, tell);
  ids.set(program.id, 1);
  const points = reading.points.map((point) =>
    pointCheck(uniqueId(`${id}.${slug(tell(point.name))}`, ids), point, tell),
  );
  return { id, title: tell(command), durationMs: run.durationMs, checks: [program, ...points] };
}

const OWN = { level: 'info', section: "the publisher's own", exchanges: [] } as const;

/**
 * Whether the program itself succeeded. Without this check, a program that crashes before its first test would seem to
 * pass.
 */
function programCheck(
  id: string,
  run: ProgramRun,
  reading: TapReading,
  timeoutSeconds: number,
  tell: (text: string) => string,
): CheckResult {
  const faults = [...endingFaults(run, reading, timeoutSeconds), ...reading.faults];
  const bailout = reading.bailout === undefined ? [] : [`It gave up: ${reading.bailout || 'no reason given'}.`];
  const all = [...bailout, ...faults];
  const words = all.length > 0 && run.lastLine !== '' ? [`Last line on stderr: ${run.lastLine}`] : [];
  const { outcome, message } = judged(reading, [...all, ...words]);
  return {
    ...OWN,
    id: `${id}.program`,
    requirement: 'The program prints a whole TAP stream and ends by itself.',
    outcome,
    message: tell(message),
    ...(outcome === 'fail'
      ? {
          problem: 'The program did not print whole TAP and end by itself',
          fix: 'Run the command by hand and compare what it prints with https://testanything.org.',
        }
      : {}),
    durationMs: run.durationMs,
  };
}

function judged(
  { points, nothingToTest }: TapReading,
  faults: readonly string[],
): { outcome: Outcome; message: string } {
  if (faults.length > 0) return { outcome: 'fail', message: faults.join(' ') };
  if (nothingToTest !== undefined && points.length === 0) {
    return { outcome: 'skip', message: `The program had nothing to test: ${nothingToTest || 'no reason given'}.` };
  }
  return { outcome: 'pass', message: points.length === 1 ? 'One test point.' : `${points.length} test points.` };
}

/** The exit codes of sh and of cmd.exe for an unknown command. */
const NOT_FOUND = [127, 9009];

function endingFaults({ ending }: ProgramRun, { points, bailout }: TapReading, timeoutSeconds: number): string[] {
  switch (ending.kind) {
    case 'exited': {
      const explained = bailout !== undefined || points.some((point) => isFailure(point));
      if (ending.code === 0 || explained) return [];
      return [
        NOT_FOUND.includes(ending.code)
          ? `The shell did not find the program (exit code ${ending.code}).`
          : `It ended with exit code ${ending.code} though no test failed.`,
      ];
    }
    case 'killed':
      return [`It was ended by ${ending.signal}.`];
    case 'timed-out':
      return [`It did not end within ${timeoutSeconds} seconds and was stopped.`];
    case 'flooded':
      return [`It printed more than ${MOST_OUTPUT_BYTES / 1_000_000} MB and was stopped; what came before was read.`];
    case 'interrupted':
      return ['The run was interrupted and the program stopped.'];
    case 'not-started':
      return [`It could not be started: ${ending.why}.`];
  }
}

const isFailure = ({ ok, skip, todo }: TestPoint) => !ok && skip === undefined && todo === undefined;

function pointCheck(id: string, point: TestPoint, tell: (text: string) => string): CheckResult {
  return {
    ...OWN,
    id,
    requirement: point.name === '' ? 'A test without a name.' : tell(point.name),
    ...told(point, tell),
    ...(point.expected === undefined ? {} : { expected: tell(point.expected) }),
    ...(point.actual === undefined ? {} : { actual: tell(point.actual) }),
    durationMs: point.durationMs,
  };
}

function told(point: TestPoint, tell: (text: string) => string): { outcome: Outcome; message: string } {
  const message = point.message ?? '';
  const because = (reason: string) => tell([reason, message].filter((text) => text !== '').join('\n'));
  if (point.skip !== undefined) return { outcome: 'skip', message: because(point.skip || 'Skipped by the program.') };
  if (point.todo !== undefined) {
    return point.ok
      ? {
          outcome: 'pass',
          message: because(
            `It holds, though the program lists it as still to do (${point.todo || 'no reason given'}).`,
          ),
        }
      : { outcome: 'expected-fail', message: because(point.todo || 'The program lists it as still to do.') };
  }
  if (point.ok) return { outcome: 'pass', message: because('') };
  return { outcome: 'fail', message: because('') || 'The program reports a failure and does not say why.' };
}

/** A name in kebab case. It does not change if tests are added before it. */
function slug(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  return (
    words
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 80)
      .replace(/^-+|-+$/g, '') || 'test'
  );
}

function uniqueId(wanted: string, taken: Map<string, number>): string {
  let times = taken.get(wanted) ?? 0;
  let id = wanted;
  while (taken.has(id)) id = `${wanted}-${++times}`;
  taken.set(wanted, Math.max(times, 1));
  taken.set(id, taken.get(id) ?? 1);
  return id;
}
