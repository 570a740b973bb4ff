import { causes, rulesOf, type Cause } from '../../causes.ts';
import type { Report } from '../../model.ts';
import { leadOf, problemTitle } from '../../problem.ts';
import { counted, grouped } from '../../text.ts';
import { Sign } from './sign.tsx';
import { Prose } from './words.tsx';

const MOST = 8;
const MOST_NAMED = 6;

interface Fixes {
  readonly title: string;
  readonly found: readonly Cause[];
}

/** What to fix, each root cause once, the most important first. If nothing is broken: what could not be judged. */
export function firstFixes(report: Report): Fixes | null {
  const broken = causes(report, ['fail', 'error']);
  const found = broken.length > 0 ? broken : causes(report, ['inconclusive']);
  if (found.length === 0) return null;
  return { title: broken.length > 0 ? 'What to fix first' : 'What could not be judged', found };
}

export function FirstFixes({ fixes: { title, found } }: { readonly fixes: Fixes }) {
  const left = found.slice(MOST);
  return (
    <section class="first-fixes" id="first" aria-labelledby="first-title">
      <h2 id="first-title">{title}</h2>
      <ol>
        {found.slice(0, MOST).map((cause) => (
          <Fix cause={cause} />
        ))}
      </ol>
      {left.length > 0 && (
        <p class="note">
          <a href="#checks">{more(left)}</a> below.
        </p>
      )}
    </section>
  );
}

function more(left: readonly Cause[]): string {
  const rules = rulesOf(left);
  return rules > 0
    ? counted(rules, 'more rule')
    : counted(left.flatMap(({ lead, echoes }) => [lead, ...echoes]).length, 'more check');
}

function Fix({ cause }: { readonly cause: Cause }) {
  const { lead, echoes, common, keeps } = cause;
  const { check } = lead;
  const named = [lead, ...echoes].slice(0, MOST_NAMED);
  const unnamed = echoes.length + 1 - named.length;
  const { fix } = leadOf(cause);
  return (
    <li>
      <p class="cause">
        <Prose text={check.outcome === 'inconclusive' ? check.message : problemTitle(cause)} max={500} />
      </p>
      {common === undefined && check.actual !== undefined && (
        <p class="came">
          Got: <Prose text={check.actual} max={300} />
        </p>
      )}
      {fix !== undefined && fix !== '' && (
        <p class="remedy">
          <Prose text={fix} max={800} />
        </p>
      )}
      <ul class="behind" aria-label="Checks">
        {named.map((placed) => (
          <li>
            <Sign outcome={placed.check.outcome} size={14} /> <a href={`#${placed.check.id}`}>{placed.check.id}</a>
          </li>
        ))}
        {unnamed > 0 && <li>{grouped(unnamed)} more</li>}
        {keeps.length > 0 && <li>blocks {counted(keeps.length, 'check')}</li>}
      </ul>
    </li>
  );
}
