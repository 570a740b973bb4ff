import type { OnTheWay } from '../../causes/on-the-way.ts';

type Words = readonly [title: string, sentence: string, fix: string];

function wordsOf(way: OnTheWay | undefined): Words | undefined {
  switch (way?.kind) {
    case 'cache':
      return [
        'A cache answers in place of the service',
        `\`${way.shownBy}\`: ${CACHES[way.ignores ?? 'nothing']}.`,
        'Take the API out of the cache in front of it: answer with `Cache-Control: no-store`, and let the cache obey that. A cached answer is sent whatever the key, the query and the time.',
      ];
    case 'header-lost':
      return [
        `The header ${way.header} does not arrive`,
        `The header ${way.header} was sent, and did not arrive.`,
        `Let the gateway or proxy in front of the service hand on the header \`${way.header}\`, and read it whatever the case of its letters: it was sent with the request.`,
      ];
    case 'header-doubled':
      return [
        `The header ${way.header} arrives twice`,
        `The header ${way.header} was sent once, and arrived twice.`,
        `Look for the gateway, proxy or plugin in front of the service that adds \`${way.header}\` once more: it was sent once.`,
      ];
    case 'no-route':
      return [
        'The gateway does not hand a call on to the service',
        `${way.gateway} answered, and not the service.`,
        `Check the routes, stages and plans of ${way.gateway}: it must hand this call on to the service.`,
      ];
    case 'lag':
      return [
        'An order is found only a while after it was saved',
        `Under new keys, the same update was wrong again at once, and right ${way.seconds} s later.`,
        'Look orders up in the database that they are written to, and read from there what you answer: a replica or a cache lags behind it.',
      ];
    case 'process':
      return [
        'Orders are known to one process alone',
        'Sent again over new connections, the same update got different orders, or found none.',
        'Keep orders where every process finds them, such as in a database: what is in the memory of a process (a variable of a module, a cache) is not known to the other workers, machines or instances, and is lost with them.',
      ];
    case undefined:
    default: // A report of a newer build may name others.
      return undefined;
  }
}

const CACHES = {
  key: 'a cache answers without looking at the key',
  query: 'the cache ignores the query',
  nothing: 'a cache answers instead of the service',
};

/** The title of all that breaks because of it. */
export const titleOnTheWay = (way: OnTheWay | undefined): string | undefined => wordsOf(way)?.[0];

/** What shows it, in a sentence. */
export const onTheWayInWords = (way: OnTheWay | undefined): string | undefined => wordsOf(way)?.[1];

/** What to change there. */
export const fixOnTheWay = (way: OnTheWay | undefined): string | undefined => wordsOf(way)?.[2];
