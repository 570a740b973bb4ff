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
 * The first request after which nothing with the correct credential succeeded any more, because the service went down
 * or the credential was revoked. `undefined` if requests succeeded to the end, or none ever did.
 */
export function breakdown(calls: readonly RecordedCall[]): Pattern | undefined {
  const right = calls.filter(isByRight);
  const since = (isOver: (call: RecordedCall) => boolean) =>
    right.slice(right.findLastIndex((call) => !isOver(call)) + 1);
  const [lost, down] = [since(isRefused), since(isFailing)];
  const over = lost.length > 0 ? lost : down;
  const [first] = over;
  if (first === undefined || !isNoCoincidence(over, right)) return undefined;
  return {
    kind: over === lost ? 'refused-from' : 'down-from',
    exchange: first.id,
    requests: over.length,
    statuses: [...new Set(over.flatMap(({ response }) => (response === null ? [] : [response.status])))],
  };
}

function isRefused({ response }: RecordedCall): boolean {
  return response?.status === 401 || response?.status === 403;
}

function isFailing({ response }: RecordedCall): boolean {
  return response === null || (response.status >= 500 && response.status !== 501);
}

/** Whether enough requests failed, retries not counted, and one of them is a read that had succeeded before. */
function isNoCoincidence(over: readonly RecordedCall[], right: readonly RecordedCall[]): boolean {
  const asked = over.filter(({ attempt }) => attempt === 1).map(({ request }) => request);
  const endpoints = new Set(asked.map(({ url }) => new URL(url).pathname));
  const served = right.filter(({ response }) => response?.status === 200).map(({ request }) => request);
  const isServedBefore = ({ method, url }: RecordedCall['request']) =>
    method === 'GET' && served.some((request) => request.method === 'GET' && request.url === url);
  return asked.length >= FEWEST && endpoints.size > 1 && asked.some(isServedBefore);
}
