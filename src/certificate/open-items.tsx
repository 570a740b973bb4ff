import type { Outcome } from '../engine/rule.ts';
import type { Report } from '../report/model.ts';
import { counted, listed } from '../report/text.ts';
import { oneLine } from '../report/render/html/words.tsx';

/** Why a binding rule does not count as judged and kept. */
const GROUPS: readonly (readonly [title: string, outcomes: readonly Outcome[]])[] = [
  ['Broken', ['fail']],
  ['Known failures', ['expected-fail']],
  ['Waived', ['waived']],
  ['Inconclusive', ['inconclusive']],
  ['Not run', ['skip']],
  ['Error of the suite', ['error']],
];
/** Options that make a run judge less than a complete one, or judge differently. */
const RELAXING = ['local', 'readOnly', 'only', 'skip', 'failedFrom', 'expectedFailures', 'throttleWindow', 'maxPages'];
const MOST_NAMED = 6;
/** With more groups, each gets only one line. */
const FEW_GROUPS = 1;

interface Group {
  readonly title: string;
  readonly ids: readonly string[];
}

/** The binding rules that are broken, waived or inconclusive, grouped by which of these they are. */
export function openGroups(report: Report): Group[] {
  const musts = report.contracts
    .flatMap(({ modules }) => modules.flatMap(({ checks }) => checks))
    .filter(({ level }) => level === 'must');
  return GROUPS.map(([title, outcomes]) => ({
    title,
    ids: musts.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => oneLine(id, 60)),
  })).filter(({ ids }) => ids.length > 0);
}

/** Everything that is broken, waived or inconclusive, and the options that caused it. */
export function OpenItems({ report }: { readonly report: Report }) {
  const groups = openGroups(report);
  const options = RELAXING.filter((name) => isSet(report.run.options[name]));
  return (
    <section>
      <h2>Waived and open</h2>
      {groups.length === 0 && <p>No binding rule was waived, and none is open.</p>}
      <ul class={groups.length > FEW_GROUPS ? 'open-items many' : 'open-items'}>
        {groups.map(({ title, ids }) => (
          <li class="cut">
            <strong>
              {title}: {counted(ids.length, 'rule')}.
            </strong>{' '}
            {listed(ids, MOST_NAMED)}
          </li>
        ))}
        {options.length > 0 && (
          <li class="cut">
            <strong>Options of this run:</strong> {options.map((name) => optionText(name)).join(', ')}
          </li>
        )}
      </ul>
    </section>
  );
}

const isSet = (value: unknown) =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);

const optionText = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
