import type { Pattern } from '../causes/reason.ts';
import type { RecordedCall } from '../http/recorded-call.ts';

const FEWEST = 10;

export function isByRight({ request: { headers, body } }: RecordedCall): boolean {
  const credential = headers['authorization'];
  if (credential !== undefined)
    return /^Bearer \[(?:ADSERVER_API_KEY|LISTING_TOKEN|LISTING_ACCESS_TOKEN)\]$/.test(credential);
  return body?.includes('[LISTING_KEY]') === true && body.includes('[LISTING_SECRET]');
}

/**
 * The first request from which on the correct credential was refused, because it was revoked. `undefined` if it was
 * accepted to the end, or never. A service that goes down is an outage.
 */
export function breakdown(calls: readonly RecordedCall[]): Pattern | undefined {
  const right = calls.filter(isByRight);
  const over = right.slice(right.findLastIndex((call) => !isRefused(call)) + 1);
  const [first] = over;
  if (first === undefined || !isNoCoincidence(over, right)) return undefined;
  return {
    kind: 'refused-from',
    exchange: first.id,
    requests: over.length,
    statuses: [...new Set(over.flatMap(({ response }) => response?.status ?? []))],
  };
}

function isRefused({ response }: RecordedCall): boolean {
  return response?.status === 401 || response?.status === 403;
}

/** Whether enough requests were refused, retries not counted, and one of them is a read that had succeeded before. */
function isNoCoincidence(over: readonly RecordedCall[], right: readonly RecordedCall[]): boolean {
  const asked = over.filter(({ attempt }) => attempt === 1).map(({ request }) => request);
  const endpoints = new Set(asked.map(({ url }) => new URL(url).pathname));
  const served = right.filter(({ response }) => response?.status === 200).map(({ request }) => request);
  const isServedBefore = ({ method, url }: RecordedCall['request']) =>
    method === 'GET' && served.some((request) => request.method === 'GET' && request.url === url);
  return asked.length >= FEWEST && endpoints.size > 1 && asked.some(isServedBefore);
}
