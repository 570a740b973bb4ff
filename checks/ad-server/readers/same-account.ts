import { canonicalZone } from '../../../src/contract/time-zone.ts';
import { violation } from '../../../src/engine/expect.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { valueAt } from '../../json.ts';

/** What stays as it is while an account is connected, and the form in which values compare. */
const SETTLED: readonly (readonly [name: string, form: (value: string) => string])[] = [
  ['account_id', (id) => id],
  ['timezone', (zone) => canonicalZone(zone) ?? zone],
  ['currency', (code) => code],
];

/** Expects the account that a run began with in every answer. */
export function expectSameAccount(replies: readonly Reply[]): void {
  for (const [name, form] of SETTLED) expectSettled(replies, name, form);
}

/** Expects a member to be what it was at first; where it is not, another reading must confirm that it changes. */
function expectSettled(replies: readonly Reply[], name: string, form: (value: string) => string): void {
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
