import { openCauses } from '../causes.ts';
import { missing, missingInWords } from '../missing.ts';
import type { Report } from '../model.ts';
import { titleOf } from '../problem.ts';
import { decisiveExchange, exchangesById, needingAction } from '../tally.ts';
import { answerLine, requestLine } from '../exchange-line.ts';
import { counted, listed, printable } from '../text.ts';
import { foundIn, ROOMS, type Room } from './terminal-block.ts';
import { GLYPHS, paintOf } from './terminal-outcome.ts';
import type { Page } from './terminal-page.ts';

const MOST_OPEN = 4;
const MOST_MISSING = 8;
const MOST_NAMES = 3;

/** For a run without failures: what could not be judged, what a certificate lacks, and the warnings. */
export function writeMissing(page: Page, report: Report, room: Room): void {
  const open = openCauses(report);
  const others = missing(report);
  if (open.length + others.length > 0) {
    page.gap();
    const isOpen = report.verdict === 'inconclusive';
    page.text(page.paint.strong(isOpen ? 'What could not be judged:' : 'Missing for a certificate:'));
  }
  const exchanges = exchangesById(report);
  for (const { lead, echoes } of open.slice(0, MOST_OPEN)) {
    const ids = [lead, ...echoes].map(({ check }) => printable(check.id, { max: 200 }));
    const last = decisiveExchange(lead.check, exchanges);
    const seen = last === undefined ? '' : ` (${requestLine(last)} → ${answerLine(last)})`;
    page.text(`${listed(ids, MOST_NAMES)}: ${page.prose(lead.check.message, 400)}${page.paint.quiet(seen)}`, {
      indent: 2,
      hang: `${paintOf(page, 'inconclusive')(GLYPHS.inconclusive)} `,
    });
  }
  if (open.length > MOST_OPEN) page.text(`  … and ${counted(open.length - MOST_OPEN, 'more cause')}`);
  for (const one of others.slice(0, MOST_MISSING))
    page.text(page.prose(missingInWords(one), 320), {
      indent: 2,
      hang: `${paintOf(page, one.outcome)(GLYPHS[one.outcome])} `,
    });
  if (others.length > MOST_MISSING) page.text(`  … and ${counted(others.length - MOST_MISSING, 'more reason')}`);
  writeWarnings(page, report, room);
}

const MOST_WARNINGS = 4;
const WARNING_LINES = 2;
const LONGEST_FIX = 700;

function writeWarnings(page: Page, report: Report, room: Room): void {
  const warnings = needingAction(report, ['warn']);
  if (warnings.length === 0) return;
  page.gap();
  page.text(page.paint.strong('Warnings, without effect on the verdict:'));
  for (const { check } of warnings.slice(0, MOST_WARNINGS)) {
    page.text(`${page.prose(titleOf(check))}. ${page.paint.quiet(printable(check.id, { max: 200 }))}`, {
      indent: 2,
      hang: `${paintOf(page, 'warn')(GLYPHS.warn)} `,
    });
    if (room === ROOMS.briefest) continue;
    page.clipped(foundIn(check, report), Math.min(room.found, WARNING_LINES), 4);
    if (check.fix)
      page.clipped(`Fix: ${printable(check.fix, { max: LONGEST_FIX })}`, Math.min(room.fix, WARNING_LINES), 4);
  }
  if (warnings.length > MOST_WARNINGS) page.text(`  … and ${counted(warnings.length - MOST_WARNINGS, 'more warning')}`);
}
