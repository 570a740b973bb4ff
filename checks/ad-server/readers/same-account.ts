import { canonicalZone } from '../../../src/contract/time-zone.ts';
import { violation } from '../../../src/engine/expect.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { valueAt } from '../../json.ts';

/** The members that must not change while an account is connected, and the form in which their values are compared. */
const CONSTANT_MEMBERS: readonly (readonly [name: string, form: (value: string) => string])[] = [
  ['account_id', (id) => id],
  ['timezone', (zone) => canonicalZone(zone) ?? zone],
  ['currency', (code) => code],
];

export function expectSameAccount(replies: readonly Reply[]): void {
  for (const [name, form] of CONSTANT_MEMBERS) expectConstant(replies, name, form);
}

/** A change counts only if a second answer confirms it. */
function expectConstant(replies: readonly Reply[], name: string, form: (value: string) => string): void {
  const given = replies.map((reply) => ({ reply, value: valueAt(reply, name) }));
  const [first, ...later] = given;
  if (first === undefined) return;
  const others = later.filter(({ value }) => form(String(value)) !== form(String(first.value)));
  const [other] = others;
  if (other === undefined || others.length < 2) return;
  violation({
    expected: `${name} ${shown(first.value)}, as at first`,
    actual: `${shown(other.value)} in ${others.length} of ${given.length} answers`,
    pointer: `/${name}`,
    replies: [first.reply, other.reply],
  });
}
