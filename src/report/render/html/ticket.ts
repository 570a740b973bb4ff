import type { CheckResult, Report } from '../../model.ts';
import { titleOf } from '../../problem.ts';
import type { Calls } from '../../tally.ts';
import { code, evidenceOf, facts, plain, prose } from '../markdown-finding.ts';
import { instant } from './words.tsx';

/** A failure as Markdown that can be understood without the report. */
export function ticket(check: CheckResult, report: Report, calls: Calls): string {
  const contract = report.contracts.find(({ modules }) => modules.some(({ checks }) => checks.includes(check)));
  return [
    `## ${prose(titleOf(check), 300)}`,
    `The conformance check ${code(check.id)} failed at ${code(contract?.target ?? 'the service')} on ${instant(report.run.startedAt)}.`,
    [`- Rule: ${prose(check.requirement)} (${plain(check.section, 80)})`, ...facts(check)].join('\n'),
    evidenceOf(check, report, calls),
    `Run ${code(report.run.id, 60)}, ${plain(`${report.tool.name} ${report.tool.version}`, 120)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
