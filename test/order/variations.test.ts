import { describe, expect, it } from 'vitest';
import { variations } from '../../fixtures/variations/index.ts';
import { PATIENCE } from '../matrix/judge.ts';
import { flipsOf, sampleOf } from './any-order.ts';

/*
 * A sample: `npm run order` takes every variation and five orders of each.
 */

/** What is scarce, locked or changes with what was booked: there, arrival may decide what is taken. */
const SHARED =
  /few|three-drafts|drafts-(reserve|use-up)|lines-per-slot|after-\d+-lines|once-(booked|per-slot)|slots-gone|exclusive|order-(15|22|30)-404|lost-once|errors-after|one-after|busy-at-once/;

const sharing = variations.filter(({ name }) => SHARED.test(name));
// A limit on the rate takes the most time, and nothing hangs on who comes first.
const others = variations.filter(({ name }) => !SHARED.test(name) && name !== 'one-call-a-second');

describe.concurrent(
  'In whatever order requests arrive, every check has the same outcome',
  { timeout: 2 * PATIENCE },
  () => {
    it.each([...sampleOf(sharing, 3), ...sampleOf(others, 200)])('$entry.name', async ({ entry, seed }) => {
      expect(await flipsOf(entry, [seed])).toEqual([]);
    });
  },
);
