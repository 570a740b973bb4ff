import { FilterBar } from './filter-bar.tsx';
import type { CheckResult } from '../../model.ts';
import { tally } from '../../tally.ts';
import { grouped } from '../../text.ts';
import { LEVEL_ORDER, LEVELS, OUTCOME_ORDER, OUTCOMES } from './outcome.tsx';
import { Sign } from './sign.tsx';

/**
 * A bar of filters that stays visible above the checks. The page's script shows it and makes it work. Without a choice,
 * everything is shown.
 */
export function Filters({ checks }: { readonly checks: readonly CheckResult[] }) {
  const { counts } = tally(checks);
  const outcomes = OUTCOME_ORDER.filter((outcome) => counts[outcome] > 0);
  const levels = LEVEL_ORDER.filter((level) => checks.some((check) => check.level === level));
  return (
    <FilterBar what="checks" searched="id, rule, section, message">
      <fieldset class="outcomes">
        <legend class="unseen">Show only these outcomes</legend>
        {outcomes.map((outcome) => (
          <label class="chip">
            <input type="checkbox" name="outcome" value={outcome} />
            <Sign outcome={outcome} size={14} />
            {OUTCOMES[outcome]} <span class="chip-count">{grouped(counts[outcome])}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="levels">
        <legend class="unseen">Show only these levels</legend>
        {levels.map((level) => (
          <label class="chip">
            <input type="checkbox" name="level" value={level} />
            {LEVELS[level]}{' '}
            <span class="chip-count">{grouped(checks.filter((check) => check.level === level).length)}</span>
          </label>
        ))}
      </fieldset>
    </FilterBar>
  );
}
