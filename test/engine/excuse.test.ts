import { describe, expect, it } from 'vitest';
import { every } from '../../src/engine/excuse.ts';
import { violation } from '../../src/engine/expect.ts';
import { Inconclusive, Violation } from '../../src/engine/signal.ts';
import type { Excuse, Reply } from '../../src/http/reply.ts';
import { anyReply } from '../checks/any-reply.ts';

const refusal = (excuse?: Partial<Excuse>) =>
  anyReply({ status: 422, ...(excuse && { excuse: { why: 'No room.', shownBy: [], ...excuse } }) });

const judge = (reply: Reply) => violation({ expected: 'status 200', actual: 'status 422', replies: [reply] });

describe('every item', () => {
  it('is judged: what breaks the rule without an excuse wins over what is excused', () => {
    expect(() => {
      every([refusal({}), refusal()], judge);
    }).toThrow(Violation);
  });

  it('leaves the rule open where each that breaks it is excused', () => {
    expect(() => {
      every([refusal({}), refusal({ permitted: true })], judge);
    }).toThrow(new Inconclusive('No room.'));
  });

  it('holds where a business rule forbids what was asked for, of which a note is made', () => {
    const notes: string[] = [];
    every([refusal({ permitted: true })], judge, (remark) => notes.push(remark));
    expect(notes).toEqual(['No room.']);
  });
});
