/** The header by which a cache says that it answered, with its value: `X-Cache: HIT`; `null` if none does. */
export function cacheHit(headers: Readonly<Record<string, string>>): string | null {
  const hit = Object.keys(headers).find(
    (name) => OF_CACHES.test(name) && /\b(?:hit|stale)\b/i.test(headers[name] ?? ''),
  );
  const age = Number(headers['age'] ?? 0);
  const name = hit ?? (age > 0 ? 'age' : undefined);
  return name === undefined ? null : `${inCapitals(name)}: ${(headers[name] ?? '').slice(0, 60)}`;
}

/** `X-Cache`, `CF-Cache-Status`, `Cache-Status` (RFC 9211), `X-Proxy-Cache`, `CDN-Cache` and the like. */
const OF_CACHES = /^(?:x-)?(?:\w+-)*cache(?:-status|-lookup)?$/;

const inCapitals = (name: string) => name.replace(/^(?:cf|cdn)(?=-)|\b\w/g, (part) => part.toUpperCase());
