import { expect, test } from 'vitest';
import { contrastOf } from '../../src/report/problem.ts';
import { check, reportOf } from './sample.ts';

const kept = (name: string, through: string, outcome: 'pass' | 'fail' | 'inconclusive' = 'pass') =>
  check({
    id: `updates.${name}-keeps-ids`,
    requirement: `The order and its lines keep their ids through ${through}.`,
    outcome,
  });
const rename = kept('rename', 'a rename', 'fail');
const others = [
  kept('goal', 'a new goal'),
  kept('slot', 'a move to another slot, if that is accepted'),
  kept('flight', 'a new flight', 'inconclusive'),
];

test('a kind of update that changes ids is set against those that keep them', () => {
  expect(contrastOf(rename, reportOf('failed', [rename, ...others]))).toBe(
    'Ids are kept through a new goal and a move to another slot.',
  );
  const many = [...others, kept('geo', 'new geo targeting'), kept('sizes', 'new sizes'), kept('buyer', 'a buyer')];
  expect(contrastOf(rename, reportOf('failed', [rename, ...many]))).toBe(
    'Ids are kept through a new goal, a move to another slot, new geo targeting and 2 more.',
  );
});

test('nothing is said where nothing alike is right', () => {
  expect(contrastOf(rename, reportOf('failed', [rename, ...others.slice(2)]))).toBe('');
  const other = check({ id: 'health.account-id', outcome: 'fail' });
  expect(contrastOf(other, reportOf('failed', [other, ...others]))).toBe('');
});
