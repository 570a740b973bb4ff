import {
  isLost,
  lossInWords,
  type ChangeWord,
  type CheckChange,
  type ComparedRun,
  type Comparison,
} from '../compare.ts';
import type { CheckResult } from '../model.ts';
import { minute } from '../text.ts';
import { line } from './test-text.ts';

const SECTIONS: readonly { readonly change: ChangeWord; readonly title: string }[] = [
  { change: 'broke', title: 'Broke' },
  { change: 'vanished', title: 'Checks that are gone' },
  { change: 'unjudged', title: 'No longer judged' },
  { change: 'fixed', title: 'Fixed' },
  { change: 'still-failing', title: 'Still failing' },
  { change: 'appeared', title: 'New checks' },
  { change: 'replaced', title: 'Checks that others took the place of' },
  { change: 'changed', title: 'Other changes' },
];

export function renderComparison(comparison: Comparison): string {
  const { notes, verdicts, changes, unchanged } = comparison;
  const runs = [`Before: ${runLine(comparison.before)}`, `After:  ${runLine(comparison.after)}`];
  const head = verdicts.map(({ of, before, after }) => {
    const way = before === after ? `${before ?? 'absent'}, as before` : `${before ?? 'absent'} → ${after ?? 'absent'}`;
    return `${of}: ${way}`;
  });
  const sections = SECTIONS.flatMap(({ change, title }) => {
    const own = changes.filter((one) => one.change === change);
    return own.length === 0
      ? []
      : ['', `${title} (${own.length})`, ...own.flatMap((one, index) => changeLines(one, own[index - 1]))];
  });
  const lost = verdicts.filter((verdict) => verdict.of !== 'overall' && isLost(verdict));
  const broken = lost.map((verdict) => `Broke: ${lossInWords(verdict)}.`);
  const rest = unchanged === 1 ? '1 check is as it was.' : `${unchanged} checks are as they were.`;
  return `${[...runs, ...head, ...broken, ...notes.map((note) => `Note: ${line(note)}`), ...sections, '', rest].join('\n')}\n`;
}

/** `Gazette Verlag, run k3v9 of 2026-11-28 12:22 UTC, version 1.1.0` */
export function runLine({ publisher, run, finishedAt, version, altered }: ComparedRun): string {
  const warning = altered ? ' (ALTERED since it was written)' : '';
  return line(`${publisher}, run ${run} of ${minute(finishedAt)}, version ${version}${warning}`);
}

/** A check and what was found. A finding that repeats the previous one is not shown again. */
function changeLines({ change, id, before, after }: CheckChange, previous: CheckChange | undefined): string[] {
  const level = (after ?? before)?.level ?? '';
  const first = `  ${line(id)} (${level}): ${[before, after].flatMap((check) => (check ? [outcome(check)] : [])).join(' → ')}`;
  const shown = change === 'fixed' || change === 'vanished' || change === 'replaced' ? undefined : after;
  return shown === undefined || shown.message === '' || shown.message === previous?.after?.message
    ? [first]
    : [first, `    ${line(shown.message)}`];
}

const outcome = ({ outcome, unstable }: CheckResult) => (unstable ? `${outcome} (unstable)` : outcome);
