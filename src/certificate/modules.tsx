import { contractChecks } from '../report/checks-of.ts';
import { CONTRACT_NAMES, type ContractResult, type ModuleResult, type Report } from '../report/model.ts';
import { tally } from '../report/tally.ts';
import { counted, grouped, listed } from '../report/text.ts';
import { Heads, oneLine } from '../report/render/html/words.tsx';
import type { Outcome } from '../engine/rule.ts';

const MOST_MODULES = 11;

/** How many binding rules of each module were judged, and with which result. */
export function Modules({ report }: { readonly report: Report }) {
  const tables = report.contracts.flatMap(halves);
  const left = report.contracts.reduce((sum, { modules }) => sum + Math.max(0, modules.length - MOST_MODULES), 0);
  const inapplicable = report.contracts
    .flatMap(({ modules }) => modules.map((module) => rulesOf(module).inapplicable))
    .reduce((sum, one) => sum + one, 0);
  return (
    <section>
      <h2>Binding rules, by module</h2>
      <div class="modules">
        {tables.map(({ caption, modules }) => (
          <Table caption={caption} modules={modules} />
        ))}
      </div>
      {left > 0 && <p class="quiet">{counted(left, 'more module')} in the report.</p>}
      {inapplicable > 0 && (
        <p class="quiet">{counted(inapplicable, 'more rule does', 'more rules do')} not apply to this service.</p>
      )}
    </section>
  );
}

interface Half {
  readonly caption: string;
  readonly modules: readonly ModuleResult[];
}

/** Two tables side by side: the halves of the only contract, or one table per contract. */
function halves({ id, modules }: ContractResult, _index: number, all: readonly ContractResult[]): Half[] {
  const shown = modules.slice(0, MOST_MODULES);
  if (all.length > 1) return [{ caption: CONTRACT_NAMES[id], modules: shown }];
  const half = Math.ceil(shown.length / 2);
  return [
    { caption: CONTRACT_NAMES[id], modules: shown.slice(0, half) },
    { caption: `${CONTRACT_NAMES[id]}, continued`, modules: shown.slice(half) },
  ].filter((one) => one.modules.length > 0);
}

function Table({ caption, modules }: Half) {
  return (
    <table>
      <caption>{caption}</caption>
      <Heads names={['Module', 'Rules', 'Hold', 'Broken', 'Waived', 'Open']} />
      <tbody>
        {modules.map((module) => {
          const { total, hold, broken, waived, open } = rulesOf(module);
          return (
            <tr>
              <th scope="row" class="title">
                {oneLine(module.title, 60)}
              </th>
              <td>{grouped(total)}</td>
              <td>{grouped(hold)}</td>
              <td class={broken > 0 ? 'is-fail' : ''}>{grouped(broken)}</td>
              <td class={waived > 0 ? 'loose' : ''}>{grouped(waived)}</td>
              <td class={open > 0 ? 'loose' : ''}>{grouped(open)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function rulesOf({ checks }: ModuleResult) {
  const { counts, total } = tally(checks.filter(({ level }) => level === 'must'));
  return {
    total: total - counts['not-applicable'],
    inapplicable: counts['not-applicable'],
    hold: counts.pass,
    broken: counts.fail,
    waived: counts.waived,
    open: counts.skip + counts.inconclusive + counts['expected-fail'] + counts.error,
  };
}

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
  const musts = contractChecks(report).filter(({ level }) => level === 'must');
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
