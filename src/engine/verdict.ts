import type { CheckResult, ModuleResult } from '../report/model.ts';
import type { Level, Outcome, VerdictWord } from './rule.ts';
import { blockerOf, rootOf, type Because } from '../causes/because.ts';

/** The severity of a result, derived from the rule's level. No other code decides it. */
export function outcomeOf(level: Level, state: 'held' | 'broken'): Outcome {
  if (level === 'info') return 'info';
  if (state === 'held') return 'pass';
  return level === 'must' ? 'fail' : 'warn';
}

const WORST_FIRST: readonly VerdictWord[] = ['failed', 'inconclusive', 'passed', 'certified'];

/** The verdict over several contracts is the worst of theirs. */
export function worst(verdicts: readonly VerdictWord[]): VerdictWord {
  return WORST_FIRST.find((word) => verdicts.includes(word)) ?? 'inconclusive';
}

/** The parts of a contract's result that decide its verdict. */
export interface Judged {
  readonly modules: readonly ModuleResult[];
  /** Whether the service answered any request; `null` if none was sent. */
  readonly answered: boolean | null;
  /** Expected failures that passed. */
  readonly stale: readonly string[];
  /** The modules and checks that were asked for by name; undefined if all were. */
  readonly only?: readonly string[] | undefined;
  /** The options of the run under which nothing can be certified. */
  readonly relaxedBy: readonly string[];
  /** The run was made with `--local`, or was interrupted, even if every check passed. */
  readonly passesAtMost?: boolean;
}

/** The verdict of one contract. */
export function contractVerdict(judged: Judged): VerdictWord {
  const { modules, answered, stale } = judged;
  const checks = modules.flatMap((module) => module.checks);
  const musts = checks.filter((check) => check.level === 'must');
  if (stale.length > 0 || musts.some((check) => check.outcome === 'fail')) return 'failed';
  if (answered === false || cutShort(checks) !== null || checks.some((check) => check.outcome === 'error'))
    return 'inconclusive';
  if (musts.some(({ outcome, because }) => outcome === 'inconclusive' && because !== undefined && endsRun(because)))
    return 'inconclusive';
  if (unjudgedModules(modules).length > 0 || isAskedInVain(judged)) return 'inconclusive';
  if (judged.relaxedBy.length > 0 || judged.passesAtMost) return 'passed';
  if (musts.length === 0 || musts.some((check) => !EARNS.includes(check.outcome))) return 'passed';
  return 'certified';
}

/** Whether no request was sent after that. */
const endsRun = (because: Because): boolean =>
  because.kind === 'no-service' || (because.kind === 'in-between' && because.endsRun === true);

/** True if the run reached its time limit before it came to a check. */
export const isCutShort = ({ because }: CheckResult): boolean => because?.kind === 'time-limit';

/** The time limit in seconds, if the run reached it before it came to all checks; otherwise `null`. */
export function cutShort(checks: readonly CheckResult[]): number | null {
  const [first] = checks.flatMap(({ because }) => (because?.kind === 'time-limit' ? [because.seconds] : []));
  return first ?? null;
}

const EARNS: readonly Outcome[] = ['pass', 'not-applicable'];
const UNJUDGED: readonly Outcome[] = ['skip', 'inconclusive', 'error'];
const JUDGED: readonly Outcome[] = ['pass', 'fail', 'not-applicable', 'waived', 'expected-fail'];

/** True if checks were asked for by name and none of them gave a result. */
export function isAskedInVain({ modules, only }: Judged): boolean {
  if (only === undefined) return false;
  const asked = modules
    .flatMap(({ id, checks }) => checks.filter((check) => only.includes(id) || only.includes(check.id)))
    .filter(({ because }) => because?.kind !== 'left-out');
  return asked.length > 0 && asked.every(({ outcome }) => UNJUDGED.includes(outcome));
}

/** Modules that were asked for as a whole, but in which no `must` check could be judged because answers gave no verdict. */
export function unjudgedModules(modules: readonly ModuleResult[]): ModuleResult[] {
  const inconclusive = new Set(
    modules.flatMap((module) => module.checks.filter((check) => check.outcome === 'inconclusive').map(({ id }) => id)),
  );
  const forWantOfAnAnswer = ({ outcome, because }: CheckResult): boolean =>
    outcome === 'inconclusive' ||
    (outcome === 'skip' &&
      because !== undefined &&
      (rootOf(because).kind === 'interrupted' || inconclusive.has(blockerOf(because) ?? '')));
  return modules.filter(({ checks }) => {
    if (checks.some(isNotAskedFor)) return false;
    const musts = checks.filter((check) => check.level === 'must');
    return !musts.some((check) => JUDGED.includes(check.outcome)) && musts.some(forWantOfAnAnswer);
  });
}

/** True if the run was limited to other checks with `--only` or `--failed-from`. */
function isNotAskedFor({ because }: CheckResult): boolean {
  return because?.kind === 'left-out' && ['--only', '--failed-from'].includes(because.option);
}
