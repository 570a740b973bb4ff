import { causes, type Cause } from '../causes.ts';
import { duration } from '../exchange-line.ts';
import type { Report } from '../model.ts';
import { exchangesById, needingAction, tally } from '../tally.ts';
import { counted, printable } from '../text.ts';
import { alerts, verdictWords } from '../verdict-words.ts';
import { writeCause, writeFault, writeWarning } from './terminal-finding.ts';
import { writeAttested, writeCreated, writeEveryCheck, writeNoted, writeNotJudged } from './terminal-lists.ts';
import { COLUMNS, GLYPHS, paintOf, paintOfVerdict, VERDICT_GLYPHS } from './terminal-outcome.ts';
import { writeOverview } from './terminal-overview.ts';
import { Page, type Display } from './terminal-page.ts';

export interface TerminalOptions extends Display {
  /** The verdict and what makes it, nothing else. */
  readonly quiet?: boolean;
  /** Every check with its exchanges as well. */
  readonly verbose?: boolean;
}

/** A report for people: the verdict, what to fix, then all the rest, most pressing first. */
export function renderTerminal(
  report: Report,
  { quiet = false, verbose = false, ...display }: TerminalOptions,
): string {
  const page = new Page(display);
  const exchanges = exchangesById(report);
  writeVerdict(page, report, quiet);
  writeCauses(page, report);
  if (quiet) {
    if (hasNoVerdict(report)) writeNotJudged(page, report, exchanges);
    // What is not a draft is to be paused at once, by whoever reads this.
    if (alerts(report).length > 0) writeCreated(page, report);
    return page.toString();
  }
  const warnings = needingAction(report, ['warn']);
  if (warnings.length > 0)
    page.heading(`Warnings: ${counted(warnings.length, 'piece of advice', 'pieces of advice')} not followed`);
  for (const { check } of warnings) writeWarning(page, check, exchanges);
  writeNotJudged(page, report, exchanges);
  page.heading('Modules');
  writeOverview(page, report);
  writeNoted(page, report);
  writeCreated(page, report);
  writeAttested(page, report);
  if (verbose) writeEveryCheck(page, report, exchanges);
  writeEnd(page, report);
  return page.toString();
}

function writeVerdict(page: Page, report: Report, quiet: boolean): void {
  const urgent = alerts(report);
  for (const alert of urgent)
    page.text(page.paint.strong(page.paint.bad(page.prose(alert))), { hang: page.paint.bad('✗ ') });
  page.gap();
  const { meaning, next } = verdictWords(report);
  underHead(page, report, page.paint.strong(meaning));
  page.text(next, { indent: 2 });
  page.gap();
  const column = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length)) + 2;
  const names = column(report.contracts.map(({ id }) => id));
  const verdicts = column(report.contracts.map(({ verdict }) => verdict));
  for (const { id, verdict, target } of report.contracts) {
    const word = paintOfVerdict(page, verdict)(verdict.padEnd(verdicts));
    page.text(`${word}${page.paint.quiet(printable(target, { max: 300 }))}`, {
      indent: 2,
      hang: id.padEnd(names),
    });
  }
  const others = report.reasons.filter(
    (reason) =>
      !urgent.includes(reason) &&
      !isToldAbove(reason) &&
      !(isToldBelow(reason) && (!quiet || report.verdict === 'failed' || hasNoVerdict(report))),
  );
  page.gap();
  for (const reason of others) page.text(page.prose(reason), { indent: 2, hang: page.paint.quiet('· ') });
}

/** Whether what could not be judged decides, for one contract at least. */
const hasNoVerdict = ({ contracts }: Report) => contracts.some(({ verdict }) => verdict === 'inconclusive');

const isToldAbove = (reason: string) => reason.startsWith('The run was interrupted');

/** The reasons that only count what the sections below tell in full. */
const isToldBelow = (reason: string) => /^(?:\d+ (?:rules?|known failures?)\b|This suite failed on )/.test(reason);

/** `✗ FAILED`, and what is to be said of it; below it where the head is long. */
function underHead(page: Page, report: Report, text: string): void {
  const { title, shownAs } = verdictWords(report);
  const head = page.paint.strong(paintOfVerdict(page, shownAs)(`${VERDICT_GLYPHS[shownAs]} ${title.toUpperCase()}  `));
  if (title !== report.verdict) {
    page.raw(head);
    page.text(text, { indent: 2 });
  } else page.text(text, { hang: head });
}

function writeCauses(page: Page, report: Report): void {
  const exchanges = exchangesById(report);
  const broken = causes(report, ['fail']);
  const counting = broken.filter(({ lead }) => lead.contract !== null);
  const rules = counting.reduce((total, { echoes }) => total + 1 + echoes.length, 0);
  const few = rules === counting.length ? '' : `, ${counted(counting.length, 'cause')}`;
  writeByModule(page, `To fix: ${counted(rules, 'rule')}${few}`, counting, (cause) => {
    writeCause(page, cause, report, exchanges);
  });
  const own = broken.filter(({ lead }) => lead.contract === null);
  writeByModule(page, 'Your own checks, without effect on the verdict', own, (cause) => {
    writeCause(page, cause, report, exchanges);
  });
  writeByModule(page, 'Faults of this suite, not of the service', causes(report, ['error']), (cause) => {
    writeFault(page, cause, exchanges);
  });
}

function writeByModule(page: Page, title: string, found: readonly Cause[], write: (cause: Cause) => void): void {
  if (found.length === 0) return;
  page.heading(title);
  let shown: unknown;
  for (const cause of found) {
    if (cause.lead.module !== shown) {
      page.gap();
      page.text(page.paint.strong(printable(cause.lead.module.title, { max: 200 })));
      shown = cause.lead.module;
    }
    write(cause);
  }
}

/** The facts of the run, and the verdict once more: whoever scrolls to the end finds it there. */
function writeEnd(page: Page, report: Report): void {
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
  page.gap();
  writeRecap(page, report);
  const sums = COLUMNS.filter(([outcome]) => counts[outcome] > 0).map(([outcome, head]) =>
    paintOf(page, outcome)(`${counts[outcome]} ${head}`),
  );
  underHead(page, report, sums.join(' · '));
}

const MOST_RECALLED = 25;

/** What is broken in one line each, for whoever begins to read at the end. */
function writeRecap(page: Page, report: Report): void {
  const broken = needingAction(report, ['fail', 'error']).filter(({ contract }) => contract !== null);
  if (broken.length < 2) return;
  const recalled = broken.slice(0, MOST_RECALLED).map(({ check }) => check);
  const longest = Math.max(...recalled.map(({ id }) => id.length));
  for (const { id, outcome, actual, message } of recalled) {
    const found = printable(actual ?? message);
    const name = printable(id, { max: 200 }).padEnd(longest);
    const room = page.width - longest - 4;
    page.raw(
      `${paintOf(page, outcome)(GLYPHS[outcome])} ${room < 12 ? name.trimEnd() : `${name}  ${page.paint.quiet(page.fit(found, room))}`}`,
    );
  }
  if (broken.length > MOST_RECALLED) page.text(`and ${broken.length - MOST_RECALLED} more`, { indent: 2 });
  page.gap();
}
