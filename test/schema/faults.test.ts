import { expect, it } from 'vitest';
import { faultsOf } from '../../src/schema/faults.ts';
import { errorBody, inventorySlot } from '../../src/schema/generated/validators.js';

it('A missing member is told with what may be meant by it', () => {
  expect(faultsOf(errorBody, { error: { code: 'gone', message: 'Gone.' } }).map(({ actual }) => actual)).toEqual([
    'no code, but code inside error',
    'no message, but message inside error',
  ]);
});

it('A document that is none is told by what it should be, not by what it is for', () => {
  expect(faultsOf(inventorySlot, 's1')).toEqual([
    { kind: 'wrong', pointer: '', place: '', expected: 'a JSON object', actual: '"s1"' },
  ]);
});
