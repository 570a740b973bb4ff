import { answererInWords } from '../causes/answerer.ts';
import type { RecordedCall } from '../http/recorded-call.ts';
import { whoAnswered } from '../http/who-answered.ts';

/** The gateway that answers everything with the same error, in words, because nothing answers behind it. */
export function gatewayOfAll(calls: readonly RecordedCall[]): string | undefined {
  const responses = calls.flatMap(({ response }) => response ?? []);
  const [first] = responses;
  if (first === undefined || responses.some(({ status }) => status !== first.status)) return undefined;
  const { status, headers, body = '' } = first;
  const { kind, product } = whoAnswered({ status, headers, text: body });
  if (kind !== 'gateway') return undefined;
  return `${answererInWords({ who: kind, ...(product !== undefined && { product }) })} answers ${status} to everything.`;
}
