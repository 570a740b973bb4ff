import type { Reply } from '../src/http/reply.ts';
import { member } from '../src/text/json.ts';

export { isObject, member, type JsonObject } from '../src/text/json.ts';

/** A member of the body of an answer; `undefined` where there is none, or no JSON object. */
export function valueAt({ json }: Pick<Reply, 'json'>, name: string): unknown {
  return json.ok ? member(json.value, name) : undefined;
}
