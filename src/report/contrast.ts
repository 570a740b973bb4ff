import type { CheckResult, Report } from './model.ts';
import { allChecks } from './tally.ts';
import { counted, printable } from './text.ts';

/**
 * Checks with the same requirement for several kinds of request, and the part of the requirement that names the kind.
 */
const FAMILIES: readonly { readonly ids: RegExp; readonly kind: RegExp }[] = [
  {
    ids: /^updates\.[a-z-]+-keeps-ids$/,
    kind: /^The order and its lines keep their ids through ([^,.]{1,60})[,.]/,
  },
];
const MOST_NAMES = 3;

/**
 * What is similar to the fault and right: `Ids are kept through a new goal, a new flight and 7 other kinds of update.`
 */
export function contrastOf(check: CheckResult, report: Report): string {
  const family = FAMILIES.find(({ ids }) => ids.test(check.id));
  if (family === undefined) return '';
  const passed = allChecks(report).filter(({ id, outcome }) => outcome === 'pass' && family.ids.test(id));
  const kinds = passed.flatMap(({ requirement }) => family.kind.exec(requirement)?.[1] ?? []);
  if (kinds.length < 2) return '';
  const more = kinds.length - MOST_NAMES;
  const named = kinds.slice(0, MOST_NAMES).map((kind) => printable(kind));
  const list = more > 0 ? `${named.join(', ')} and ${counted(more, 'other kind')} of update` : named.join(' and ');
  return `Ids are kept through ${list}.`;
}
