import type { Outcome } from '../../../engine/rule.ts';
import { causes, type Cause } from '../../causes.ts';
import { counted, grouped } from '../../text.ts';
import { OUTCOME_ORDER } from './outcome.tsx';
import { Sign } from './sign.tsx';
import type { View } from './view.ts';
import { oneLine, Prose } from './words.tsx';

const MOST = 8;
const MOST_NAMED = 6;

/** What to do first: each root cause once, those that keep most other checks from being judged before the others. */
export function FirstFixes({ view }: { readonly view: View }) {
  const all = urgentFirst(causes(view.report));
  if (all.length === 0) return null;
  const left = all.length - MOST;
  return (
    <section class="first-fixes" id="first" aria-labelledby="first-title">
      <h2 id="first-title">What to fix first</h2>
      <ol>
        {all.slice(0, MOST).map((cause) => (
          <Fix view={view} cause={cause} />
        ))}
      </ol>
      {left > 0 && <p class="note">And {counted(left, 'more cause')} among the checks below.</p>}
    </section>
  );
}

function Fix({ view, cause: { lead, echoes, common, keeps } }: { readonly view: View; readonly cause: Cause }) {
  const { check } = lead;
  const named = [lead, ...echoes].slice(0, MOST_NAMED);
  const unnamed = echoes.length + 1 - named.length;
  return (
    <li>
      <p class="cause">
        <Prose text={common ?? check.requirement} max={500} />
      </p>
      {common === undefined && check.actual !== undefined && (
        <p class="came">
          Came: <Prose text={check.actual} max={300} />
        </p>
      )}
      {check.fix !== undefined && check.fix !== '' && (
        <p class="remedy">
          <Prose text={check.fix} max={800} />
        </p>
      )}
      <ul class="behind" aria-label="Checks">
        {named.map((placed) => (
          <li>
            <Sign outcome={placed.check.outcome} size={14} />{' '}
            <a href={`#${view.anchorOf(placed.check)}`}>{oneLine(placed.check.id, 160)}</a>
          </li>
        ))}
        {unnamed > 0 && <li>{grouped(unnamed)} more</li>}
        {keeps.length > 0 && (
          <li>{keeps.length === 1 ? '1 check waits' : `${grouped(keeps.length)} checks wait`} for this</li>
        )}
      </ul>
    </li>
  );
}

function urgentFirst(all: readonly Cause[]): Cause[] {
  const rank = (outcome: Outcome) => OUTCOME_ORDER.indexOf(outcome);
  const reach = ({ echoes, keeps }: Cause) => echoes.length + keeps.length;
  return [...all].sort(
    (one, other) => rank(one.lead.check.outcome) - rank(other.lead.check.outcome) || reach(other) - reach(one),
  );
}
