import { hasFailed, type Reply } from '../http/reply.ts';
import type { Node } from './node.ts';
import type { Finding } from './signal.ts';

/** Reading again changes nothing at the service. */
function isReading(node: Node): boolean {
  return node.sends.orders === undefined && node.sends.token === undefined && !(node.kind === 'check' && node.watch);
}

/** Whether a node asks the service by itself. */
export function asks(node: Node): boolean {
  return Object.values(node.sends).some((calls) => calls > 0);
}

/** Whether running a node again asks the service again, without creating or spending anything. */
export function canRepeat(node: Node): boolean {
  if (node.again) return true;
  if (!isReading(node)) return false;
  return asks(node) || Object.values(node.needs).some((need) => need.kind !== 'given' && canRepeat(need));
}

/** Whether running a node again sends orders again. */
function repeatsOrders(node: Node): boolean {
  if (node.again) return true;
  return !asks(node) && Object.values(node.needs).some((need) => need.kind !== 'given' && repeatsOrders(need));
}

/** Whether a check that failed so is asked again before it is reported: of orders only what was refused, which created nothing. */
export function asksAgain(node: Node, finding: Finding): boolean {
  if (node.kind === 'traffic' || node.once) return false;
  if (canRepeat(node) && !repeatsOrders(node)) return true;
  const refused = finding.replies.every(({ status }) => status === null || status >= 300);
  return repeatsOrders(node) && refused && finding.replies.length > 0;
}

/** Whether running a node again asks the service again, whatever that creates or spends. */
export function asksAnything(node: Node): boolean {
  return asks(node) || Object.values(node.needs).some((need) => need.kind !== 'given' && asksAnything(need));
}

/**
 * Whether what a check found may be trouble that passes: of the listing API, where a token exchange is never sent again by
 * itself, and what is served depends on how many there were.
 */
export function mayBeTrouble({ chapter }: Node, replies: readonly Reply[]): boolean {
  const last = replies.at(-1);
  return chapter.contract === 'listing' && last !== undefined && hasFailed(last) && last.status !== 501;
}
