import { bookingBlock, WHY_STATE } from '../rerun.ts';
import { causes, rulesOf, type Cause } from '../causes.ts';
import { duration } from '../call-line.ts';
import { modulesOf } from '../checks-of.ts';
import type { Report } from '../model.ts';
import { problemTitle } from '../problem.ts';
import { allChecks, callsById, needingAction, tally } from '../tally.ts';
import { counted } from '../text.ts';
import { COLUMNS } from './terminal-outcome.ts';
import { alerts, createdInWords, verdictWords } from '../verdict-words.ts';
import { causeSection, findingList, block, code, details, list, plain, prose } from './markdown-finding.ts';

/** A comment on a pull request may have 65,536 characters. This leaves room for text around the report. */
const LONGEST = 60_000;
/** Reserved for the sections after the findings, which say how to complete the run and what to remove. */
const RESERVED = 20_000;

const SIGNS = { certified: '✅', passed: '➖', failed: '❌', inconclusive: '❔' } as const;

/** A report that fits into a comment on a pull request: the verdict, what to fix, and the rest folded. */
export function renderMarkdown(report: Report): string {
  const after = [
    overview(report),
    warnings(report),
    notJudged(report),
    created(report),
    attested(report),
    bookingTerms(report),
    runFacts(report),
  ];
  const rest = bounded(after, RESERVED);
  const findings = findingSections(report, LONGEST - RESERVED - 400);
  return `${bounded([head(report), ...findings, rest], LONGEST)}\n`;
}

/** As many sections as fit, with a note if some do not. */
function bounded(sections: readonly string[], room: number): string {
  const note = '_More would not fit here: see the report in another format._';
  let text = '';
  for (const section of sections) {
    if (section === '') continue;
    const next = text === '' ? section : `${text}\n\n${section}`;
    if (next.length > room - note.length - 2) return text === '' ? note : `${text}\n\n${note}`;
    text = next;
  }
  return text;
}

function head(report: Report): string {
  const { title, shownAs, meaning, next } = verdictWords(report);
  const urgent = alerts(report);
  const targets = report.contracts
    .slice(0, 4)
    .map(({ id, verdict, target }) => `- **${id}** ${verdict}: ${code(target)}`);
  const reasons = report.reasons.filter((reason) => !urgent.includes(reason)).slice(0, 20);
  return [
    ...urgent.slice(0, 3).map((alert) => `> **${plain(alert)}**`),
    `## ${SIGNS[shownAs]} Conformance: ${title}`,
    `**${plain(meaning)}** ${prose(next)}`,
    targets.join('\n'),
    reasons.length === 0 || report.verdict === 'certified'
      ? ''
      : details('Why this is not a certificate', reasons.map((reason) => `- ${prose(reason)}`).join('\n')),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function findingSections(report: Report, room: number): string[] {
  const calls = callsById(report);
  const sections: string[] = [];
  let left = room;
  const found = causes(report, ['fail', 'error']);
  for (const [index, cause] of found.entries()) {
    const heading = index === 0 ? `### To fix: ${counted(rulesOf(found), 'rule')}\n\n` : '';
    const section = heading + causeSection(cause, report, calls);
    if (section.length > left) return [...sections, unshown(found.slice(index), left)];
    left -= section.length + 2;
    sections.push(section);
  }
  return sections;
}

function unshown(found: readonly Cause[], room: number): string {
  const heading = `### ${found.length} more, in brief`;
  return bounded(
    [heading, ...found.map((cause) => `- ${prose(problemTitle(cause), 200)} (${code(cause.lead.check.id)})`)],
    Math.max(room, 400),
  );
}

function overview(report: Report): string {
  const { counts } = tally(allChecks(report));
  const columns = COLUMNS.filter(([outcome]) => counts[outcome] > 0);
  const modules = modulesOf(report).slice(0, 60);
  const rows = modules.map((module) => {
    const { counts: own } = tally(module.checks);
    return `| ${plain(module.title, 80)} | ${columns.map(([outcome]) => own[outcome] || '').join(' | ')} |`;
  });
  return [
    '### Modules',
    '',
    `| Module | ${columns.map(([, name]) => name).join(' | ')} |`,
    `| :-- |${' --: |'.repeat(columns.length)}`,
    ...rows,
  ].join('\n');
}

function warnings(report: Report): string {
  const found = needingAction(report, ['warn']).map(({ check }) => check);
  return found.length === 0 ? '' : details(counted(found.length, 'warning'), findingList(found));
}

function notJudged(report: Report): string {
  const found = needingAction(report, ['inconclusive', 'skip', 'waived', 'expected-fail']).map(({ check }) => check);
  if (found.length === 0) return '';
  return details(
    `${counted(found.length, 'check')} not fully checked, and how to complete the run`,
    list(found, 80, ({ id, outcome, message }) => `${code(id)} ${outcome}: ${prose(message, 300)}`),
  );
}

function created(report: Report): string {
  const { created: orders } = report;
  if (orders.length === 0) return '';
  const { sum, todo } = createdInWords(report);
  return details(
    `${sum} created. ${todo}`,
    list(
      orders,
      40,
      ({ name, orderId, uncertain }) =>
        `${code(name)} ${uncertain ? '(may not exist: the answer was lost)' : `order ${code(orderId ?? '')}`}`,
    ),
  );
}

function attested({ contracts }: Report): string {
  const statements = contracts.flatMap((contract) => contract.attested);
  if (statements.length === 0) return '';
  return details(
    `${counted(statements.length, 'statement')} for a person to sign off`,
    list(statements, 60, ({ section, requirement }) => `[ ] ${prose(requirement)} (${plain(section, 80)})`),
  );
}

function bookingTerms(report: Report): string {
  const terms = bookingBlock(report);
  return terms === undefined
    ? ''
    : details('Booking terms to state', `${WHY_STATE}\n\n${block(terms, 'json', Infinity)}`);
}

function runFacts({ run, tool }: Report): string {
  const facts = [
    `Run ${code(run.id, 60)}`,
    plain(run.startedAt, 40),
    `${counted(run.requests, 'request')} in ${duration(run.durationMs)}`,
    `longest chain ${run.chain}`,
    `${plain(tool.name, 60)} ${plain(tool.version, 40)}`,
  ];
  return `<sub>${facts.join(' · ')}</sub>`;
}
