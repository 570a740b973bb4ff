import { contractChecks } from '../report/checks-of.ts';
import type { Report } from '../report/model.ts';
import { becauseInWords } from '../report/words/because.ts';
import type { ByOptions } from '../report/verify.ts';
import { UsageError, type CertifyOptions } from '../settings.ts';
import { CREDENTIALS } from '../secrets/credentials.ts';
import { planRun, type RunPlan } from './plan.ts';

/** What the options of a run rule out, by the plan that the run itself makes of them. */
export function byOptions(report: Report): ByOptions {
  const { run, contracts } = report;
  let plan: RunPlan;
  try {
    plan = planRun(optionsOf(run.options));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { faults: [`No run starts with these options: ${error.message}`], inapplicable: new Set() };
  }
  const judged = new Set(contracts.map(({ id }) => id));
  const faults = [...plan.contracts]
    .filter((id) => !judged.has(id))
    .map((id) => `The run was given the address of ${id}, but the report does not judge it.`);
  const added = [...judged].filter((id) => !plan.contracts.has(id));
  faults.push(...added.map((id) => `The report judges ${id}, but the run was given no address of it.`));
  const outcomes = new Map<string, string>(contractChecks(report).map(({ id, outcome }) => [id, outcome]));
  const { relaxed } = plan;
  for (const node of plan.nodes) {
    const outcome = outcomes.get(node.id) ?? 'absent';
    if (node.kind !== 'check' || !JUDGED.includes(outcome)) continue;
    const cause = plan.notRun.get(node);
    // A rule about every answer is judged by any answer, whichever request brought it.
    const because = node.watch !== undefined && cause?.kind !== 'left-out' ? undefined : cause;
    const { relaxation } = node.rule;
    if (because !== undefined)
      faults.push(`${node.id} is ${outcome}, but the options rule that out: ${becauseInWords(because)}`);
    else if (outcome === 'pass' && relaxation !== undefined && relaxed.has(relaxation))
      faults.push(`${node.id} is pass, but --${relaxation} waives it.`);
  }
  const inapplicable = [...plan.notRun].filter(([, { kind }]) => kind === 'allowlist');
  return { faults, inapplicable: new Set(inapplicable.map(([{ id }]) => id)) };
}

const JUDGED: readonly string[] = ['pass', 'fail', 'warn', 'expected-fail'];

/** The options that decide what runs, as far as they are what they must be. Others stand in for credentials. */
function optionsOf(shown: Report['run']['options']): CertifyOptions {
  const having = (names: readonly string[], fits: (value: unknown) => boolean) =>
    names.flatMap((name) => (fits(shown[name]) ? [[name, shown[name]] as const] : []));
  const given = Object.keys(CREDENTIALS).filter((name) => shown[name] === true);
  const options = Object.fromEntries<unknown>([
    ['environment', {}] as const,
    ...having(['baseUrl', 'listingUrl', 'failedFrom'], (value) => typeof value === 'string'),
    ...having(['local', 'insecure', 'listingBlocked', 'readOnly'], (value) => value === true),
    ...having(['only', 'skip'], (value) => Array.isArray(value) && value.every((name) => typeof name === 'string')),
    ...having(['throttleWindow'], (value) => typeof value === 'number'),
    ...given.map((name) => [name, `in-place-of-${name}`] as const),
  ]);
  return options;
}
