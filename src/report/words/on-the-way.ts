import type { OnTheWay } from '../../causes/on-the-way.ts';

/** What happened between the client and the service, beside the rule that it breaks; empty if it was said already. */
export function onTheWayInWords(way: OnTheWay | undefined): string {
  switch (way?.kind) {
    case 'cache':
      return `\`${way.shownBy}\`: ${CACHES[way.ignores ?? 'nothing']}.`;
    case 'header-lost':
      return `The header ${way.header} was sent, and did not arrive.`;
    case 'header-doubled':
      return `The header ${way.header} was sent once, and arrived twice.`;
    case undefined:
      return '';
  }
}

const CACHES = {
  key: 'a cache answers without looking at the key',
  query: 'the cache ignores the query',
  nothing: 'a cache answers instead of the service',
};

/** What to change there; `undefined` if the fix of the rule says it. */
export function fixOnTheWay(way: OnTheWay | undefined): string | undefined {
  switch (way?.kind) {
    case 'cache':
      return 'Take the API out of the cache in front of it: answer with `Cache-Control: no-store`, and let the cache obey that. A cached answer is sent whatever the key, the query and the time.';
    case 'header-lost':
      return `Let the gateway or proxy in front of the service hand on the header \`${way.header}\`, and read it whatever the case of its letters: it was sent with the request.`;
    case 'header-doubled':
      return `Look for the gateway, proxy or plugin in front of the service that adds \`${way.header}\` once more: it was sent once.`;
    case undefined:
      return undefined;
  }
}
