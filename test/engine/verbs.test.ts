import { describe, expect, it } from 'vitest';
import { select } from '../../src/engine/selection.ts';
import { suite as define } from '../../src/engine/suite.ts';
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
    confused.rule({ ...rule('health.sends'), of: { reply }, judge: sends });
    // @ts-expect-error A record is made of others.
    confused.record({ id: 'health.sent', of: { reply } }, sends);
    // @ts-expect-error Traffic says in which phase it is sent, and what it sends.
    confused.traffic({ id: 'health.vague' }, ({ http }) => http.health());
    const settled = await runModules([module]);
    expect(settled.get('health.reply')?.state).toEqual({ kind: 'done', value: 'a record' });
  });

  it('hand over what is used only if it is there, and choose nothing for it', async () => {
    const module = testModule();
    const asked = module.record({ id: 'health.asked', of: {} }, () => 'asked');
    const other = module.traffic({ id: 'health.other', phase: 'read', sends: { health: 1 } }, () => 'other');
    const both = module.record({ id: 'health.both', of: { asked }, ifThere: { other } }, (values) => values);
    module.rule({
      ...rule('health.one'),
      of: { both },
      judge: ({ both }, note) => {
        note(String(both.other));
      },
    });
    module.rule({ ...rule('health.two'), of: { other }, judge: () => undefined });
    const leftOut = select(define({ modules: [module], attested: [], client: [] }), {
      contracts: new Set(['ad-server']),
      only: ['health.one'],
    });
    const notes = async (left?: typeof leftOut) =>
      (await runModules([module], left && { leftOut: left })).get('health.one')?.notes;
    expect([[...leftOut.keys()], await notes(leftOut), await notes()]).toMatchObject([
      ['health.other', 'health.two'],
      [{ what: 'undefined' }],
      [{ what: 'other' }],
    ]);
  });

  it('hand over a record that was declared before it is made, frozen from then on', async () => {
    const module = testModule();
    const zone = module.declares<string>('health.zone');
    module.rule({
      ...rule('health.notes'),
      of: { zone },
      judge: ({ zone }, note) => {
        note(zone);
      },
    });
    const made = module.record({ makes: zone, of: {} }, () => 'Europe/Berlin');
    expect(made).toBe(zone);
    expect(Object.isFrozen(zone)).toBe(true);
    expect((await runModules([module])).get('health.notes')?.notes).toMatchObject([{ what: 'Europe/Berlin' }]);
  });

  it('make of a declared record what was declared: who makes something else does not compile', () => {
    const module = testModule();
    const zone = module.declares<string>('health.zone');
    // @ts-expect-error A number is not what was declared.
    module.record({ makes: zone, of: {} }, () => 1);
    const reply = module.declares<{ readonly status: number }>('health.reply');
    // @ts-expect-error What is asked lacks a member of what was declared.
    module.traffic({ makes: reply, phase: 'read', sends: {} }, async () => Promise.resolve({}));
    // @ts-expect-error It has an id already.
    expect(() => module.record({ makes: zone, id: 'health.zone', of: {} }, () => '')).toThrow('made twice');
  });

  it('hand a rule the records that it names, by their names', async () => {
    const module = testModule();
    const zone = module.record({ id: 'health.zone', of: {} }, () => 'Europe/Berlin');
    module.rule({
      ...rule('health.notes'),
      of: { zone },
      judge: ({ zone }, note) => {
        note(zone);
      },
    });
    expect((await runModules([module])).get('health.notes')?.notes).toMatchObject([{ what: 'Europe/Berlin' }]);
  });
});
