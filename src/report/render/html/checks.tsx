import type { ContractId, Outcome } from '../../../engine/rule.ts';
import { CONTRACT_NAMES } from '../../contract-names.ts';
import type { CheckResult, ModuleResult } from '../../model.ts';
import { ACTION_OUTCOMES, allChecks, tally } from '../../tally.ts';
import { counted, grouped } from '../../text.ts';
import { Check } from './check.tsx';
import { LEVEL_ORDER, LEVELS, OUTCOME_ORDER, OUTCOMES, outcomeWord, VERDICT_SIGNS, VERDICTS } from './outcome.tsx';
import { Sign } from './sign.tsx';
import type { View } from './view.ts';
import { duration, oneLine } from './words.tsx';

const OPEN_AT_FIRST = 3;

/** Contracts, modules and checks in the order of the report. */
export function Checks({ view }: { readonly view: View }) {
  const { contracts, custom } = view.report;
  const checks = allChecks(view.report);
  const open = new Set(checks.filter(({ outcome }) => outcome === 'fail').slice(0, OPEN_AT_FIRST));
  return (
    <section class="checks" id="checks" aria-labelledby="checks-title">
      <h2 id="checks-title">Checks</h2>
      <Filters checks={checks} />
      {contracts.map((contract) => (
        <section class="contract" data-contract id={`contract-${contract.id}`}>
          <h3>
            {CONTRACT_NAMES[contract.id]}
            <span class={`pill is-${VERDICT_SIGNS[contract.verdict]}`}>
              <Sign outcome={VERDICT_SIGNS[contract.verdict]} size={14} />
              {VERDICTS[contract.verdict]}
            </span>
          </h3>
          {contract.modules.map((module) => (
            <Module view={view} module={module} open={open} anchor={moduleAnchor(contract.id, module)} />
          ))}
        </section>
      ))}
      {custom.length > 0 && (
        <section class="contract" data-contract id="contract-custom">
          <h3>Own programs</h3>
          <p class="note">Results of programs of the publisher's own; they do not count towards the verdict.</p>
          {custom.map((module, index) => (
            <Module view={view} module={module} open={open} anchor={`module-custom-${index + 1}`} />
          ))}
        </section>
      )}
      <p class="nothing" data-nothing hidden>
        No check fits these filters.
      </p>
    </section>
  );
}

export const moduleAnchor = (contract: ContractId, { id }: ModuleResult): string =>
  `module-${contract}-${id.replace(/[^a-z0-9-]+/gi, '-').slice(0, 60)}`;

interface ModuleProps {
  readonly view: View;
  readonly module: ModuleResult;
  readonly open: ReadonlySet<CheckResult>;
  readonly anchor: string;
}

function Module({ view, module, open, anchor }: ModuleProps) {
  const { counts, total } = tally(module.checks);
  const notable = OUTCOME_ORDER.filter((outcome) => outcome !== 'pass' && counts[outcome] > 0);
  return (
    <section class="module" data-module id={anchor}>
      <h4>
        {oneLine(module.title, 160)}
        <span class="module-sums">
          {counts.pass > 0 && `${grouped(counts.pass)} of `}
          {counted(total, 'check')}
          {counts.pass > 0 && ' passed'}
          {notable.map((outcome) => (
            <span class={`sum is-${outcome}`}>
              <Sign outcome={outcome} size={14} />
              {grouped(counts[outcome])}
              <span class="unseen"> {outcomeWord(outcome, counts[outcome])}</span>
            </span>
          ))}
          <span class="module-time">{duration(module.durationMs)}</span>
        </span>
      </h4>
      <div class="module-checks">
        {module.checks.map((check) => (
          <Check view={view} check={check} open={open.has(check)} />
        ))}
      </div>
    </section>
  );
}

const needsWork = (outcome: Outcome) => (ACTION_OUTCOMES.some((one) => one === outcome) ? '' : undefined);

/** Shown by the page's script, which makes it work. */
function Filters({ checks }: { readonly checks: readonly CheckResult[] }) {
  const { counts, total } = tally(checks);
  const outcomes = OUTCOME_ORDER.filter((outcome) => counts[outcome] > 0);
  const levels = LEVEL_ORDER.filter((level) => checks.some((check) => check.level === level));
  return (
    <form class="filters" role="search" aria-label="Filter the checks" data-filters hidden>
      <p class="search">
        <label for="search">Search checks</label>
        <input
          id="search"
          type="search"
          autoComplete="off"
          spellcheck={false}
          placeholder="rule, id, section, message"
        />
      </p>
      <fieldset>
        <legend>Outcome</legend>
        {outcomes.map((outcome) => (
          <label class="chip">
            <input type="checkbox" name="outcome" value={outcome} checked data-needs-work={needsWork(outcome)} />
            <Sign outcome={outcome} />
            {OUTCOMES[outcome]} <span class="chip-count">{grouped(counts[outcome])}</span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Level</legend>
        {levels.map((level) => (
          <label class="chip">
            <input type="checkbox" name="level" value={level} checked />
            {LEVELS[level]}{' '}
            <span class="chip-count">{grouped(checks.filter((check) => check.level === level).length)}</span>
          </label>
        ))}
      </fieldset>
      <p class="filter-end">
        <output data-shown>{counted(total, 'check')}</output>
        <button type="button" data-only-needs-work>
          Only what needs work
        </button>
        <button type="button" data-all>
          Show all
        </button>
        <button type="button" data-fold>
          Fold all
        </button>
      </p>
    </form>
  );
}
