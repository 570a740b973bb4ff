import { CONTRACT_NAMES } from '../report/contract-names.ts';
import type { ContractResult, ModuleResult, Report } from '../report/model.ts';
import { tally } from '../report/tally.ts';
import { counted, grouped } from '../report/text.ts';
import { oneLine } from '../report/render/html/words.tsx';

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
      <thead>
        <tr>
          <th scope="col">Module</th>
          <th scope="col">Rules</th>
          <th scope="col">Hold</th>
          <th scope="col">Broken</th>
          <th scope="col">Waived</th>
          <th scope="col">Open</th>
        </tr>
      </thead>
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
