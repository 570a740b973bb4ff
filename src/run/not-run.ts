import type { Because } from '../causes/because.ts';
import type { Given, Node, Source } from '../engine/node.ts';
import { unjudgedUnder, type Relaxation } from '../engine/rule.ts';
import type { GivenValue } from '../engine/node-run.ts';
import type { LeftOut } from '../engine/selection.ts';
import { counted } from '../report/text.ts';
import { becauseInWords } from '../report/words/because.ts';
import { UsageError, type CertifyOptions } from '../settings.ts';

interface Circumstances {
  readonly leftOut: LeftOut;
  readonly givens: ReadonlyMap<Given<unknown>, GivenValue>;
  readonly relaxed: ReadonlySet<Relaxation>;
}

export function nodesNotRun(nodes: readonly Node[], circumstances: Circumstances): ReadonlyMap<Node, Because> {
  const causes = new Map<Node, Because>();
  // Each node comes after everything it waits for, so the obstacles of its needs are known by then.
  for (const node of nodes) {
    const cause = causeOf(node, circumstances, causes);
    if (cause !== undefined) causes.set(node, cause);
  }
  // A waived check does not block others.
  for (const node of nodes) {
    const relaxation = node.kind === 'check' ? unjudgedUnder(node.rule, circumstances.relaxed) : undefined;
    if (relaxation !== undefined && !causes.has(node))
      causes.set(node, { kind: 'relaxed', option: relaxation, held: false });
  }
  return causes;
}

function causeOf(
  node: Node,
  { leftOut, givens }: Circumstances,
  causes: ReadonlyMap<Node | Source<unknown>, Because>,
): Because | undefined {
  const left = leftOut.get(node.id);
  if (left !== undefined) return left;
  const obstacle = (source: Source<unknown>) =>
    source.kind === 'given' ? missing(source, givens) : causes.get(source);
  const needs = Object.values(node.needs).map(obstacle);
  const need = needs.find((cause) => cause !== undefined);
  if (need !== undefined || node.kind === 'traffic' || node.watch === undefined) return need;
  // A rule about every answer is judged as long as any traffic that may provoke such an answer still runs.
  const provokers = Object.values(node.prefers).map(obstacle);
  return provokers.includes(undefined) ? undefined : provokers[0];
}

function missing(given: Given<unknown>, givens: Circumstances['givens']): Because | undefined {
  const value = givens.get(given);
  return value !== undefined && 'missing' in value ? value.missing : undefined;
}

/** Refuses a run that would judge nothing of what was asked for, because it must not look like a success. */
export function assertSomethingLeft(
  nodes: readonly Node[],
  notRun: ReadonlyMap<Node, Because>,
  options: CertifyOptions,
): void {
  const asked = nodes.filter((node) => node.kind === 'check' && isAsked(node, options));
  if (asked.some((node) => !notRun.has(node))) return;
  const byWords = new Map(
    asked.flatMap((node) => notRun.get(node) ?? []).map((because) => [becauseInWords(because), because]),
  );
  if (asked.length === 0) byWords.set(...otherContract(options));
  const causes = [...byWords.keys()];
  const told = causes.slice(0, MOST_TOLD);
  const more = causes.length > MOST_TOLD ? [`And ${counted(causes.length - MOST_TOLD, 'more cause')}.`] : [];
  throw new UsageError(
    [
      `Nothing is left to judge${ofWhat(options)}.`,
      ...told,
      ...more,
      remedy(options, [...byWords.values()].slice(0, MOST_TOLD)),
    ].join(' '),
  );
}

const MOST_TOLD = 4;

function isAsked({ id, module }: Node, { only }: CertifyOptions): boolean {
  return only === undefined || only.includes(id) || only.includes(module.id);
}

function ofWhat({ only, failedFrom }: CertifyOptions): string {
  if (failedFrom !== undefined) return ` of what did not pass in ${failedFrom}`;
  return only === undefined ? '' : ' of what --only asks for';
}

/** Says so if the checks asked for belong to the contract whose address is missing. */
function otherContract({ baseUrl }: CertifyOptions): [words: string, because: Because] {
  const [about, what] =
    baseUrl === undefined ? ['the ad server', 'base URL'] : ['the listing API', '--listing-url (LISTING_URL)'];
  const because: Because = { kind: 'not-supplied', what };
  return [`It is about ${about}. ${becauseInWords(because)}`, because];
}

function remedy({ only, failedFrom, skip, readOnly }: CertifyOptions, causes: readonly Because[]): string {
  const options = [
    ...(only === undefined ? [] : [failedFrom === undefined ? '--only' : '--failed-from']),
    ...(skip === undefined ? [] : ['--skip']),
    ...(readOnly ? ['--read-only'] : []),
    ...new Set(causes.flatMap((because) => (because.kind === 'relaxed' ? [`--${because.option}`] : []))),
  ].join(' or ');
  const supply = causes.some((because) => because.kind === 'not-supplied');
  if (!supply) return `Run without ${options}.`;
  return options === '' ? 'Supply what is missing.' : `Supply what is missing, or run without ${options}.`;
}
