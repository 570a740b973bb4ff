import type { Outcome } from '../engine/rule.ts';
import { firstReason, waitedFor } from '../engine/skip-words.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Report } from './model.ts';
import {
  decisiveExchange,
  exchangesById,
  needingAction,
  placedChecks,
  type Exchanges,
  type PlacedCheck,
} from './tally.ts';

// For renderers, which know reports only.
export { firstReason, waitedFor };

/** One thing that is wrong, with every check it shows in. */
export interface Cause {
  /** The check that tells it: the first in report order. */
  readonly lead: PlacedCheck;
  /** The other checks that fail, or cannot be judged, for the same reason. */
  readonly echoes: readonly PlacedCheck[];
  /** What they have in common, if there are several: `POST /orders answers 500`. */
  readonly common?: string;
  /** Checks that were not judged because they wait for one of these. */
  readonly keeps: readonly PlacedCheck[];
}

/** The outcomes that one cause may explain. */
const CAUSED: readonly Outcome[] = ['fail', 'error', 'inconclusive'];

/** What is wrong, in report order, each root cause once. */
export function causes(report: Report, outcomes: readonly Outcome[] = CAUSED): Cause[] {
  const exchanges = exchangesById(report);
  const waiting = waitingFor(report);
  const groups = new Map<string, { common?: string; checks: PlacedCheck[] }>();
  for (const placed of needingAction(report, outcomes)) {
    const { key, common } = sharedCause(placed, exchanges);
    const group = groups.get(key) ?? { checks: [], ...(common === undefined ? {} : { common }) };
    group.checks.push(placed);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ common, checks }) => {
    const [lead, ...echoes] = checks;
    if (lead === undefined) return [];
    const keeps = checks.flatMap(({ check }) => waiting.get(check.id) ?? []);
    return [{ lead, echoes, keeps, ...(common === undefined || echoes.length === 0 ? {} : { common }) }];
  });
}

/** The skipped checks by the check that each waits for. */
function waitingFor(report: Report): ReadonlyMap<string, readonly PlacedCheck[]> {
  const waiting = new Map<string, PlacedCheck[]>();
  for (const placed of placedChecks(report)) {
    const id = placed.check.outcome === 'skip' ? waitedFor(placed.check.message) : undefined;
    if (id !== undefined) waiting.set(id, [...(waiting.get(id) ?? []), placed]);
  }
  return waiting;
}

/** Checks of one key share their cause; a check that shares it with none has a key of its own. */
function sharedCause({ check, module }: PlacedCheck, exchanges: Exchanges): { key: string; common?: string } {
  const alone = { key: `check ${module.id} ${check.id}` };
  // What keeps checks from being judged is told by their message alone.
  if (check.outcome === 'inconclusive' && check.message !== '')
    return { key: `open ${check.message}`, common: check.message };
  const exchange = decisiveExchange(check, exchanges);
  if (check.outcome !== 'fail' || exchange === undefined) return alone;
  const answer = unexpectedAnswer(check.actual ?? '', exchange);
  if (answer !== null) return { key: `answer ${check.outcome} ${answer}`, common: answer };
  if (check.pointer !== undefined && check.pointer !== '')
    return { key: `place ${exchange.id} ${check.pointer}`, common: `${endpointOf(exchange)}: ${check.pointer}` };
  return alone;
}

/**
 * The refusal or breakdown that a check met in place of an answer to judge. A success that should have been a refusal
 * is no such thing: each rule that lets one through is a mistake of its own.
 */
function unexpectedAnswer(actual: string, exchange: Exchange): string | null {
  const { response } = exchange;
  if (response === null) return actual.startsWith('no answer') ? `${endpointOf(exchange)} gives no answer` : null;
  if (response.status < 400 || !actual.startsWith(`status ${response.status}`)) return null;
  const breaksDown = response.status >= 500 && response.status !== 501;
  // A refusal is the same one where its words are the same.
  return `${endpointOf(exchange)} answers ${breaksDown ? `status ${response.status}` : actual}`;
}

/** `POST /orders`: the method and the last part of the path, which names the endpoint. */
function endpointOf({ request }: Exchange): string {
  const path = request.url.split(/[?#]/)[0] ?? '';
  const known = /(?:\/auth)?\/[^/]*$/.exec(path.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/+$/, ''));
  return `${request.method} ${known?.[0] ?? '/'}`;
}
