import { missing, missingInWords } from '../missing.ts';
import type { Report } from '../model.ts';
import { citedCalls, needingAction, placedChecks, type Calls } from '../tally.ts';
import { lastCited } from '../call-line.ts';
import { counted, listed, printable } from '../text.ts';
import { createdInWords } from '../verdict-words.ts';
import { namesOf, writeCalls } from './terminal-finding.ts';
import { paintOf, signOf } from './terminal-outcome.ts';
import type { Page } from './terminal-page.ts';

export function writeMissingInFull(page: Page, report: Report): void {
  const found = missing(report);
  if (found.length === 0) return;
  page.heading('Not judged');
  for (const one of found) {
    page.text(page.prose(missingInWords(one)), { hang: signOf(page, one.outcome) });
    if (one.checks.length > 0) page.text(page.paint.quiet(namesOf(one.checks)), { indent: 2 });
  }
}

export function writeNoted(page: Page, report: Report): void {
  const noted = needingAction(report, ['info']).filter(({ check }) => check.message !== '');
  if (noted.length === 0) return;
  page.heading('Noted');
  for (const { check } of noted)
    page.text(`${page.prose(check.message)} ${page.paint.quiet(check.id)}`, {
      hang: signOf(page, 'info'),
    });
}

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

export function writeEveryCheck(page: Page, report: Report, calls: Calls): void {
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
    writeCalls(page, '', lastCited(citedCalls(check, calls)));
  }
}
