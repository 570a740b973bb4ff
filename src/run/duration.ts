import type { Node } from '../engine/node.ts';
import { DEFAULT_THROTTLE_WINDOW, DEFAULT_TIME_LIMIT, type CertifyOptions } from '../settings.ts';
import type { Targets } from './targets.ts';

const USUAL_SECONDS = 0.15;
/** What a run takes besides the window of the exchange limit, which it waits for once. */
const BESIDES_WINDOW = 10;

/** The least time in seconds that a rate makes these nodes take; 0 without one. */
export function pacedSeconds(nodes: readonly Node[], targets: Targets, interval = 0): number {
  const byHost = new Map<string, number>();
  for (const { sends, module } of nodes) {
    const host = targets[module.contract]?.host ?? '';
    const requests = Object.values(sends).reduce((total, times) => total + times, 0);
    byHost.set(host, (byHost.get(host) ?? 0) + requests);
  }
  return (Math.max(0, ...byHost.values()) * interval) / 1000;
}

/** When a run ends at the latest: a service that is slow or in trouble takes longer than planned. */
export function timeLimitFor({ timeLimit }: Pick<CertifyOptions, 'timeLimit'>, paced: number): number {
  return timeLimit ?? Math.max(DEFAULT_TIME_LIMIT, 3 * Math.ceil(paced));
}

/** How long a run of these nodes is likely to take, in seconds. */
export function likelySeconds(
  nodes: readonly Node[],
  requests: number,
  paced: number,
  options: CertifyOptions,
): number {
  const waits = nodes.some(({ sends: { token = 0 } }) => token > 0);
  const window = waits ? (options.throttleWindow ?? DEFAULT_THROTTLE_WINDOW) + BESIDES_WINDOW : 0;
  return Math.ceil(Math.max(requests * USUAL_SECONDS, paced, window));
}
