import type { Reply } from '../../src/http/reply.ts';

export interface Difference {
  readonly where: string;
  readonly one: string;
  readonly other: string;
}

/** Of the moment, of the connection, or told by the body already. */
const BESIDE_THE_POINT = ['date', 'age', 'connection', 'keep-alive', 'content-length'];
/** How long something took is no part of the error: `Server-Timing`, `X-Runtime`, `X-Envoy-Upstream-Service-Time`. */
const DURATION = /(?:^|-)(?:timing|runtime|time|duration|elapsed|latency)$/;

/**
 * The first thing that tells answers to one question from answers to another. What differs between answers to the same
 * question too, such as a request id, does not count.
 */
export function difference(ones: readonly Reply[], others: readonly Reply[]): Difference | null {
  const left = ones.map(parts);
  const right = others.map(parts);
  const places = new Set([...left, ...right].flatMap((each) => [...each.keys()]));
  for (const place of places) {
    const one = agreed(left.map((each) => each.get(place)));
    const other = agreed(right.map((each) => each.get(place)));
    if (one === null || other === null || one === other) continue;
    return { where: place.replace(/ #.*/, ''), one: one ?? 'absent', other: other ?? 'absent' };
  }
  return null;
}

/** The one value that all share; `null` where they do not. */
function agreed(values: readonly (string | undefined)[]): string | undefined | null {
  return values.every((value) => value === values[0]) ? values[0] : null;
}

/** All that an answer consists of, its body word by word, so that an id in a sentence hides nothing else of it. */
function parts(reply: Reply): Map<string, string> {
  const headers = Object.entries(reply.headers).filter(
    ([name]) => !BESIDE_THE_POINT.includes(name) && !DURATION.test(name),
  );
  const words = Buffer.from(reply.body)
    .toString()
    .split(/([\s",:{}[\]<>]+)/);
  return new Map([
    ['the status', String(reply.status)],
    ...headers.map(([name, value]): [string, string] => [`the header ${name}`, value]),
    ...words.map((word, index): [string, string] => [`the body #${words.length}/${index}`, word]),
  ]);
}
