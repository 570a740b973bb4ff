import type { Reason } from '../causes/reason.ts';
import type { Trouble } from '../http/client.ts';

/** How many outages are described one by one. */
const MOST_TOLD = 4;

/** Failures that no check was blamed for, because an engineer wants to know of them all the same. */
export function troubleReasons(
  { outages, between, healed, limits }: Trouble,
  contract?: 'ad-server' | 'listing',
): Reason[] {
  const of = contract === undefined ? {} : { contract };
  const others = outages.slice(MOST_TOLD);
  const seconds = Math.round(others.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000);
  const errors = healed.filter(({ status }) => status !== null);
  const dropped = healed.filter(({ status }) => status === null);
  return [
    ...between.map((one): Reason => ({ kind: 'in-between', ...one, ...of })),
    ...outages.slice(0, MOST_TOLD).map((outage): Reason => ({ kind: 'outage', ...outage, ...of })),
    ...(others.length === 0 ? [] : [{ kind: 'more-outages' as const, times: others.length, seconds, ...of }]),
    ...limits.map((what): Reason => ({ kind: 'rate-limit', what, ...of })),
    ...[errors, dropped].flatMap((requests): Reason[] =>
      requests.length === 0 ? [] : [{ kind: 'healed', requests, ...of }],
    ),
  ];
}

/** What a check warns of is not told twice. What a gateway answered is none of it. */
export function withoutOrdersAtOnce(trouble: Trouble): Trouble {
  const healed = trouble.healed.filter(
    ({ endpoint, status, together }) =>
      endpoint !== 'POST /orders' || !together || status === null || [502, 503, 504].includes(status),
  );
  return { ...trouble, healed };
}
