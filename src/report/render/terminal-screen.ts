import { causes, type Cause, openCauses } from '../causes.ts';
import type { Report } from '../model.ts';
import { allChecks, needingAction, tally, decisiveCall, callsById } from '../tally.ts';
import { printable, counted, listed } from '../text.ts';
import { reasonKindsOf } from '../earlier-builds.ts';
import { alerts, verdictWords } from '../verdict-words.ts';
import { ROOMS, writeBlock, writeRepeat, type Room } from './terminal-block.ts';
import { writeCreated } from './terminal-lists.ts';
import { paintOfVerdict, signOf, VERDICT_GLYPHS } from './terminal-outcome.ts';
import { Page, type Display } from './terminal-page.ts';
import { rerunOf } from '../rerun.ts';
import { missing, missingInWords } from '../missing.ts';
import { answerLine, requestLine } from '../call-line.ts';

export interface ScreenOptions extends Display {
  readonly height?: number;
  /** Shows only the verdict and its reasons. */
  readonly quiet?: boolean;
  /** Everything in the report stands above the screen. */
  readonly verbose?: boolean;
}

const USUAL_HEIGHT = 24;
/** How many lines a log may take with the commands that show several failures again, or a single one. */
const LONGEST_LOG = { several: 60, single: 150 };
const isLog = ({ height }: ScreenOptions) => height === undefined;
/** Kept free for the prompt below the report. */
const PROMPT = 1;
const FEWEST_BLOCKS = 3;
/** A block needs at least its title, what was found and the fix. */
const LEAST_LINES = 3;

/**
 * What the reader sees without scrolling: the verdict, the most important problems, and what to do next. What does not
 * fit into the window was named while the run went on, and `--verbose` shows it; where there is no window, it follows
 * the most important problems.
 */
export function renderScreen(report: Report, options: ScreenOptions): string {
  const found = causes(report, ['fail', 'error']);
  const most = (options.height ?? USUAL_HEIGHT) - PROMPT;
  const longestLog = found.length === 1 ? LONGEST_LOG.single : LONGEST_LOG.several;
  for (const cut of cuts(found.length, most)) {
    const page = screen(report, options, found, cut);
    if (page.height > (isLog(options) && cut.repeats !== undefined ? longestLog : most) && cut.isLast !== true)
      continue;
    const isWhole = cut.shown === found.length || options.height !== undefined || options.verbose === true;
    const whole = isWhole ? page : screen(report, options, found, { ...cut, room: ROOMS.usual, withRest: true });
    return above(report, options) + whole.toString();
  }
  throw new Error('the last cut is always taken');
}

/** How much of each block is shown, and of how many. */
interface Cut {
  readonly room: Room;
  readonly shown: number;
  /** Of how many blocks the commands that repeat them are shown. In a log, the others name the one that runs the check. */
  readonly repeats?: number;
  readonly isLast?: boolean;
  /** Writes the other blocks, too, behind those that are shown. */
  readonly withRest?: boolean;
}

/** The layouts to try, from showing everything to showing the fewest blocks. */
function* cuts(total: number, most: number): Generator<Cut> {
  const fitting = Math.min(total, Math.floor(most / LEAST_LINES));
  if (fitting === total) {
    for (let repeats = total; repeats >= 0; repeats--) yield { room: ROOMS.full, shown: total, repeats };
    for (const room of Object.values(ROOMS)) yield { room, shown: total };
    if (total === 0) yield { room: ROOMS.briefest, shown: 0, isLast: true };
  }
  for (const room of [ROOMS.brief, ROOMS.briefest])
    for (let shown = Math.min(fitting, total - 1); shown >= FEWEST_BLOCKS; shown--) yield { room, shown };
  const shown = Math.min(FEWEST_BLOCKS, total);
  yield { room: shown < total ? ROOMS.briefest : ROOMS.usual, shown, isLast: true };
}

function screen(report: Report, options: ScreenOptions, found: readonly Cause[], cut: Cut): Page {
  const page = new Page(options);
  writeHead(page, report);
  page.gap();
  for (const [place, cause] of found.slice(0, cut.shown).entries()) {
    if (cut.room.apart) page.gap();
    // What is most important is said in full.
    writeBlock(page, cause, report, place === 0 ? { ...cut.room, fix: ROOMS.full.fix } : cut.room);
    const byHand = place < (cut.repeats ?? 0);
    if (!options.quiet && (byHand || (isLog(options) && cut.repeats !== undefined)))
      writeRepeat(page, cause, report, byHand);
  }
  const left = found.slice(cut.shown);
  if (left.length > 0 && cut.withRest) writeRest(page, report, left);
  else if (left.length > 0)
    page.text(
      page.paint.strong(`… and ${left.length} more${options.verbose ? ', listed above' : ': --verbose shows them'}.`),
    );
  if (found.length === 0) writeMissing(page, report, cut.room);
  if (!options.quiet || alerts(report).length > 0) writeFoot(page, report, found);
  return page;
}

/** Above the screen: whoever reads this has to pause orders that may be live at once. */
function above(report: Report, options: ScreenOptions): string {
  if (alerts(report).length === 0) return '';
  const page = new Page(options);
  writeCreated(page, report);
  return page.height === 0 ? '' : `${page.toString()}\n`;
}

function writeRest(page: Page, report: Report, left: readonly Cause[]): void {
  page.gap();
  page.heading(`Also wrong, less important: ${left.length}`);
  for (const cause of left) {
    page.gap();
    writeBlock(page, cause, report, { found: 4, fix: 4, apart: true });
  }
  page.gap();
}

/** The verdict and the addresses, with patterns across the whole run. */
function writeHead(page: Page, report: Report): void {
  const { title, shownAs, meaning, next } = verdictWords(report);
  const urgent = alerts(report);
  for (const alert of urgent)
    page.text(page.paint.strong(page.paint.bad(page.prose(alert))), { hang: page.paint.bad('✗ ') });
  if (urgent.length > 0) page.gap();
  const sign = paintOfVerdict(page, shownAs)(`${VERDICT_GLYPHS[shownAs]} ${title.toUpperCase()}`);
  const words = `${page.paint.strong(sign)}  ${page.paint.strong(meaning)}`;
  const [only, ...others] = report.contracts;
  if (only !== undefined && others.length === 0) {
    page.ends(words, page.paint.quiet(printable(only.target, { max: 300 })));
  } else {
    page.text(words);
    const widest = Math.max(0, ...report.contracts.map(({ id }) => id.length));
    for (const { id, verdict, target } of report.contracts)
      page.text(
        `${id.padEnd(widest)} ${paintOfVerdict(page, verdict)(verdict)}  ${page.paint.quiet(printable(target, { max: 300 }))}`,
        {
          indent: 2,
        },
      );
  }
  for (const reason of suggestions(report))
    page.text(page.paint.caution(page.prose(reason, 400)), { indent: 2, hang: page.paint.caution('! ') });
  const broken = allChecks(report).some(({ outcome }) => outcome === 'fail' || outcome === 'error');
  if (!broken || report.run.interrupted) page.text(next, { indent: 2 });
}

/** Reasons that the blocks and numbers do not show: what answers have in common, an outdated list. */
function suggestions(report: Report): string[] {
  const kinds = reasonKindsOf(report);
  const isTold = (kind = 'other') =>
    TOLD_ELSEWHERE.includes(kind) || (report.verdict === 'failed' ? ASIDES.includes(kind) : kind === 'relaxed');
  return report.reasons.filter((_reason, index) => !isTold(kinds[index])).slice(0, 3);
}

/** These do not help anybody who has a failure to fix. */
const ASIDES = ['slow', 'repeated'];

const TOLD_ELSEWHERE = [
  'not-a-draft',
  'interrupted',
  'broken',
  'inconclusive',
  'waived',
  'known',
  'not-judged',
  'suite-error',
  'unjudged',
  'no-answer',
];

/** What to do next, and one line about what else the report contains. */
function writeFoot(page: Page, report: Report, found: readonly Cause[]): void {
  page.gap();
  const again = rerunOf(
    report,
    found.flatMap(({ lead, echoes }) => [lead, ...echoes].map(({ check }) => check.id)),
  );
  if (again !== undefined) page.parts(page.paint.strong('Rerun: '), 7, again);
  const counts = countsOf(report, found);
  if (counts.length > 0) page.flow(counts, { hang: page.paint.quiet('Also:  ') });
  const more =
    found.length === 0
      ? '--verbose or --output html=report.html'
      : '--verbose or --output html=report.html, with every request and answer';
  page.text(page.paint.quiet(`More:  ${more}`));
}

function countsOf(report: Report, found: readonly Cause[]): string[] {
  const { counts } = tally(allChecks(report));
  const attested = report.contracts.reduce((total, contract) => total + contract.attested.length, 0);
  // The blocks say how many they keep from being judged.
  const told = new Set(found.flatMap(({ keeps }) => keeps.map(({ check }) => check)));
  const open = needingAction(report, ['skip', 'waived', 'inconclusive', 'expected-fail']).filter(
    ({ check }) => !told.has(check),
  ).length;
  const what =
    alerts(report).length > 0 ? 'created, not all of them answered as drafts: pause now what serves' : 'to remove';
  const noun = alerts(report).length > 0 ? 'order' : 'draft';
  return [
    ...(report.created.length === 0 ? [] : [`${counted(report.created.length, noun)} ${what}`]),
    ...(attested === 0 ? [] : [`${counted(attested, 'statement')} to sign off`]),
    ...(report.run.booking === undefined ? [] : ['booking terms to state (--verbose)']),
    ...(counts.warn === 0 ? [] : [counted(counts.warn, 'warning')]),
    ...(open === 0 || found.length === 0
      ? []
      : [`${open} ${told.size === 0 ? '' : 'more '}${open === 1 ? 'check' : 'checks'} not judged`]),
  ];
}

const MOST_OPEN = 4;
const MOST_MISSING = 8;
const MOST_NAMES = 3;

/** For a run without failures: what could not be judged, what a certificate lacks, and the warnings. */
function writeMissing(page: Page, report: Report, room: Room): void {
  const open = openCauses(report);
  const others = missing(report);
  if (open.length + others.length > 0) {
    page.gap();
    const isOpen = report.verdict === 'inconclusive';
    page.text(page.paint.strong(isOpen ? 'What could not be judged:' : 'Missing for a certificate:'));
  }
  const calls = callsById(report);
  for (const { lead, echoes, keeps } of open.slice(0, MOST_OPEN)) {
    const ids = [lead, ...echoes].map(({ check }) => check.id);
    const last = decisiveCall(lead.check, calls);
    const seen = last === undefined ? '' : ` (${requestLine(last)} → ${answerLine(last)})`;
    const blocks = keeps.length === 0 ? '' : ` Blocks ${counted(keeps.length, 'check')}.`;
    page.text(`${listed(ids, MOST_NAMES)}: ${page.prose(lead.check.message, 400)}${page.paint.quiet(seen)}${blocks}`, {
      indent: 2,
      hang: signOf(page, 'inconclusive'),
    });
  }
  writeMore(page, open.length - MOST_OPEN, 'cause');
  for (const one of others.slice(0, MOST_MISSING))
    page.text(page.prose(missingInWords(one), 320), {
      indent: 2,
      hang: signOf(page, one.outcome),
    });
  writeMore(page, others.length - MOST_MISSING, 'reason');
  writeWarnings(page, report, room);
}

const MOST_WARNINGS = 4;
const WARNING_LINES = 2;

function writeWarnings(page: Page, report: Report, room: Room): void {
  const warnings = causes(report, ['warn']);
  if (warnings.length === 0) return;
  page.gap();
  page.text(page.paint.strong('Warnings, without effect on the verdict:'));
  const most = room === ROOMS.briefest ? 0 : Math.min(room.found, WARNING_LINES);
  const brief = { ...room, found: most, fix: Math.min(room.fix, most) };
  for (const cause of warnings.slice(0, MOST_WARNINGS)) writeBlock(page, cause, report, brief);
  writeMore(page, warnings.length - MOST_WARNINGS, 'warning');
}

function writeMore(page: Page, left: number, what: string): void {
  if (left > 0) page.text(`  … and ${counted(left, `more ${what}`)}`);
}
