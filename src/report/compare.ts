import type { Outcome, VerdictWord } from '../engine/rule.ts';
import { accountOf } from './account.ts';
import { checksOf, modulesOf } from './checks-of.ts';
import type { CheckResult, ContractResult, Report } from './model.ts';
import { printable } from './text.ts';
import type { ShownReport } from './verdict-words.ts';

export type ChangeWord =
  | 'broke'
  | 'unjudged'
  | 'fixed'
  | 'still-failing'
  | 'appeared'
  | 'vanished'
  /** Gone, but another check took its place. */
  | 'replaced'
  | 'changed';

/** One check whose result differs between two reports, or that fails in both. */
export interface CheckChange {
  readonly change: ChangeWord;
  readonly id: string;
  readonly before?: CheckResult;
  readonly after?: CheckResult;
}

export interface VerdictChange {
  /** `ad-server`, `listing`, or `overall`. */
  readonly of: string;
  readonly before?: VerdictWord;
  readonly after?: VerdictWord;
}

export interface ComparedRun {
  /** The account that its service names, or else the addresses. */
  readonly publisher: string;
  readonly run: string;
  readonly finishedAt: string;
  readonly version: string;
  readonly altered?: true;
}

export interface Comparison {
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** Why the two reports are not fully comparable: different addresses, versions or options. */
  readonly notes: readonly string[];
  readonly verdicts: readonly VerdictChange[];
  /** In the order of the reports; checks that pass in both are left out. */
  readonly changes: readonly CheckChange[];
  readonly unchanged: number;
}

/**
 * Compares two reports check by check. A check that fails now and did not before is broken, even if it was inconclusive
 * before. A check that was judged before and is not now is unjudged, neither broken nor fixed. `becameOf` says what
 * became of a check of an earlier release.
 */
export function compareReports(
  before: ShownReport,
  after: ShownReport,
  becameOf: (id: string) => string | undefined = () => undefined,
): Comparison {
  const old = checksById(before);
  const now = checksById(after);
  const ids = [...new Set([...now.keys(), ...old.keys()])];
  const changes = ids.flatMap((id): CheckChange[] => {
    const change = changeOf(id, old.get(id), now.get(id));
    if (change === undefined) return [];
    return change.change === 'vanished' && becameOf(id) !== undefined ? [{ ...change, change: 'replaced' }] : [change];
  });
  return {
    before: comparedRun(before),
    after: comparedRun(after),
    notes: [
      ...notesOn(before, after),
      ...changes.flatMap(({ change, id }) => (change === 'replaced' ? (becameOf(id) ?? []) : [])),
    ],
    verdicts: verdictsOf(before, after),
    changes,
    unchanged: ids.length - changes.length,
  };
}

function comparedRun(report: ShownReport): ComparedRun {
  const { run, tool, contracts, altered } = report;
  const publisher = accountOf(report).name ?? contracts.map(({ target }) => target).join(', ');
  return {
    publisher: printable(publisher, { max: 200 }),
    run: run.id,
    finishedAt: run.finishedAt,
    version: tool.version,
    ...(altered && { altered }),
  };
}

export function somethingBroke({ changes, verdicts, before, after }: Comparison): boolean {
  return (
    changes.some(({ change }) => change === 'broke' || change === 'vanished') ||
    verdicts.some(isLost) ||
    [before, after].some(({ altered }) => altered)
  );
}

/** From worst to best. */
const VERDICTS: readonly VerdictWord[] = ['failed', 'inconclusive', 'passed', 'certified'];

/** How a verdict became worse, as the end of a sentence. */
export function lossInWords({ of, before, after }: VerdictChange): string {
  return after === 'inconclusive'
    ? `${of} could be judged before and no longer can`
    : `${of} was ${before ?? 'absent'} and is ${after ?? 'absent'}`;
}

/** Whether a verdict is worse than it was. One that failed before cannot be. */
export function isLost({ before, after }: VerdictChange): boolean {
  return before !== undefined && after !== undefined && VERDICTS.indexOf(after) < VERDICTS.indexOf(before);
}

function changeOf(
  id: string,
  before: CheckResult | undefined,
  after: CheckResult | undefined,
): CheckChange | undefined {
  if (before === undefined) return after && { change: 'appeared', id, after };
  if (after === undefined) return { change: 'vanished', id, before };
  const both = { id, before, after };
  if (isBroken(after))
    return { change: isBroken(before) && !isWorse(before, after) ? 'still-failing' : 'broke', ...both };
  if (wasJudged(before) && isOpen(after)) return { change: 'unjudged', ...both };
  if (isBroken(before)) return { change: holds(after) ? 'fixed' : 'changed', ...both };
  return before.outcome === after.outcome ? undefined : { change: 'changed', ...both };
}

const among =
  (...outcomes: readonly Outcome[]) =>
  ({ outcome }: CheckResult) =>
    outcomes.includes(outcome);

const isBroken = among('fail', 'warn', 'expected-fail');
const wasJudged = among('pass', 'fail', 'warn', 'info', 'expected-fail');
const isOpen = among('skip', 'inconclusive', 'error');
const holds = among('pass', 'info', 'not-applicable', 'waived');

/** A known failure that is not known any more. */
const isWorse = (before: CheckResult, after: CheckResult) =>
  before.outcome === 'expected-fail' && after.outcome === 'fail';

const checksById = (report: Report) => new Map(checksOf(modulesOf(report)).map((check) => [check.id, check]));

function verdictsOf(before: Report, after: Report): VerdictChange[] {
  const ids = [...new Set([...before.contracts, ...after.contracts].map(({ id }) => id))];
  const perContract = ids.map((id) => {
    const old = before.contracts.find((contract) => contract.id === id)?.verdict;
    const now = after.contracts.find((contract) => contract.id === id)?.verdict;
    return { of: id, ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) };
  });
  return [{ of: 'overall', before: before.verdict, after: after.verdict }, ...perContract];
}

function notesOn(before: Report, after: Report): string[] {
  const others = new Map(after.contracts.map((contract) => [contract.id, contract]));
  const isOwn = ({ id }: ContractResult) => !before.contracts.some((contract) => contract.id === id);
  const isLater = Date.parse(before.run.startedAt) > Date.parse(after.run.startedAt);
  const order = isLater ? ['The first report is newer than the second. Give the older one first.'] : [];
  return [
    ...(before.run.id === after.run.id ? ['Both reports are of the same run.'] : order),
    ...differ('The reports were made by different versions', before.tool.version, after.tool.version),
    ...before.contracts.flatMap(({ id, target, version }) => {
      const other = others.get(id);
      if (other === undefined) return [`Only the first report covers the contract ${id}.`];
      return [
        ...differ(`The reports are about different addresses (${id})`, target, other.target),
        ...differ(`The reports are about different versions of the contract ${id}`, version, other.version),
      ];
    }),
    ...after.contracts.filter(isOwn).map(({ id }) => `Only the second report covers the contract ${id}.`),
    ...(before.run.interrupted ? ['The first run was interrupted.'] : []),
    ...(after.run.interrupted ? ['The second run was interrupted.'] : []),
  ];
}

const differ = (what: string, one: string, other: string): string[] =>
  one === other ? [] : [`${what}: ${one} and ${other}.`];
