import { bookingBlock, WHY_STATE } from '../rerun.ts';
import { causes, rulesOf, type Cause } from '../causes.ts';
import { contractChecks, modulesOf } from '../checks-of.ts';
import { duration } from '../call-line.ts';
import type { CheckResult, Report, ModuleResult } from '../model.ts';
import { ACTION_OUTCOMES, callsById, tally } from '../tally.ts';
import { counted, printable } from '../text.ts';
import { writeCause } from './terminal-finding.ts';
import { writeAttested, writeCreated, writeEveryCheck, writeMissingInFull, writeNoted } from './terminal-lists.ts';
import { COLUMNS, paintOf, paintOfVerdict, signOf } from './terminal-outcome.ts';
import { Page, type Display } from './terminal-page.ts';
import { renderScreen, type ScreenOptions } from './terminal-screen.ts';
import type { Outcome } from '../../engine/rule.ts';

/** A report for people, one screen long. Details come before the final screen, so that the screen stays visible. */
export function renderTerminal(report: Report, options: ScreenOptions): string {
  const last = renderScreen(report, options);
  return options.verbose ? `${details(report, options)}\n${last}` : last;
}

function details(report: Report, display: Display): string {
  const page = new Page(display);
  const calls = callsById(report);
  writeEveryCheck(page, report, calls);
  writeAttested(page, report);
  writeCreated(page, report);
  writeNoted(page, report);
  writeMissingInFull(page, report);
  const writeAll = (title: string, found: readonly Cause[]) => {
    if (found.length > 0) page.heading(title);
    for (const cause of found) writeCause(page, cause, report, calls);
  };
  const broken = causes(report, ['fail']);
  const counting = broken.filter(({ lead }) => lead.contract !== null);
  const warnings = causes(report, ['warn']);
  writeAll('Inconclusive', causes(report, ['inconclusive']));
  writeAll(counted(warnings.length, 'warning'), warnings);
  writeAll(`To fix: ${counted(rulesOf(counting), 'rule')}`, counting);
  writeAll(
    'Your own checks, without effect on the verdict',
    broken.filter(({ lead }) => lead.contract === null),
  );
  writeAll('Faults of this suite, not of the service', causes(report, ['error']));
  page.heading('Modules');
  writeOverview(page, report);
  writeRun(page, report);
  writeTerms(page, report);
  page.heading('Result');
  return page.toString();
}

function writeTerms(page: Page, report: Report): void {
  const block = bookingBlock(report);
  if (block === undefined) return;
  page.heading('Booking terms');
  page.text(WHY_STATE);
  page.gap();
  page.raw(block);
}

function writeRun(page: Page, report: Report): void {
  const { run, tool } = report;
  const checks = contractChecks(report);
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

const LONGEST_NAME = 22;

function writeOverview(page: Page, report: Report): void {
  const { contracts, custom } = report;
  const width = Math.max(...modulesOf(report).map((module) => nameOf(page, module).length));
  const writeGroup = (title: string, group: readonly ModuleResult[]) => {
    page.gap();
    page.text(title);
    for (const module of group)
      page.text([...sumsOf(page, module.checks), page.paint.quiet(duration(module.durationMs))].join(', '), {
        indent: 2,
        hang: `${loudestSign(page, module)}${nameOf(page, module).padEnd(width)}  `,
      });
  };
  for (const { id, target, verdict, modules } of contracts)
    writeGroup(
      `${page.paint.strong(id)}  ${paintOfVerdict(page, verdict)(verdict)}  ${page.paint.quiet(printable(target, { max: 200 }))}`,
      modules,
    );
  if (custom.length > 0)
    writeGroup(`${page.paint.strong('your own checks')}  ${page.paint.quiet('without effect on the verdict')}`, custom);
}

/** `2 fail`, `5 pass` */
function sumsOf(page: Page, checks: readonly CheckResult[]): string[] {
  const { counts } = tally(checks);
  return COLUMNS.filter(([outcome]) => counts[outcome] > 0).map(([outcome, head]) =>
    paintOf(page, outcome)(`${counts[outcome]} ${head}`),
  );
}

const LOUDEST: readonly Outcome[] = [...ACTION_OUTCOMES, 'expected-fail', 'pass', 'waived', 'skip'];

function loudestSign(page: Page, { checks }: ModuleResult): string {
  const { counts } = tally(checks);
  return signOf(page, LOUDEST.find((outcome) => counts[outcome] > 0) ?? 'not-applicable');
}

/** The id, which is what options take. A publisher's own program is shown by its command instead. */
function nameOf(page: Page, { id, title }: ModuleResult): string {
  return page.fit(printable(id.startsWith('custom') ? title : id), LONGEST_NAME);
}
