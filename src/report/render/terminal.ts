import { bookingBlock, WHY_STATE } from '../booking-block.ts';
import { causes, rulesOf, type Cause } from '../causes.ts';
import { duration } from '../exchange-line.ts';
import type { Report } from '../model.ts';
import { exchangesById, needingAction, tally, type Exchanges } from '../tally.ts';
import { counted, printable } from '../text.ts';
import { writeCause, writeFault, writeWarning } from './terminal-finding.ts';
import { writeAttested, writeCreated, writeEveryCheck, writeNoted, writeNotJudged } from './terminal-lists.ts';
import { COLUMNS, paintOf } from './terminal-outcome.ts';
import { writeOverview } from './terminal-overview.ts';
import { Page, type Display } from './terminal-page.ts';
import { renderScreen } from './terminal-screen.ts';

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
  const { counts } = tally(report.contracts.flatMap(({ modules }) => modules.flatMap(({ checks }) => checks)));
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
  const sums = COLUMNS.filter(([outcome]) => counts[outcome] > 0).map(([outcome, head]) =>
    paintOf(page, outcome)(`${counts[outcome]} ${head}`),
  );
  page.flow(sums);
}
