import { expect, it } from 'vitest';
import { bookingBlock } from '../../src/report/rerun.ts';
import { unsealed } from './sample.ts';

it('The terms that a run found are printed as a whole configuration file', () => {
  const booking = { inventoryIds: ['slot "1"', 'ü'], advertiser: 'Test buyer', goal: { min: 2000, max: 9000 } };
  const { run, ...report } = unsealed();
  expect(bookingBlock({ ...report, run, digest: '' })).toBeUndefined();
  expect(JSON.parse(bookingBlock({ ...report, run: { ...run, booking }, digest: '' }) ?? '')).toEqual({ booking });
});
