import type { ChangeWord, Comparison } from '../compare.ts';
import type { Report } from '../model.ts';
import { counted } from '../text.ts';
import { runLine } from './comparison.ts';
import { code, plain, ticket } from './markdown-finding.ts';

const MOST_TICKETS = 20;

/** The comparison for a ticket: what got worse first, each with its rule, what came, the fix and the line to try. */
export function renderComparisonMarkdown(comparison: Comparison, after: Report): string {
  const { before, verdicts, notes, changes } = comparison;
  const calls = new Map(after.exchanges.map((call) => [call.id, call]));
  const having = (change: ChangeWord) => changes.filter((one) => one.change === change);
  const broke = having('broke').flatMap((one) => one.after ?? []);
  const list = (title: string, change: ChangeWord) => {
    const ids = having(change).map(({ id }) => code(id));
    return ids.length === 0 ? [] : [`**${title} (${ids.length}):** ${ids.join(', ')}`];
  };
  const left = broke.length - MOST_TICKETS;
  return `${[
    `# ${broke.length === 0 ? 'No check broke' : `${counted(broke.length, 'check')} broke`}`,
    [`- Before: ${plain(runLine(before), 400)}`, `- After: ${plain(runLine(comparison.after), 400)}`].join('\n'),
    verdicts.map((one) => `- ${one.of}: ${one.before ?? 'absent'} → ${one.after ?? 'absent'}`).join('\n'),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${plain(note, 400)}`).join('\n')]),
    ...list('Gone', 'vanished'),
    ...list('No longer judged', 'unjudged'),
    ...list('Fixed', 'fixed'),
    ...list('Still failing', 'still-failing'),
    ...broke.slice(0, MOST_TICKETS).map((check) => ticket(check, after, calls)),
    ...(left > 0 ? [`And ${left} more.`] : []),
  ].join('\n\n')}\n`;
}
