import { expect, shapeViolation, violation } from '../src/engine/expect.ts';
import type { Reply } from '../src/http/reply.ts';
import type { ShapeFault } from '../src/causes/found.ts';
import { faultsOf, memberFault, shown } from '../src/schema/faults.ts';
import type { Validator } from '../src/schema/validator.ts';
import { isObject, member, type JsonObject } from '../src/text/json.ts';

export { isObject, member, type JsonObject } from '../src/text/json.ts';

export function valueAt({ json }: Pick<Reply, 'json'>, name: string): unknown {
  return json.ok ? member(json.value, name) : undefined;
}

export function faultsIn({ json }: Pick<Reply, 'json'>, shape: Validator<unknown>): readonly ShapeFault[] {
  return json.ok
    ? faultsOf(shape, json.value)
    : [{ kind: 'wrong', pointer: '', place: '', expected: 'JSON', actual: json.problem }];
}

export function expectObject(reply: Reply): JsonObject {
  const value = expect(reply).json();
  return isObject(value)
    ? value
    : violation({ expected: 'a JSON object', actual: shown(value), pointer: '', replies: [reply] });
}

export function expectArrayOfObjects(reply: Reply, name: string, each: string): void {
  const body = expectObject(reply);
  const given = body[name];
  if (!Array.isArray(given)) throw shapeViolation(reply, [memberFault(body, name, `an array in ${name}`)]);
  const odd = given.findIndex((one) => !isObject(one));
  const pointer = `/${name}/${odd}`;
  if (odd !== -1)
    violation({ expected: `an object for each ${each}`, actual: shown(given[odd]), pointer, replies: [reply] });
}

export function expectMarkedJson(reply: Reply): void {
  const { 'content-type': actual = 'no Content-Type header' } = reply.headers;
  if (actual.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    violation({ expected: 'Content-Type: application/json', actual, replies: [reply] });
}
