import type { Reply } from '../../../src/http/reply.ts';

export interface Difference {
  readonly where: string;
  readonly one: string;
  readonly other: string;
}

/** Of the moment, of the connection, or told by the body already. */
const BESIDE_THE_POINT = ['date', 'age', 'connection', 'keep-alive', 'content-length', 'etag', 'content-md5'];
/** How long something took is not part of the error: `Server-Timing`, `X-Runtime`, `X-Envoy-Upstream-Service-Time`. */
const DURATION = /(?:^|-)(?:timing|runtime|time|duration|elapsed|latency)$/;

/** Which machine answered: `X-Served-By`, `X-Backend-Server`, `X-Instance-Id`. */
const MACHINE = /(?:^|-)(?:served-by|backend|instance|replica|pod|node|host|hostname)(?:-|$)/;

/** A text of the questions, and what stands for it in every answer that repeats it. */
export interface Echo {
  readonly text: string;
  readonly sign: string;
}

/**
 * The first thing that tells answers to one question from answers to another. What differs between answers to the same
 * question too, such as a request id, does not count, nor what an answer repeats of its question.
 */
export function difference(
  ones: readonly Reply[],
  others: readonly Reply[],
  echoes: readonly Echo[] = [],
): Difference | null {
  const left = ones.map((reply) => parts(reply, echoes));
  const right = others.map((reply) => parts(reply, echoes));
  const places = new Set([...left, ...right].flatMap((each) => [...each.keys()]));
  for (const place of places) {
    const one = agreed(left.map((each) => each.get(place)));
    const other = agreed(right.map((each) => each.get(place)));
    if (one === null || other === null || one === other) continue;
    return { where: place.replace(/ #.*/, ''), one: one ?? 'absent', other: other ?? 'absent' };
  }
  return null;
}

/** The one value that all share; `null` if they do not. */
function agreed(values: readonly (string | undefined)[]): string | undefined | null {
  return values.every((value) => value === values[0]) ? values[0] : null;
}

/** All that an answer consists of, its body word by word, so that an id in a sentence hides nothing else of it. */
function parts(reply: Reply, echoes: readonly Echo[]): Map<string, string> {
  const signed = (text: string) => echoes.reduce((rest, echo) => rest.replaceAll(echo.text, echo.sign), text);
  const headers = Object.entries(reply.headers).filter(
    ([name]) => !BESIDE_THE_POINT.includes(name) && !DURATION.test(name) && !MACHINE.test(name),
  );
  const words = signed(Buffer.from(reply.body).toString()).split(/([\s",:{}[\]<>]+)/);
  return new Map([
    ['the status', String(reply.status)],
    ...headers.map(([name, value]): [string, string] => [`the header ${name}`, signed(value)]),
    // Another value each time hides no header that comes with one of the questions only.
    ...headers.map(([name]): [string, string] => [`the header ${name} #`, 'present']),
    ...words.map((word, index): [string, string] => [`the body #${words.length}/${index}`, word]),
  ]);
}
