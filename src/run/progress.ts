import type { Node } from '../engine/node.ts';
import type { Settled } from '../engine/state.ts';
import { outcomeOf } from '../engine/verdict.ts';
import { isExcused } from './excused.ts';
import type { RunPlan } from './plan.ts';

export function progressOf(
  { nodes, totals, notRun, options: { onProgress, expectedFailures = [] } }: RunPlan,
  sent: () => number,
  signal: AbortSignal,
): (settled: Settled) => void {
  if (onProgress === undefined) return () => undefined;
  const left = new Set(nodes.filter((node) => node.kind === 'traffic' && !notRun.has(node)));
  let done = 0;
  let last = '';
  const tellRunning = () => {
    const running = runningOf([...left]);
    if (running.join() !== last) onProgress({ kind: 'running', what: running, requests: sent() });
    last = running.join();
  };
  // The words change only then.
  const isLastOfItsPhase = ({ module, phase }: Node) => {
    for (const other of left) if (other.module === module && other.phase === phase) return false;
    return true;
  };
  tellRunning();
  return ({ node, state }) => {
    // What is left at the end of the time is not judged.
    if (signal.aborted) return;
    if (left.delete(node) && isLastOfItsPhase(node)) tellRunning();
    if (node.kind === 'traffic' || state.kind === 'skipped' || notRun.has(node)) return;
    const isExpected = expectedFailures.some((one) => one.id === node.id && isExcused(one, new Date()));
    const broken = () => (isExpected ? 'expected-fail' : outcomeOf(node.rule.level, 'broken'));
    const outcome = state.kind === 'violated' ? broken() : state.kind === 'done' ? 'pass' : state.kind;
    const { problem = node.rule.requirement } = node.rule;
    onProgress({ kind: 'judged', id: node.id, problem, outcome, done: ++done, of: totals.checks, requests: sent() });
  };
}

/** For each contract, the earliest phase that is not finished, and the modules that still send in it. */
function runningOf(left: readonly Node[]): string[] {
  const contracts = [...new Set(left.map(({ module }) => module.contract))];
  return contracts.flatMap((contract) => {
    const own = left.filter(({ module }) => module.contract === contract);
    const phase = Object.keys(own[0]?.module.phases ?? {}).find((one) => own.some((node) => node.phase === one));
    if (phase === undefined) return [];
    const modules = new Set(own.filter((node) => node.phase === phase).map(({ module }) => module.id));
    return [`${phase} (${[...modules].join(', ')})`];
  });
}
