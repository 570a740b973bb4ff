import { describe, expect, it } from 'vitest';
import type { Wire } from '../../src/engine/wire.ts';
import { rule, runModules, testModule } from './tiny-service.ts';

const sends = ({ http }: { readonly http: Wire }): void => {
  void http.health();
};

describe('the verbs of a module', () => {
  it('give a rule no way to send, and traffic no way to note: who confuses them does not compile', async () => {
    const module = testModule();
    const reply = module.record({ id: 'health.reply', of: {} }, () => 'a record');
    // Never run: that it does not compile is the point.
    const confused = testModule();
    // @ts-expect-error A rule is handed its records and a note.
    confused.rule({ ...rule('health.sends'), of: { reply } }, sends);
    // @ts-expect-error A record is made of others.
    confused.record({ id: 'health.sent', of: { reply } }, sends);
    // @ts-expect-error Traffic says in which phase it is sent, and what it sends.
    confused.traffic({ id: 'health.vague' }, ({ http }) => http.health());
    const settled = await runModules([module]);
    expect(settled.get('health.reply')?.state).toEqual({ kind: 'done', value: 'a record' });
  });

  it('hand a rule the records that it names, by their names', async () => {
    const module = testModule();
    const zone = module.record({ id: 'health.zone', of: {} }, () => 'Europe/Berlin');
    module.rule({ ...rule('health.notes'), of: { zone } }, ({ zone }, note) => {
      note(zone);
    });
    expect((await runModules([module])).get('health.notes')?.notes).toEqual(['Europe/Berlin']);
  });
});
