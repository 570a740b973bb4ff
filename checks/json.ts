import { expect, violation } from '../src/engine/expect.ts';
import type { Reply } from '../src/http/reply.ts';
import { shown } from '../src/schema/faults.ts';
import { isObject, member, type JsonObject } from '../src/text/json.ts';

export { isObject, member, type JsonObject } from '../src/text/json.ts';

/** A member of the body of an answer; `undefined` where there is none, or no JSON object. */
export function valueAt({ json }: Pick<Reply, 'json'>, name: string): unknown {
  return json.ok ? member(json.value, name) : undefined;
}

/** Expects the body of an answer to be a JSON object. */
export function expectObject(reply: Reply): JsonObject {
  const value = expect(reply).json();
  return isObject(value)
    ? value
    : violation({ expected: 'a JSON object', actual: shown(value), pointer: '', replies: [reply] });
}
