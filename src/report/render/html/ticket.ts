import { moreAbout, rerun } from '../../curl.ts';
import { answerLine, requestLine } from '../../exchange-line.ts';
import { excerpt } from '../../excerpt.ts';
import type { CheckResult, Report } from '../../model.ts';
import { titleOf } from '../../problem.ts';
import { repeatLines, repeatOf } from '../../repeat.ts';
import { decisiveExchange, expectation, type Exchanges } from '../../tally.ts';
import { block, code, plain, prose } from '../markdown-finding.ts';
import { instant } from './words.tsx';

const LONGEST_COMMAND = 2_500;

/** A failure as Markdown that can be understood without the report. */
export function ticket(check: CheckResult, report: Report, exchanges: Exchanges): string {
  const expected = expectation(check);
  const { actual, message, fix } = check;
  const facts = [
    `- **Rule:** ${prose(check.requirement)} (${plain(check.section, 80)})`,
    ...(expected === undefined ? [] : [`- **Expected:** ${prose(expected)}`]),
    `- **Got:** ${actual === undefined ? prose(message) : code(actual, 400)}`,
    ...(fix ? [`- **Fix:** ${prose(fix)}`] : []),
    ...(check.unstable ? ['- **Unstable:** the failure did not repeat when the request was sent again.'] : []),
  ];
  return [
    `## ${prose(titleOf(check), 300)}`,
    `The conformance check ${code(check.id)} failed at ${code(targetOf(check, report))} on ${instant(report.run.startedAt)}.`,
    facts.join('\n'),
    ...evidence(check, report, exchanges),
    ...commands(check, report),
    `Run ${code(report.run.id, 60)}, ${plain(`${report.tool.name} ${report.tool.version}`, 120)}`,
  ].join('\n\n');
}

function targetOf(check: CheckResult, report: Report): string {
  const contract = report.contracts.find(({ modules }) => modules.some(({ checks }) => checks.includes(check)));
  return contract?.target ?? 'the service';
}

function evidence(check: CheckResult, report: Report, exchanges: Exchanges): string[] {
  const exchange = decisiveExchange(check, exchanges);
  if (exchange === undefined) return [];
  const lines =
    exchange.response === null
      ? []
      : excerpt(exchange.response, check.pointer, { most: 12, width: 200, found: check.actual });
  const shown = lines.map((line) => (line === null ? '  …' : `${line.marked ? '>' : ' '} ${line.text}`)).join('\n');
  const repeat = repeatOf(check, report);
  const command = repeat === undefined ? '' : repeatLines(repeat).join('\n');
  return [
    `${code(requestLine(exchange))} → ${code(answerLine(exchange), 300)}${check.pointer ? `, at ${code(check.pointer, 300)}` : ''}`,
    ...(shown === '' ? [] : [block(shown)]),
    ...(command.length > LONGEST_COMMAND ? [] : [`To repeat it:\n\n${block(command, 'sh', LONGEST_COMMAND)}`]),
  ];
}

function commands(check: CheckResult, report: Report): string[] {
  const again = rerun(report, check.id);
  return again === undefined
    ? []
    : [`To check the fix, and to read more:\n\n${block(`${again}\n${moreAbout(check.id)}`, 'sh', LONGEST_COMMAND)}`];
}
