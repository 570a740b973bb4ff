import { every } from '../../../src/engine/excuse.ts';
import { describe, expect, violation, otherAnswer } from '../../../src/engine/expect.ts';
import { inconclusive, Violation } from '../../../src/engine/signal.ts';
import { isDropped, type Reply } from '../../../src/http/reply.ts';
import { amount, inWords } from '../../../src/text/in-words.ts';
import { valueAt } from '../../json.ts';
import { LARGEST } from '../values/page-sizes.ts';
import { byDefault, madeUpCursor, outOfRange } from './requests.ts';
import { withCount } from './rules.ts';
import type { Walk } from '../readers/inventory-summary.ts';
import { inventory, listed, walks, type SizedWalk } from './records.ts';

export const walkEnds = inventory.rule({
  id: 'inventory.walk-ends',
  section: 'ad-server §4.2',
  requirement: 'Following `next_cursor` leads to a last page.',
  problem: 'Following `next_cursor` does not reach a last page',
  fix: 'Give each page a new cursor, and none on the last page. Answer 200 to every cursor that you gave, with and without `limit`. If several processes answer, each must know the cursors of all: write the position into the cursor, or keep it in a shared store. If you answer an error, check your log for it. An empty last page is fine: 200 with `"data": []`.',
  of: { listed, walks },
  once: true,
  judge: ({ walks }, note) => every(walks, expectLastPage, note),
});

const DEFAULT_LIMIT = 50;

export const defaultLimit = inventory.rule({
  id: 'inventory.default-limit',
  section: 'ad-server §4.2',
  requirement: 'Without `limit`, a page holds at most 50 slots.',
  problem: 'Without `limit`, a page holds more than 50 slots',
  fix: 'Use 50 as the page size if the request has no `limit`.',
  of: { byDefault },
  judge: ({ byDefault }, note) => {
    if (byDefault === null) return;
    expectAtMost(byDefault.walk, DEFAULT_LIMIT);
    const { largestPage, pages } = byDefault.walk;
    // A page may be shorter than its limit.
    if (pages > 1 && largestPage !== null && largestPage.size < DEFAULT_LIMIT)
      note(
        `No page without limit holds more than ${amount(largestPage.size, 'slot')}; the default is ${DEFAULT_LIMIT}.`,
      );
  },
});

export const limitRespected = inventory.rule({
  id: 'inventory.limit-respected',
  section: 'ad-server §4.2',
  requirement: 'A page never holds more slots than `limit` asks for.',
  problem: 'A page holds more slots than `limit` asks for',
  fix: 'Cut each page at `limit`, also on pages after a cursor.',
  of: { listed, walks },
  judge: ({ walks }) =>
    every(walks, ({ walk, limit }) => {
      if (limit !== undefined && limit < LARGEST) expectAtMost(walk, limit);
    }),
});

inventory.rule({
  id: 'inventory.never-more-than-200',
  section: 'ad-server §8',
  requirement: 'No page holds more than 200 slots, whatever `limit` asks for.',
  problem: 'A page holds more than 200 slots',
  fix: 'If `limit` is not from 1 to 200, answer 400 or 422, or use the nearest value that is, also with a cursor: 0 and -1 do not mean all.',
  of: { listed, outOfRange },
  judge: ({ listed, outOfRange }) => {
    expectAtMost(listed, LARGEST);
    for (const { reply, ...query } of outOfRange) {
      const data = valueAt(reply, 'data');
      if (reply.status === 200 && Array.isArray(data) && data.length > LARGEST)
        tooMany(`at most ${LARGEST} slots for ${asked(query)}`, `${data.length} slots`, reply);
    }
  },
});

export const outOfRangeHandled = inventory.rule({
  id: 'inventory.out-of-range-limit-is-handled',
  section: 'ad-server §7',
  requirement:
    'A `limit` that is not an integer from 1 to 200 is refused or replaced; it does not cause a server error.',
  problem: 'An out-of-range `limit` causes a server error',
  fix: 'Parse `limit` as an integer and check its bounds before you use it. Answer 400 if it does not fit, or use the nearest value that does.',
  of: { outOfRange },
  judge: ({ outOfRange }) => {
    const failed = outOfRange.filter(({ reply }) => (reply.status ?? 0) >= 500 || isDropped(reply));
    const [first] = failed;
    if (first !== undefined)
      violation(
        otherAnswer(first.reply, 'a refusal such as 400, or a page', {
          circumstance: `for ${inWords(failed.map(asked), 'and')}`,
        }),
      );
  },
});

inventory.rule({
  id: 'inventory.out-of-range-limit',
  level: 'info',
  section: 'ad-server §4.2',
  requirement: 'What the service does with a `limit` that is out of range.',
  fix: 'Nothing to fix: it may be refused or clamped.',
  of: { outOfRange },
  judge: ({ outOfRange }, note) => {
    const limits = new Map<string, (string | number)[]>();
    for (const { limit, reply, ...others } of outOfRange)
      if (!('cursor' in others))
        limits.set(describe(reply), [...(limits.get(describe(reply)) ?? []), limit === '' ? 'nothing' : limit]);
    note([...limits].map(([answer, same]) => `limit=${same.join(', ')}: ${answer}.`).join(' '));
  },
});

inventory.rule({
  id: 'inventory.no-slot-twice-on-a-page',
  level: 'should',
  section: 'ad-server §2.3',
  requirement: 'No slot is on one page twice.',
  problem: 'A slot is listed twice on one page',
  fix: 'Give each slot its own id, and list it once: two records share an id, or a join yields one record twice.',
  of: { walks },
  once: true,
  judge: ({ walks }) => {
    for (const { size, walk } of walks)
      if (walk.repeatedOnPage !== null)
        throw new Violation(withCount(walk.repeatedOnPage, `slots are listed twice on a page ${size}`));
  },
});

inventory.rule({
  id: 'inventory.unknown-cursor',
  level: 'info',
  section: 'ad-server §4.2',
  requirement: 'What the service does with a cursor that it never issued.',
  fix: 'Nothing to fix: the contract is silent.',
  of: { madeUpCursor },
  judge: ({ madeUpCursor }, note) => note(`${describe(madeUpCursor)}.`),
});

/** Expects a walk to reach the last page, unless it was meant to read the first pages only. */
export function expectLastPage({ size, walk: { end, pages, ids } }: SizedWalk): void {
  if (!('finding' in end)) return;
  if (end.kind === 'no-page' || pages === 0) inconclusive(`There is no page to go on from ${size}.`);
  if (end.kind !== 'unanswered') throw new Violation(end.finding);
  const before = `after ${amount(ids.size, 'slot')} on ${amount(pages, 'page')}`;
  expect(end.reply, `for page ${pages + 1} ${size}, ${before}`).status(200);
}

function expectAtMost({ largestPage, first }: Walk, limit: number): void {
  if (largestPage === null) inconclusive('No page was read.', first);
  if (largestPage.size > limit)
    tooMany(`at most ${amount(limit, 'slot')}`, `${amount(largestPage.size, 'slot')} on one page`, largestPage.reply);
}

function tooMany(expected: string, actual: string, reply: Reply): never {
  violation({ expected, actual, pointer: '/data', replies: [reply] });
}

const asked = ({ limit, ...others }: { readonly limit: string | number; readonly cursor?: string }) =>
  `limit=${limit}${'cursor' in others ? ' with a cursor' : ''}`;
