import { bookingBlock, WHY_STATE } from '../rerun.ts';
import { causes, rulesOf, type Cause } from '../causes.ts';
import { duration } from '../exchange-line.ts';
import type { CheckResult, Report, ModuleResult } from '../model.ts';
import { ACTION_OUTCOMES, exchangesById, needingAction, tally, type Exchanges, allChecks } from '../tally.ts';
import { counted, printable } from '../text.ts';
import { writeCause, writeFault, writeWarning } from './terminal-finding.ts';
import { writeAttested, writeCreated, writeEveryCheck, writeNoted, writeNotJudged } from './terminal-lists.ts';
import { COLUMNS, paintOf, paintOfVerdict, signOf } from './terminal-outcome.ts';
import { Page, type Display } from './terminal-page.ts';
import { renderScreen } from './terminal-screen.ts';
import type { Outcome } from '../../engine/rule.ts';

export interface TerminalOptions extends Display {
  /** Height of the window in lines. */
  readonly height?: number;
  /** Shows only the verdict and its reasons. */
  readonly quiet?: boolean;
  /** Shows everything in the report, before the final screen. */
  readonly verbose?: boolean;
}

/** A report for people, one screen long. Details come before the final screen, so that the screen stays visible. */
export function renderTerminal(
  report: Report,
  { quiet = false, verbose = false, height, ...display }: TerminalOptions,
): string {
  const last = renderScreen(report, { ...display, quiet, verbose, ...(height === undefined ? {} : { height }) });
  return verbose ? `${details(report, display)}\n${last}` : last;
}

function details(report: Report, display: Display): string {
  const page = new Page(display);
  const exchanges = exchangesById(report);
  writeEveryCheck(page, report, exchanges);
  writeAttested(page, report);
  writeCreated(page, report);
  writeNoted(page, report);
  writeNotJudged(page, report, exchanges);
  const warnings = needingAction(report, ['warn']);
  if (warnings.length > 0) page.heading(counted(warnings.length, 'warning'));
  for (const { check } of warnings) writeWarning(page, check, exchanges);
  writeCauses(page, report, exchanges);
  page.heading('Modules');
  writeOverview(page, report);
  writeRun(page, report);
  writeTerms(page, report);
  page.heading('Result');
  return page.toString();
}

function writeCauses(page: Page, report: Report, exchanges: Exchanges): void {
  const broken = causes(report, ['fail']);
  const counting = broken.filter(({ lead }) => lead.contract !== null);
  writeAll(page, `To fix: ${counted(rulesOf(counting), 'rule')}`, counting, (cause) => {
    writeCause(page, cause, report, exchanges);
  });
  const own = broken.filter(({ lead }) => lead.contract === null);
  writeAll(page, 'Your own checks, without effect on the verdict', own, (cause) => {
    writeCause(page, cause, report, exchanges);
  });
  writeAll(page, 'Faults of this suite, not of the service', causes(report, ['error']), (cause) => {
    writeFault(page, cause, exchanges);
  });
}

function writeAll(page: Page, title: string, found: readonly Cause[], write: (cause: Cause) => void): void {
  if (found.length === 0) return;
  page.heading(title);
  found.forEach(write);
}

function writeTerms(page: Page, report: Report): void {
  const block = bookingBlock(report);
  if (block === undefined) return;
  page.heading('Booking terms');
  page.text(WHY_STATE);
  page.gap();
  page.raw(block);
}

/** The facts of the run, and the number of checks by outcome. */
function writeRun(page: Page, report: Report): void {
  const { run, tool } = report;
  const checks = report.contracts.flatMap(({ modules }) => modules.flatMap((module) => module.checks));
  const facts = [
    `run ${printable(run.id, { max: 60 })}`,
    printable(run.startedAt, { max: 40 }),
    `${counted(run.requests, 'request')} in ${duration(run.durationMs)}`,
    `longest chain ${run.chain}`,
    typeof run.options['concurrency'] === 'number' ? `${run.options['concurrency']} in flight at most` : '',
    `${printable(tool.name, { max: 60 })} ${printable(tool.version, { max: 40 })}`,
  ];
  page.heading('Run');
  page.flow(facts.filter((fact) => fact !== '').map(page.paint.quiet));
  page.flow(sumsOf(page, checks));
}

type Columns = typeof COLUMNS;

const COLUMN = 7;
const LONGEST_NAME = 22;
/** Minimum width of the column of times, with the space before it. */
const NARROWEST_TIME = 9;
const BEFORE_TIME = 2;

/** The results of each module. */
function writeOverview(page: Page, report: Report): void {
  const { counts } = tally(allChecks(report));
  const columns = COLUMNS.filter(([outcome]) => counts[outcome] > 0);
  const groups = [
    ...report.contracts.map(({ id, target, verdict, modules }) => ({
      title: `${page.paint.strong(id)}  ${paintOfVerdict(page, verdict)(verdict)}  ${page.paint.quiet(printable(target, { max: 200 }))}`,
      modules,
    })),
    ...(report.custom.length > 0
      ? [
          {
            title: `${page.paint.strong('your own checks')}  ${page.paint.quiet('without effect on the verdict')}`,
            modules: report.custom,
          },
        ]
      : []),
  ];
  const names = groups.flatMap(({ modules }) => modules.map((module) => nameOf(page, module)));
  const nameWidth = Math.max(6, ...names.map((name) => name.length));
  const times = groups.flatMap(({ modules }) => modules.map(({ durationMs }) => duration(durationMs).length));
  const widths = { name: nameWidth, time: Math.max(NARROWEST_TIME, ...times.map((time) => time + BEFORE_TIME)) };
  const tabular = 4 + nameWidth + columns.length * COLUMN + widths.time <= page.width;
  if (tabular) writeHeads(page, columns, widths);
  for (const { title, modules } of groups) {
    page.gap();
    page.text(title);
    for (const module of modules)
      if (tabular) page.raw(tableRow(page, module, columns, widths));
      else
        page.text(sumsOf(page, module.checks).join(', ') || page.paint.quiet('no checks'), {
          indent: 2,
          hang: `${loudestSign(page, module)}${nameOf(page, module).padEnd(nameWidth)}  `,
        });
  }
}

interface Widths {
  readonly name: number;
  readonly time: number;
}

function writeHeads(page: Page, columns: Columns, { name, time }: Widths): void {
  const heads = columns.map(([, head]) => head.padStart(COLUMN)).join('');
  page.raw(page.paint.quiet(`${' '.repeat(4 + name)}${heads}${'time'.padStart(time)}`));
}

function tableRow(page: Page, module: ModuleResult, columns: Columns, widths: Widths): string {
  const { counts } = tally(module.checks);
  const cells = columns.map(([outcome]) => {
    const count = counts[outcome];
    return count === 0
      ? page.paint.quiet('·'.padStart(COLUMN))
      : paintOf(page, outcome)(String(count).padStart(COLUMN));
  });
  const time = page.paint.quiet(duration(module.durationMs).padStart(widths.time));
  return `  ${loudestSign(page, module)}${nameOf(page, module).padEnd(widths.name)}${cells.join('')}${time}`;
}

/** `2 fail`, `5 pass` */
function sumsOf(page: Page, checks: readonly CheckResult[]): string[] {
  const { counts } = tally(checks);
  return COLUMNS.filter(([outcome]) => counts[outcome] > 0).map(([outcome, head]) =>
    paintOf(page, outcome)(`${counts[outcome]} ${head}`),
  );
}

const LOUDEST: readonly Outcome[] = [...ACTION_OUTCOMES, 'expected-fail', 'pass', 'waived', 'skip'];

/** The sign of the most urgent outcome in a module. */
function loudestSign(page: Page, { checks }: ModuleResult): string {
  const { counts } = tally(checks);
  return signOf(page, LOUDEST.find((outcome) => counts[outcome] > 0) ?? 'not-applicable');
}

/** The id, which is what options take. A publisher's own program is shown by its command instead. */
function nameOf(page: Page, { id, title }: ModuleResult): string {
  return page.fit(printable(id.startsWith('custom') ? title : id), LONGEST_NAME);
}
