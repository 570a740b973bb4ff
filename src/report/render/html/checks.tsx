import type { ContractId, Outcome } from '../../../engine/rule.ts';
import { CONTRACT_NAMES, type CheckResult, type ModuleResult } from '../../model.ts';
import { allChecks, tally } from '../../tally.ts';
import { counted, grouped } from '../../text.ts';
import { Check } from './check.tsx';
import { isSettled, OUTCOME_ORDER, outcomeWord, LEVEL_ORDER, LEVELS, OUTCOMES } from './outcome.tsx';
import { Pill, Sign } from './sign.tsx';
import type { View } from './view.ts';
import { duration } from '../../call-line.ts';
import { oneLine } from './words.tsx';
import { Chip, FilterBar } from './filter-bar.tsx';

/** With more than one problem open, the list of the others would be out of sight. */
const OPEN_AT_FIRST = 1;

/** Contracts, modules and checks in the order of the report: problems are visible, the rest is folded below them. */
export function Checks({ view }: { readonly view: View }) {
  const { contracts, custom } = view.report;
  const checks = allChecks(view.report);
  const failed = checks.filter(({ outcome }) => outcome === 'fail');
  const open = new Set(failed.length > OPEN_AT_FIRST ? [] : failed);
  return (
    <section class="checks" id="checks" aria-labelledby="checks-title">
      <h2 id="checks-title">Checks</h2>
      <Filters checks={checks} />
      {contracts.map((contract) => (
        <section class="contract" data-contract id={`contract-${contract.id}`}>
          <h3>
            {CONTRACT_NAMES[contract.id]}
            <Pill verdict={contract.verdict} />
          </h3>
          {contract.modules.map((module) => (
            <Module view={view} module={module} open={open} anchor={moduleAnchor(contract.id, module)} />
          ))}
        </section>
      ))}
      {custom.length > 0 && (
        <section class="contract" data-contract id="contract-custom">
          <h3>Own programs</h3>
          <p class="note">Results of the publisher's own programs; they do not count towards the verdict.</p>
          {custom.map((module, index) => (
            <Module view={view} module={module} open={open} anchor={`module-custom-${index + 1}`} />
          ))}
        </section>
      )}
      <p class="nothing" data-nothing hidden>
        No check matches these filters.
      </p>
    </section>
  );
}

export const moduleAnchor = (contract: ContractId, { id }: ModuleResult): string => `module-${contract}-${id}`;

interface ModuleProps {
  readonly view: View;
  readonly module: ModuleResult;
  readonly open: ReadonlySet<CheckResult>;
  readonly anchor: string;
}

function Module({ view, module, open, anchor }: ModuleProps) {
  const problems = module.checks.filter(({ outcome }) => !isSettled(outcome));
  const settled = module.checks.filter(({ outcome }) => isSettled(outcome));
  const heading = <h4>{oneLine(module.title, 160)}</h4>;
  const time = <span class="module-time">{duration(module.durationMs)}</span>;
  if (problems.length === 0)
    return (
      <section class="module is-quiet" data-module id={anchor}>
        <details class="settled">
          <summary>
            {heading}
            <Sums checks={settled} />
            {time}
          </summary>
          <List view={view} checks={settled} open={open} />
        </details>
      </section>
    );
  return (
    <section class="module" data-module id={anchor}>
      <div class="module-head">
        {heading}
        <Sums checks={problems} />
        {time}
      </div>
      <List view={view} checks={problems} open={open} />
      {settled.length > 0 && (
        <details class="settled">
          <summary>
            <Sums checks={settled} />
          </summary>
          <List view={view} checks={settled} open={open} />
        </details>
      )}
    </section>
  );
}

type ListProps = Pick<ModuleProps, 'view' | 'open'> & { readonly checks: readonly CheckResult[] };

function List({ view, checks, open }: ListProps) {
  return (
    <div class="module-checks">
      {checks.map((check) => (
        <Check view={view} check={check} open={open.has(check)} />
      ))}
    </div>
  );
}

function Sums({ checks }: { readonly checks: readonly CheckResult[] }) {
  const { counts } = tally(checks);
  const present = OUTCOME_ORDER.filter((outcome: Outcome) => counts[outcome] > 0);
  return (
    <span class="module-sums">
      {present.map((outcome) => (
        <span class={`sum is-${outcome}`}>
          <Sign outcome={outcome} size={14} />
          {grouped(counts[outcome])} {outcomeWord(outcome, counts[outcome])}
        </span>
      ))}
      {present.length === 0 && counted(0, 'check')}
    </span>
  );
}

/**
 * A bar of filters that stays visible above the checks. The page's script shows it and makes it work. Without a choice,
 * everything is shown.
 */
function Filters({ checks }: { readonly checks: readonly CheckResult[] }) {
  const { counts } = tally(checks);
  const outcomes = OUTCOME_ORDER.filter((outcome) => counts[outcome] > 0);
  const levels = LEVEL_ORDER.filter((level) => checks.some((check) => check.level === level));
  return (
    <FilterBar what="checks" searched="id, rule, section, message">
      <fieldset class="outcomes">
        <legend class="unseen">Show only these outcomes</legend>
        {outcomes.map((outcome) => (
          <Chip name="outcome" value={outcome} count={counts[outcome]}>
            <Sign outcome={outcome} size={14} />
            {OUTCOMES[outcome]}
          </Chip>
        ))}
      </fieldset>
      <fieldset class="levels">
        <legend class="unseen">Show only these levels</legend>
        {levels.map((level) => (
          <Chip name="level" value={level} count={checks.filter((check) => check.level === level).length}>
            {LEVELS[level]}
          </Chip>
        ))}
      </fieldset>
    </FilterBar>
  );
}
