import type { CheckResult } from '../model.ts';
import { printable } from '../text.ts';

const LONGEST_LINE = 1_000;
const LONGEST_TEXT = 10_000;

/** For text that must be on one line. */
export const line = (text: string): string => printable(text.replace(/\s+/g, ' ').trim(), { max: LONGEST_LINE });

/** For text that may have several lines. */
export const lines = (text: string): string => printable(text, { max: LONGEST_TEXT, multiline: true });

/** Everything a check reports, one fact per paragraph. */
export function story(check: CheckResult): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Requirement', check.requirement],
    ['Section', check.section],
    ['Found', check.message],
    ['Expected', check.expected],
    ['Actual', check.actual],
    ['At', check.pointer],
    ['Fix', check.fix],
    ['Unstable', check.unstable ? 'the failure did not repeat when asked again' : undefined],
    ['Exchanges', check.exchanges.length === 0 ? undefined : check.exchanges.join(', ')],
  ];
  return facts
    .flatMap(([name, fact]) => (fact === undefined || fact === '' ? [] : [`${name}: ${lines(fact)}`]))
    .join('\n');
}
