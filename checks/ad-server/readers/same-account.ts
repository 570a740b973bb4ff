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

/** A change counts only if a second answer confirms it. */
export function expectSameAccount([first, ...later]: readonly Reply[]): void {
  if (first === undefined) return;
  for (const [name, form] of CONSTANT_MEMBERS) {
    const is = valueAt(first, name);
    const others = later.filter((reply) => form(String(valueAt(reply, name))) !== form(String(is)));
    const [other] = others;
    if (other === undefined || others.length < 2) continue;
    violation({
      expected: `${name} ${shown(is)}, as at first`,
      actual: `${shown(valueAt(other, name))} in ${others.length} of ${later.length + 1} answers`,
      pointer: `/${name}`,
      replies: [first, other],
    });
  }
}
