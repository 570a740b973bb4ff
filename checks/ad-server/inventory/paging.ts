import { describe, expect, violation } from '../../../src/engine/expect.ts';
import { blockedBy, Violation } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { isDropped } from '../../../src/http/reply.ts';
import { cut } from '../../../src/text/cut.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { maxPages } from '../../givens.ts';
import { valueAt } from '../../json.ts';
import { inventoryReply, access } from '../connection/requests.ts';
import {
  answers,
  byDefault,
  cursorForm,
  inventory,
  isPage,
  listed,
  walks,
  withCount,
  type SizedWalk,
} from './checks.ts';
import { walk, type Walk } from '../readers/inventory-walk.ts';
import { BOUND } from '../values/page-sizes.ts';
import { bornOut, difference, renamed } from '../readers/walk-comparison.ts';

export const walkEnds = inventory.check(
  {
    id: 'inventory.walk-ends',
    level: 'must',
    section: 'ad-server §4.2',
    requirement: 'Following `next_cursor` leads to a last page.',
    fix: 'Give each page a cursor that leads on, and leave it out when nothing follows. Answer 200 to every cursor that you gave, with and without `limit`: where such a page is answered with an error, your log tells what it failed on. An empty last page is fine: 200 with `"data": []`.',
    needs: { listed, walks, maxPages },
    sends: { inventory: 0 },
    once: true,
  },
  async ({ http, walks, maxPages, note }) => {
    for (const sized of walks) {
      const { size, walk } = sized;
      const { end, pages } = walk;
      if (!('finding' in end)) continue;
      if (end.kind === 'no-page') blockedBy(isPage);
      if (end.kind !== 'unanswered') throw new Violation(end.finding);
      if (pages === 0) blockedBy(answers);
      if (await goesOnAlone(http, sized, maxPages)) {
        note(`The cursor of page ${pages} ${size} was refused, as one may be that is old or not of the latest walk.`);
        continue;
      }
      const { size: slots } = walk.ids;
      const before = `after ${slots} ${slots === 1 ? 'slot' : 'slots'} on ${pages} ${pages === 1 ? 'page' : 'pages'}`;
      for (const reply of end.finding.replies) expect(reply, `for page ${pages + 1} ${size}, ${before}`).status(200);
    }
  },
);

/**
 * Whether a walk that was refused a cursor goes on beyond that place by itself: how long a cursor is good for, and whether
 * one of another walk is good besides, is left open. In two of three tries: what is refused now and then is no such cursor.
 */
async function goesOnAlone(http: Wire, { walk: before, limit }: SizedWalk, maxPages: number): Promise<boolean> {
  const refused = 'finding' in before.end ? before.end.finding.replies : [];
  if (!refused.every(({ status }) => status !== null && status >= 400 && status < 500 && status !== 429)) return false;
  let refusals = 0;
  for (let passes = 0; passes < 2;) {
    const again = await walk(http, { maxPages, limit, pages: before.pages + 1 });
    if (again.end.kind !== 'unanswered') passes++;
    else if (++refusals > 1) return false;
  }
  return true;
}

/** Far beyond the bound, and no more than a careless service would take. */
const BEYOND = 1000;

const OUT_OF_RANGE = [BOUND + 1, 1_000_000, 0, -1, 'many', 1.5, ''];

/** Limits beside 1 to 200: they may be refused or clamped. */
const outOfRange = inventory.stage(
  { id: 'inventory.out-of-range', needs: { key: access }, sends: { inventory: OUT_OF_RANGE.length } },
  ({ http }) => Promise.all(OUT_OF_RANGE.map(async (limit) => ({ limit, reply: await http.inventory({ limit }) }))),
);

/** The same behind a cursor, of a list that has more than fit on one page there. */
const behindCursor = inventory.stage(
  {
    id: 'inventory.out-of-range-behind-cursor',
    needs: { all: listed, probe: inventoryReply },
    sends: { inventory: 1 },
  },
  async ({ http, all, probe }) => {
    const cursor = valueAt(probe, 'next_cursor');
    if (typeof cursor !== 'string' || cursor === '' || all.ids.size <= BOUND + 1) return [];
    return [{ limit: BEYOND, where: ' with a cursor', reply: await http.inventory({ limit: BEYOND, cursor }) }];
  },
);

inventory.check(
  {
    id: 'inventory.default-limit',
    level: 'must',
    section: 'ad-server §4.2',
    requirement: 'Without `limit`, a page holds 50 slots at most.',
    fix: 'Use 50 as the page size where the request names no `limit`.',
    needs: { all: byDefault },
  },
  ({ all }) => {
    atMost(all, 50);
  },
);

inventory.check(
  {
    id: 'inventory.limit-respected',
    level: 'must',
    section: 'ad-server §4.2',
    requirement: 'A page never holds more slots than `limit` asks for.',
    fix: 'Cut each page at `limit`, on the pages behind a cursor too.',
    needs: { listed, walks },
  },
  ({ walks }) => {
    for (const { walk, limit } of walks) if (limit !== undefined && limit < BOUND) atMost(walk, limit);
  },
);

inventory.check(
  {
    id: 'inventory.never-more-than-200',
    level: 'must',
    section: 'ad-server §8',
    requirement: 'No page holds more than 200 slots, whatever `limit` asks for.',
    fix: 'Refuse a `limit` that is not 1 to 200 with 400 or 422, or treat it as the nearest that is, behind a cursor too: 0 and -1 do not mean all.',
    needs: { all: listed, outOfRange, behindCursor },
  },
  ({ all, outOfRange, behindCursor }) => {
    atMost(all, BOUND);
    for (const { limit, reply, where } of [...outOfRange.map((one) => ({ ...one, where: '' })), ...behindCursor]) {
      const data = valueAt(reply, 'data');
      if (reply.status === 200 && Array.isArray(data) && data.length > BOUND)
        violation({
          expected: `at most ${BOUND} slots for limit=${limit}${where}`,
          actual: `${data.length} slots`,
          pointer: '/data',
          replies: [reply],
        });
    }
  },
);

inventory.check(
  {
    id: 'inventory.out-of-range-limit-is-handled',
    level: 'must',
    section: 'ad-server §7',
    requirement:
      'A `limit` that is no integer from 1 to 200 is refused or replaced: it is answered, and causes no server error.',
    fix: 'Read `limit` as an integer and look at its bounds before you use it; answer 400 where it does not fit, or take the nearest that does.',
    needs: { listed, outOfRange },
  },
  ({ outOfRange }) => {
    const failed = outOfRange.filter(({ reply }) => (reply.status ?? 0) >= 500 || isDropped(reply));
    const [first] = failed;
    if (first !== undefined)
      violation({
        expected: 'a refusal such as 400, or a page',
        actual: `${describe(first.reply)} for ${inWords(
          failed.map(({ limit }) => `limit=${limit}`),
          'and',
        )}`,
        replies: [first.reply],
      });
  },
);

inventory.check(
  {
    id: 'inventory.out-of-range-limit',
    level: 'info',
    section: 'ad-server §4.2',
    requirement: 'What the service makes of a `limit` that is out of range.',
    fix: 'Nothing to fix here: it may be refused or clamped.',
    needs: { outOfRange },
  },
  ({ outOfRange, note }) => {
    const limits = new Map<string, (string | number)[]>();
    for (const { limit, reply } of outOfRange)
      limits.set(describe(reply), [...(limits.get(describe(reply)) ?? []), limit === '' ? 'nothing' : limit]);
    note([...limits].map(([answer, alike]) => `limit=${alike.join(', ')}: ${answer}.`).join(' '));
  },
);

export const idsStable = inventory.check(
  {
    id: 'inventory.ids-stable',
    level: 'must',
    section: 'ad-server §2.3',
    requirement: 'A slot keeps its `inventory_id` from one reading to the next.',
    fix: 'Send the id that the slot has in your system; do not make ids up while answering.',
    needs: { all: listed, walks, maxPages },
    sends: { inventory: 1 },
    once: true,
  },
  async ({ http, all, walks, maxPages }) => {
    const again: SizedWalk = { walk: await walk(http, { maxPages, pages: 1 }), limit: undefined, size: 'read again' };
    for (const other of [again, ...walks]) {
      const changed = renamed(all, other.walk);
      if (changed === null) continue;
      const [whole, third] = await readAgain(http, other, maxPages);
      if (renamed(whole, third) === null) continue;
      // Where slots come twice, others are lost: of two that look alike, each may show in one reading.
      if ([all, other.walk, whole, third].some(({ repeated }) => repeated !== null))
        blockedBy({ id: 'inventory.no-slot-twice' });
      violation({
        expected: `the id ${JSON.stringify(changed.before)} in every reading`,
        actual: JSON.stringify(changed.after),
        message: `The slot ${cut(changed.look, 80)} had the id ${JSON.stringify(changed.before)} and, ${other.size}, ${JSON.stringify(changed.after)}. A third reading confirms that ids change.`,
        replies: [all.first, other.walk.first],
      });
    }
  },
);

inventory.check(
  {
    id: 'inventory.no-slot-twice',
    level: 'must',
    section: 'ad-server §2.3',
    requirement: 'No slot is listed twice in one walk.',
    fix: 'Page over a stable order with a unique sort key, so that no slot falls on both sides of a cut. Where both stand on one page, two records share an id, or a join yields one record twice: give each slot an id of its own, and list it once.',
    needs: { listed, walks, maxPages },
    sends: { inventory: 0 },
    once: true,
  },
  async ({ http, walks, maxPages }) => {
    const isRound = walks.some(({ walk }) => walk.end.kind === 'circle');
    for (const sized of walks) {
      const { repeated, end } = sized.walk;
      // What comes again in a list that goes round is no slot listed twice.
      if (repeated === null || (isRound && end.kind !== 'last-page')) continue;
      const later = [await sameWalk(http, sized, maxPages), await sameWalk(http, sized, maxPages)];
      const known = (id: string) => walks.some(({ walk }) => walk.ids.has(id));
      if (bornOut(repeated, later, known))
        throw new Violation(withCount(repeated, `slots are listed twice ${sized.size}`));
    }
  },
);

inventory.check(
  {
    id: 'inventory.same-at-every-page-size',
    level: 'must',
    section: 'ad-server §4.2',
    requirement: 'Every page size leads through the same slots: none is lost between pages.',
    fix: 'Let the cursor point behind the last slot that was sent, whatever the page size, and give one as long as any slot is left. Choose the slots alike for every `limit`: no filter may depend on it.',
    needs: { all: listed, walks, ends: walkEnds, stable: idsStable, maxPages },
    sends: { inventory: 0 },
    once: true,
  },
  async ({ http, all, walks, maxPages }) => {
    for (const other of walks) {
      const lost = difference(all, other.walk);
      if (lost.length === 0) continue;
      if (walks.some(({ walk }) => walk.faults.has('next_cursor'))) blockedBy(cursorForm);
      const [whole, again] = await readAgain(http, other, maxPages);
      const confirmed = difference(whole, again).filter((id) => lost.includes(id));
      const missing = confirmed.filter((id) => whole.ids.has(id));
      if (confirmed.length > 0)
        violation({
          expected: `the same slots with limit=${BOUND} and ${other.size}`,
          actual:
            missing.length > 0
              ? someSlots(missing, `missing ${other.size}`, all)
              : someSlots(confirmed, `listed only ${other.size}`, all),
          replies: [all.first, other.walk.first],
        });
    }
  },
);

inventory.check(
  {
    id: 'inventory.unknown-cursor',
    level: 'info',
    section: 'ad-server §4.2',
    requirement: 'What the service makes of a cursor that it never gave.',
    fix: 'Nothing to fix here: the contract is silent.',
    needs: { key: access },
    sends: { inventory: 1 },
  },
  async ({ http, note }) => {
    note(`${describe(await http.inventory({ cursor: 'conformance-no-such-cursor' }))}.`);
  },
);

/** How many slots they are, and some of them. */
function someSlots(ids: readonly string[], what: string, { archived }: Walk): string {
  const isArchived = (id: string) => archived.some((slot) => slot.inventory_id === id);
  const some = ids.slice(0, 3).map((id) => cut(JSON.stringify(id), 80) + (isArchived(id) ? ' (archived)' : ''));
  return `${ids.length} ${ids.length === 1 ? 'slot' : 'slots'} ${what}, such as ${inWords(some, 'and')}`;
}

/** A walk once more, as far as it went. */
function sameWalk(http: Wire, { walk: seen, limit }: SizedWalk, maxPages: number): Promise<Walk> {
  return walk(http, { maxPages, limit, pages: Math.max(seen.pages, 1) });
}

/** The whole list and another walk once more, one right behind the other. */
async function readAgain(http: Wire, other: SizedWalk, maxPages: number): Promise<readonly [Walk, Walk]> {
  const whole = await walk(http, { limit: BOUND, maxPages });
  return [whole, await sameWalk(http, other, maxPages)];
}

function atMost({ largestPage, end }: Walk, limit: number): void {
  if (largestPage === null) blockedBy(end.kind === 'no-page' ? isPage : answers);
  if (largestPage.size > limit)
    violation({
      expected: `at most ${limit} ${limit === 1 ? 'slot' : 'slots'}`,
      actual: `${largestPage.size} slots on one page`,
      pointer: '/data',
      replies: [largestPage.reply],
    });
}
