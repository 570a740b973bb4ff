import { hasFailed, type Reply } from '../http/reply.ts';
import type { Node } from './node.ts';
import type { Finding } from './signal.ts';

/** True if running the node again changes nothing at the service. */
function isReading(node: Node): boolean {
  return node.sends.orders === undefined && node.sends.token === undefined && !(node.kind === 'check' && node.watch);
}

/** True if the node itself sends requests, rather than only using records of other nodes. */
export function asks(node: Node): boolean {
  return Object.values(node.sends).some((calls) => calls > 0);
}

/** True if running the node again sends requests again, without creating an order or using up a token exchange. */
export function canRepeat(node: Node): boolean {
  if (node.again) return true;
  if (!isReading(node)) return false;
  return asks(node) || Object.values(node.needs).some((need) => need.kind !== 'given' && canRepeat(need));
}

/** True if running the node again sends orders again. */
function repeatsOrders(node: Node): boolean {
  if (node.again) return true;
  return !asks(node) && Object.values(node.needs).some((need) => need.kind !== 'given' && repeatsOrders(need));
}

/**
 * True if a failed check is run again before it is reported. Orders are sent again only if they were refused, because a
 * refused order created nothing.
 */
export function asksAgain(node: Node, finding: Finding): boolean {
  if (node.kind === 'traffic' || node.once) return false;
  if (finding.replies.some(({ isBelieved }) => isBelieved)) return false;
  if (canRepeat(node) && !repeatsOrders(node)) return true;
  const refused = finding.replies.every(({ status }) => status === null || status >= 300);
  return repeatsOrders(node) && refused && finding.replies.length > 0;
}

/** True if running the node again sends requests again, even if that creates or uses up something. */
export function asksAnything(node: Node): boolean {
  return asks(node) || Object.values(node.needs).some((need) => need.kind !== 'given' && asksAnything(need));
}

/**
 * True if a check's result may be due to a temporary failure. This concerns the listing API only: the client never
 * retries a token exchange by itself, and the number of exchanges affects which data is served.
 */
export function mayBeTrouble({ module }: Node, replies: readonly Reply[]): boolean {
  const last = replies.at(-1);
  return module.contract === 'listing' && last !== undefined && hasFailed(last) && last.status !== 501;
}
