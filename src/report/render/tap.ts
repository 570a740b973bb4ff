import type { Outcome } from '../../engine/rule.ts';
import type { CheckResult, ModuleResult, Report } from '../model.ts';
import { verdictWords } from '../verdict-words.ts';
import { given } from '../../text/given.ts';
import { line, lines, unseenVerdicts, type UnseenVerdict } from './test-text.ts';

/**
 * TAP with the subtests of version 14, one per module, and diagnostics in YAML. Warnings and known failures are `not
 * ok` with TODO, so that they are shown without failing anything.
 * The first line says version 13. The rest looks the same to readers of 13, and many of them, such as Perl's `prove`,
 * reject a stream that says 14.
 */
export function renderTap(report: Report): string {
  const subtests = [
    ...report.contracts.flatMap(({ id, modules }) =>
      modules.map((module) => moduleSubtest(`${id} ${module.id}`, module)),
    ),
    ...report.custom.map((module) => moduleSubtest(module.id, module)),
    ...verdictSubtest(unseenVerdicts(report)),
  ];
  const output = [
    'TAP version 13',
    comment(`${report.tool.name} ${report.tool.version}, run ${report.run.id}: ${verdictWords(report).title}`),
    ...report.contracts.map(({ id, version, target, verdict }) => comment(`${id} ${version} at ${target}: ${verdict}`)),
    ...report.reasons.map(comment),
    subtests.length === 0 ? '1..0 # SKIP nothing was judged' : `1..${subtests.length}`,
    ...subtests.flatMap((subtest, index) => subtestLines(subtest, index + 1)),
  ];
  return `${output.join('\n')}\n`;
}

interface Point {
  readonly ok: boolean;
  readonly name: string;
  readonly directive?: string;
  readonly diagnostics?: Readonly<Record<string, unknown>>;
}

interface Subtest {
  readonly name: string;
  readonly points: readonly Point[];
}

function moduleSubtest(name: string, { title, checks }: ModuleResult): Subtest {
  return { name: title === '' ? name : `${name}: ${title}`, points: checks.map(checkPoint) };
}

function verdictSubtest(unseen: readonly UnseenVerdict[]): Subtest[] {
  if (unseen.length === 0) return [];
  const points = unseen.map(({ of, verdict, reasons }): Point => {
    return { ok: false, name: `${of}: ${verdict}`, diagnostics: { message: lines(reasons.join('\n')) } };
  });
  return [{ name: 'verdict', points }];
}

function checkPoint(check: CheckResult): Point {
  const directive = DIRECTIVES[check.outcome];
  const plain = check.outcome === 'pass' || directive?.startsWith('SKIP') === true;
  return {
    ok: !['fail', 'warn', 'error', 'expected-fail'].includes(check.outcome),
    name: `${check.id}: ${check.requirement}`,
    ...(directive === undefined ? {} : { directive: `${directive} ${check.message}` }),
    ...(plain ? {} : { diagnostics: diagnosticsOf(check) }),
  };
}

const DIRECTIVES: Readonly<Partial<Record<Outcome, string>>> = {
  skip: 'SKIP',
  'not-applicable': 'SKIP not-applicable:',
  waived: 'SKIP waived:',
  inconclusive: 'SKIP inconclusive:',
  warn: 'TODO guidance:',
  'expected-fail': 'TODO known failure:',
};

function diagnosticsOf(check: CheckResult) {
  const { expected, actual, pointer, fix, exchanges } = check;
  return given({
    message: lines(check.message),
    outcome: check.outcome,
    level: check.level,
    section: line(check.section),
    expected: expected && lines(expected),
    actual: actual && lines(actual),
    pointer: pointer === undefined ? undefined : line(pointer),
    fix: fix && lines(fix),
    unstable: check.unstable,
    exchanges: exchanges.length === 0 ? undefined : exchanges.map(line),
    duration_ms: check.durationMs,
  });
}

function subtestLines({ name, points }: Subtest, number: number): string[] {
  const ok = points.every((point) => point.ok || point.directive !== undefined);
  const none = points.length === 0;
  return [
    comment(`Subtest: ${name}`),
    `    ${none ? '1..0 # SKIP no checks' : `1..${points.length}`}`,
    ...points.flatMap((point, index) => pointLines(point, index + 1)).map((text) => `    ${text}`),
    pointLine({ ok, name, ...(none ? { directive: 'SKIP no checks' } : {}) }, number),
  ];
}

function pointLines(point: Point, number: number): string[] {
  if (point.diagnostics === undefined) return [pointLine(point, number)];
  return [pointLine(point, number), '  ---', ...yamlLines(point.diagnostics).map((text) => `  ${text}`), '  ...'];
}

function pointLine({ ok, name, directive }: Point, number: number): string {
  const text = `${ok ? 'ok' : 'not ok'} ${number} - ${escaped(line(name))}`;
  return directive === undefined ? text : `${text} # ${escaped(line(directive))}`;
}

/** A `#` would begin a directive, and a brace at the end a block of subtests. */
const escaped = (text: string) =>
  text
    .replace(/[\\#]/g, '\\$&')
    .replace(/\{\s*$/, '{.')
    .trim();

const comment = (text: string) => `# ${line(text)}`;

/**
 * JSON is valid YAML and fits on one line, whatever it contains. The escaped characters are line breaks to some
 * readers.
 */
function yamlLines(values: Readonly<Record<string, unknown>>): string[] {
  const inJson = (value: unknown) =>
    JSON.stringify(value).replace(
      /[\u007f-\u009f\u2028\u2029\ufeff]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  return Object.entries(values).map(([name, value]) => `${name}: ${inJson(value)}`);
}
