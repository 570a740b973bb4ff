import type { Advice, Connection } from './model.ts';
import type { Conclusion } from './walk.ts';

interface Told {
  readonly target: string;
  readonly startedAt: string;
  readonly connection: Connection;
  readonly conclusion: Conclusion | null;
  readonly further: readonly string[];
  readonly advice: readonly Advice[];
}

/** A paragraph to read out or send to the publisher: when, where, what, and what to do; `null` if all is well. */
export function tellPublisher({ target, startedAt, connection, conclusion, further, advice }: Told): string | null {
  const asked = advice.filter(({ who }) => who === 'publisher').map(({ what }) => what);
  if (conclusion?.whose === undefined && asked.length === 0) return null;
  const where = target === '' ? 'your service' : target;
  const result = connection.status === 'connected' ? 'connected to' : 'tried to connect to';
  const began = `On ${inWords(startedAt)} we ${result} ${where}.`;
  const cause = conclusion?.cause ?? 'The connection works, but something needs your attention.';
  const nothing = asked.length === 0 ? ['This is for us to fix; you need not do anything.'] : [];
  const besides = further.map((what) => `Besides: ${what}`);
  return [began, cause, ...besides, ...asked.map(request), ...nothing].join(' ');
}

/** Turns `Renew the certificate.` into a request. */
function request(what: string, index: number): string {
  const start = what.charAt(0).toLowerCase() + what.slice(1);
  return index === 0 ? `Please ${start}` : `Also, please ${start}`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

function inWords(iso: string): string {
  const time = new Date(iso);
  const clock = iso.slice(11, 16);
  return `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()] ?? ''} ${time.getUTCFullYear()} at ${clock} UTC`;
}
