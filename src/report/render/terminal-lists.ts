import { blockerOf, rootOf } from '../../causes/because.ts';
import { causes, type Cause } from '../causes.ts';
import { becauseOf } from '../earlier-builds.ts';
import type { CheckResult, Report } from '../model.ts';
import { citedExchanges, needingAction, placedChecks, type Exchanges } from '../tally.ts';
import { distinctions } from '../exchange-line.ts';
import { counted, listed, printable } from '../text.ts';
import { createdInWords } from '../verdict-words.ts';
import { becauseInWords } from '../words/because.ts';
import { namesOf, writeExchange, writeKept, writeTitle } from './terminal-finding.ts';
import { paintOf, signOf } from './terminal-outcome.ts';
import type { Page } from './terminal-page.ts';

/** Why the run is incomplete, and how to complete it. */
export function writeNotJudged(page: Page, report: Report, exchanges: Exchanges): void {
  const open = causes(report, ['inconclusive']);
  const shown = new Set(needingAction(report, ['fail', 'error', 'inconclusive']).map(({ check }) => check.id));
  const others = needingAction(report, ['skip', 'waived', 'expected-fail'])
    .map(({ check }) => check)
    .filter((check) => check.outcome !== 'skip' || !shown.has(blockerOf(becauseOf(check)) ?? ''));
  if (open.length + others.length === 0) return;
  page.heading('Not fully checked');
  for (const cause of open) writeOpen(page, cause, exchanges);
  if (open.length > 0) page.gap();
  for (const [reason, checks] of byReason(others)) {
    const [first] = checks;
    if (first === undefined) continue;
    page.text(page.prose(reason), { hang: signOf(page, first.outcome) });
    page.text(page.paint.quiet(namesOf(checks)), { indent: 2 });
  }
}

/** An inconclusive check. Others with the same reason are listed below it. */
function writeOpen(page: Page, { lead: { check }, echoes, keeps }: Cause, exchanges: Exchanges): void {
  if (echoes.length === 0) {
    writeTitle(page, check);
    page.gap();
    page.field('found', page.prose(check.message));
  } else {
    page.gap();
    page.text(page.paint.strong(page.prose(check.message)), {
      hang: signOf(page, check.outcome),
    });
    page.gap();
    const all = [check, ...echoes.map((echo) => echo.check)];
    page.field('leaves', `${counted(all.length, 'check')} unjudged: ${namesOf(all)}`);
  }
  const last = citedExchanges(check, exchanges).at(-1);
  if (last !== undefined) writeExchange(page, 'exchange', last);
  writeKept(page, keeps);
}

function byReason(checks: readonly CheckResult[]): Map<string, CheckResult[]> {
  const groups = new Map<string, CheckResult[]>();
  for (const check of checks) {
    const reason = reasonOf(check);
    groups.set(reason, [...(groups.get(reason) ?? []), check]);
  }
  return groups;
}

/** The reason that several checks share: why the first of a chain was skipped, or which option waives them. */
function reasonOf(check: CheckResult): string {
  if (check.outcome === 'expected-fail') return `Known failure: ${check.message}`;
  const because = becauseOf(check);
  if (because === undefined) return check.message;
  const words = becauseInWords(rootOf(because));
  return check.outcome === 'waived' ? `Waived: ${words}` : words;
}

/** Observations that do not affect the verdict. */
export function writeNoted(page: Page, report: Report): void {
  const noted = needingAction(report, ['info']).filter(({ check }) => check.message !== '');
  if (noted.length === 0) return;
  page.heading('Noted');
  for (const { check } of noted)
    page.text(`${page.prose(check.message)} ${page.paint.quiet(check.id)}`, {
      hang: signOf(page, 'info'),
    });
}

/** The orders that were created, by the names under which a person finds them. */
export function writeCreated(page: Page, report: Report): void {
  const { created } = report;
  if (created.length === 0) return;
  const { title, sum, todo } = createdInWords(report);
  page.heading(title);
  const usual = mostFrequent(created.map(({ advertiser }) => advertiser));
  const under = `under the advertiser "${printable(usual, { max: 300 })}"`;
  const others = created.some(({ advertiser }) => advertiser !== usual) ? ', unless another is named' : '';
  page.text(`${sum} ${under}${others}. ${todo}`);
  for (const { name, orderId, lineItemIds, externalRef, advertiser, uncertain } of created) {
    page.text(page.paint.strong(printable(name, { max: 300 })), { indent: 2 });
    const facts = [
      uncertain
        ? page.paint.caution('may not exist: the answer was lost')
        : `order ${printable(orderId ?? '', { max: 200 })}`,
      ...(lineItemIds.length > 0 ? [`${counted(lineItemIds.length, 'line')}: ${someOf(lineItemIds)}`] : []),
      `reference ${printable(externalRef, { max: 200 })}`,
      ...(advertiser === usual ? [] : [`advertiser ${printable(advertiser, { max: 200 })}`]),
    ];
    page.flow(facts.map(page.paint.quiet), { indent: 4 });
  }
}

function mostFrequent(texts: readonly string[]): string {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])[0];
}

const MOST_IDS = 8;

function someOf(ids: readonly string[]): string {
  return listed(
    ids.map((id) => printable(id, { max: 200 })),
    MOST_IDS,
  );
}

/** The statements that a person has to confirm. */
export function writeAttested(page: Page, { contracts }: Report): void {
  const attested = contracts.flatMap((contract) => contract.attested);
  if (attested.length === 0) return;
  page.heading('To sign off');
  page.text('No request can show these. Someone who knows the ad server confirms each of them.');
  for (const { section, requirement, why } of attested) {
    page.text(page.prose(requirement), { hang: '[ ] ' });
    page.text(page.paint.quiet(`${printable(section, { max: 80 })}. ${page.prose(why)}`), { indent: 4 });
  }
}

/** Every check with its exchanges. */
export function writeEveryCheck(page: Page, report: Report, exchanges: Exchanges): void {
  page.heading('Every check');
  let shown: unknown;
  for (const { check, module } of placedChecks(report)) {
    if (module !== shown) {
      page.gap();
      page.text(page.paint.strong(printable(module.title, { max: 200 })));
      shown = module;
    }
    const paint = paintOf(page, check.outcome);
    page.text(
      `${check.id} ${paint(check.outcome)} ${page.paint.quiet(`${check.level}, ${printable(check.section, { max: 80 })}`)}`,
      {
        indent: 2,
        hang: signOf(page, check.outcome),
      },
    );
    page.text(page.prose(check.requirement), { indent: 4 });
    if (check.message !== '') page.text(page.prose(check.message), { indent: 4, hang: page.paint.quiet('→ ') });
    const cited = citedExchanges(check, exchanges);
    const apart = distinctions(cited);
    cited.forEach((exchange, index) => {
      writeExchange(page, '', exchange, apart[index]);
    });
  }
}
