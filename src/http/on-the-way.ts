import type { OnTheWay } from '../causes/on-the-way.ts';
import { isClientError, isDenied, isSuccess, type Reply } from './reply.ts';
import { gatewayWithoutRoute } from './who-answered.ts';

interface Asked {
  /** Whether the run's own credential was sent. */
  readonly isOwn: boolean;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly hasQuery: boolean;
}

/** What an answer shows of the way between the client and the service; `undefined` if nothing. */
export function onTheWay(reply: Reply, { isOwn, headers, hasQuery }: Asked): OnTheWay | undefined {
  const header = headerTrouble(reply, headers);
  if (header !== undefined) return header;
  const gateway = isOwn && isClientError(reply) && reply.json.ok ? gatewayWithoutRoute(reply.json.value) : undefined;
  if (gateway !== undefined) return { kind: 'no-route', gateway };
  const shownBy = cacheHit(reply.headers);
  if (shownBy === null) return undefined;
  const isOfOthers = isOwn ? isDenied(reply) : isSuccess(reply);
  const ignores = isOfOthers ? 'key' : hasQuery ? 'query' : undefined;
  return { kind: 'cache', shownBy, ...(ignores && { ignores }) };
}

/** The header by which a cache says that it answered, with its value: `X-Cache: HIT`; `null` if none does. */
export function cacheHit(headers: Readonly<Record<string, string>>): string | null {
  const isHit = (name: string) => OF_CACHES.test(name) && /\b(?:hit|stale)\b/i.test(headers[name] ?? '');
  const name = Object.keys(headers).find(isHit) ?? (Number(headers['age'] ?? 0) > 0 ? 'age' : undefined);
  return name === undefined ? null : `${inCapitals(name)}: ${(headers[name] ?? '').slice(0, 60)}`;
}

/** `X-Cache`, `CF-Cache-Status`, `Cache-Status` (RFC 9211), `X-Proxy-Cache`, `CDN-Cache` and the like. */
const OF_CACHES = /^(?:\w+-)*cache(?:-status|-lookup)?$/;

const inCapitals = (name: string) => name.replace(/^(?:cf|cdn)(?=-)|\b\w/g, (part) => part.toUpperCase());

/** Bytes of an error that are searched for the name of a header. */
const SEARCHED = 4_000;

/** Whether an error says that a header is missing although it was sent, or came twice. */
function headerTrouble(reply: Reply, sent: Readonly<Record<string, string>>): OnTheWay | undefined {
  if (!isClientError(reply)) return undefined;
  const text = Buffer.from(reply.body.subarray(0, SEARCHED)).toString();
  if (/application\/json\s*,\s*application\/json/i.test(text))
    return { kind: 'header-doubled', header: 'Content-Type' };
  const isMissing = /idempotency-key/i.test(text) && MISSING.test(text);
  return isMissing && sent['idempotency-key'] !== undefined
    ? { kind: 'header-lost', header: 'Idempotency-Key' }
    : undefined;
}

const MISSING =
  /missing|required|absent|not (?:set|given|provided|present|found|sent)|no idempotency-key|lacks|without/i;
