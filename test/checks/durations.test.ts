import { expect, it } from 'vitest';
import { inSeconds, windowInWords } from '../../checks/listing/readers/answers.ts';

it('calls the window of the contract a minute, and any other by its seconds', () => {
  expect([60_000, 3000, 2500].map(windowInWords)).toEqual(['minute', 'window of 3 s', 'window of 2.5 s']);
});

it('tells a stretch of time in tenths of a second', () => {
  expect([0, 49, 50, 61_240].map(inSeconds)).toEqual(['0.0 s', '0.0 s', '0.1 s', '61.2 s']);
});
