import { describe, expect, violation } from '../../src/engine/expect.ts';
import { chapter } from '../../src/engine/node.ts';
import { blockedBy, Violation, type Finding } from '../../src/engine/signal.ts';
import type { Reply } from '../../src/http/reply.ts';
import { maxPages } from '../givens.ts';
import { keyAccepted } from './01-connection.ts';
import { walk, type Walk } from './inventory-walk.ts';
import { isObject, member } from './json.ts';

export const inventory = chapter('ad-server', 'inventory', 'Inventory');

/** `GET /inventory` at every page size that is tried: the answers of first pages, and whole walks. */
const BOUND = 200;
const ODD_LIMIT = 23;

/** The whole list in the largest pages: every slot is judged in it. */
const wholeWalk = inventory.stage(
  { id: 'inventory.whole-walk', needs: { key: keyAccepted, maxPages }, sends: { inventory: 1 } },
  ({ http, maxPages }) => walk(http, { limit: BOUND, maxPages }),
);

inventory.check(
  {
    id: 'inventory.answers-200',
    level: 'must',
    section: 'ad-server §4.2',
    requirement: '`GET /inventory` answers 200.',
    fix: 'Serve `GET /inventory` at the base address, with status 200 for a key that may read; it cannot be switched off.',
    needs: { all: wholeWalk },
  },
  ({ all }) => {
    expect(all.first).status(200);
  },
);

export const isPage = inventory.check(
  {
    id: 'inventory.data-is-array',
    level: 'must',
    section: 'ad-server §4.2',
    requirement: 'Every page is a JSON object with an array of slots in `data`.',
    fix: 'Answer `{ "data": [ … ], "next_cursor": … }` on every page, the last one included; `data` is an array even when it is empty.',
    needs: { all: wholeWalk },
  },
  ({ all, note }) => {
    expect(all.first).status(200);
    if (all.end.kind === 'no-page') throw new Violation(all.end.finding);
    broken(all, '');
    note(`${all.slots} slots on ${all.pages} pages.`);
    return all;
  },
);

const MEMBERS = [
  [
    'inventory_id',
    'slot-id',
    'Every slot has an `inventory_id`: a string that is not empty.',
    'Send the id of each slot in `inventory_id` as a JSON string, numbers in quotes too.',
  ],
  [
    'name',
    'slot-name',
    'Every slot has a `name`: a string.',
    'Give each slot the label that your operators know it by, as a JSON string.',
  ],
  [
    'sizes',
    'slot-sizes',
    'Every slot has `sizes`: an array of creative sizes, each written WIDTHxHEIGHT.',
    'List the accepted sizes as an array of strings such as `["300x250"]`: digits, a small x, digits.',
  ],
  [
    'format',
    'slot-format',
    '`format`, where it is there, is a string.',
    'Send `format` as a JSON string, or leave it out; `null` is not allowed.',
  ],
  [
    'status',
    'slot-status',
    '`status`, where it is there, is `active` or `archived`.',
    'Map the states of your system to `active` and `archived`, in lower case, or leave `status` out.',
  ],
] as const;

for (const [name, rule, requirement, fix] of MEMBERS)
  inventory.check(
    { id: `inventory.${rule}`, level: 'must', section: 'ad-server §2.3', requirement, fix, needs: { all: isPage } },
    ({ all }) => {
      broken(all, name);
    },
  );

inventory.check(
  {
    id: 'inventory.format-is-consistent',
    level: 'should',
    section: 'ad-server §2.3',
    requirement: '`format` is spelt alike across slots.',
    fix: 'Choose one spelling for each format, and send it everywhere.',
    needs: { all: isPage },
  },
  ({ all }) => {
    const spellings = new Map<string, string>();
    for (const format of all.formats) {
      const plain = format.toLowerCase().replace(/[\s_-]+/g, '');
      const other = spellings.get(plain);
      if (other !== undefined)
        violation({
          expected: 'one spelling of each format',
          actual: `${JSON.stringify(other)} and ${JSON.stringify(format)}`,
          replies: [all.first],
        });
      spellings.set(plain, format);
    }
  },
);

inventory.check(
  {
    id: 'inventory.cursor-form',
    level: 'must',
    section: 'ad-server §4.2',
    requirement: '`next_cursor` is a string, or on the last page null or absent.',
    fix: 'Send the cursor as a string that is not empty. On the last page send null or leave the member out: an empty string, false or 0 would be read as another page.',
    needs: { all: isPage },
  },
  ({ all }) => {
    broken(all, 'next_cursor');
  },
);

const walkEnds = inventory.check(
  {
    id: 'inventory.walk-ends',
    level: 'must',
    section: 'ad-server §4.2',
    requirement: 'Following `next_cursor` leads to a last page.',
    fix: 'Give each page a cursor that leads on, answer every cursor that you gave, and leave the cursor out when nothing follows.',
    needs: { all: isPage },
    once: true,
  },
  ({ all }) => {
    if ('finding' in all.end) throw new Violation(all.end.finding);
    return all;
  },
);

/** Walks and pages at other sizes than the largest. */
const byDefault = inventory.stage(
  { id: 'inventory.default-walk', needs: { all: isPage, maxPages }, sends: { inventory: 7 } },
  ({ http, all, maxPages }) => walk(http, { maxPages, ...(all.slots > 5000 ? { pages: 20 } : {}) }),
);

const byOddLimit = inventory.stage(
  { id: 'inventory.odd-limit-walk', needs: { all: isPage, maxPages }, sends: { inventory: 14 } },
  ({ http, all, maxPages }) => walk(http, { limit: ODD_LIMIT, maxPages, ...(all.slots > 1000 ? { pages: 5 } : {}) }),
);

const oneByOne = inventory.stage(
  { id: 'inventory.one-by-one', needs: { all: isPage, maxPages }, sends: { inventory: 5 } },
  ({ http, maxPages }) => walk(http, { limit: 1, maxPages, pages: 5 }),
);

/** One more than allowed: it may be refused or clamped. */
const beyondBound = inventory.stage(
  { id: 'inventory.beyond-the-bound', needs: { all: isPage }, sends: { inventory: 2 } },
  ({ http }) => Promise.all([BOUND + 1, 1000].map((limit) => http.inventory({ limit }))),
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
    needs: { one: oneByOne, odd: byOddLimit },
  },
  ({ one, odd }) => {
    atMost(one, 1);
    atMost(odd, ODD_LIMIT);
  },
);

inventory.check(
  {
    id: 'inventory.never-more-than-200',
    level: 'must',
    section: 'ad-server §8',
    requirement: 'No page holds more than 200 slots, whatever `limit` asks for.',
    fix: 'Refuse a `limit` above 200 with 400 or 422, or treat it as 200.',
    needs: { all: isPage, beyond: beyondBound },
  },
  ({ all, beyond }) => {
    atMost(all, BOUND);
    for (const reply of beyond) {
      const data = reply.json.ok ? member(reply.json.value, 'data') : undefined;
      if (reply.status === 200 && Array.isArray(data) && data.length > BOUND)
        violation({
          expected: `at most ${BOUND} slots`,
          actual: `${data.length} slots`,
          pointer: '/data',
          replies: [reply],
        });
    }
  },
);

inventory.check(
  {
    id: 'inventory.out-of-range-limit',
    level: 'info',
    section: 'ad-server §4.2',
    requirement: 'What the service makes of a `limit` that is out of range.',
    fix: 'Nothing to fix here: it may be refused or clamped.',
    needs: { all: isPage },
    sends: { inventory: 3 },
  },
  async ({ http, note }) => {
    const limits = [0, -1, 'many'];
    const replies = await Promise.all(limits.map((limit) => http.inventory({ limit })));
    note(replies.map((reply, index) => `limit=${limits[index] ?? ''}: ${describe(reply)}.`).join(' '));
  },
);

const idsStable = inventory.check(
  {
    id: 'inventory.ids-stable',
    level: 'must',
    section: 'ad-server §2.3',
    requirement: 'A slot keeps its `inventory_id` from one reading to the next.',
    fix: 'Send the id that the slot has in your system; do not make ids up while answering.',
    needs: { all: byDefault },
    sends: { inventory: 1 },
  },
  async ({ http, all }) => {
    const again = await http.inventory();
    const changed = renamed(all.first, again);
    if (changed === null) return;
    const third = await http.inventory();
    const confirmed = renamed(again, third) ?? renamed(all.first, third);
    if (confirmed !== null)
      violation({
        ...changed,
        replies: [all.first, again],
        message: `${changed.message} A third reading confirms that ids change.`,
      });
  },
);

inventory.check(
  {
    id: 'inventory.no-slot-twice',
    level: 'must',
    section: 'ad-server §2.3',
    requirement: 'No slot is listed twice in one walk.',
    fix: 'Page over a stable order with a unique sort key, so that no slot falls on both sides of a cut.',
    needs: { all: isPage, standard: byDefault, odd: byOddLimit, one: oneByOne, maxPages },
    sends: { inventory: 0 },
    once: true,
  },
  async ({ http, all, standard, odd, one, maxPages }) => {
    const walks: [Walk, number | undefined][] = [
      [all, BOUND],
      [standard, undefined],
      [odd, ODD_LIMIT],
      [one, 1],
    ];
    for (const [seen, limit] of walks) {
      if (seen.repeated === null || seen.end.kind === 'circle') continue;
      const options = { maxPages, pages: seen.pages, ...(limit === undefined ? {} : { limit }) };
      const again = (await walk(http, options)).repeated ?? (await walk(http, options)).repeated;
      if (again !== null) throw new Violation(withCount(seen.repeated, 'slots are listed twice'));
    }
  },
);

inventory.check(
  {
    id: 'inventory.same-at-every-page-size',
    level: 'must',
    section: 'ad-server §4.2',
    requirement: 'Every page size leads through the same slots: none is lost between pages.',
    fix: 'Let the cursor point behind the last slot that was sent, whatever the page size.',
    needs: { all: walkEnds, standard: byDefault, odd: byOddLimit, one: oneByOne, stable: idsStable, maxPages },
    sends: { inventory: 0 },
    once: true,
  },
  async ({ http, all, standard, odd, one, maxPages }) => {
    const walks: [Walk, number | undefined][] = [
      [standard, undefined],
      [odd, ODD_LIMIT],
      [one, 1],
    ];
    for (const [other, limit] of walks) {
      if ('finding' in other.end) throw new Violation(other.end.finding);
      const lost = difference(all, other);
      if (lost.length === 0) continue;
      const whole = await walk(http, { limit: BOUND, maxPages });
      const again = await walk(http, { maxPages, pages: other.pages, ...(limit === undefined ? {} : { limit }) });
      const confirmed = difference(whole, again).filter((id) => lost.includes(id));
      if (confirmed.length > 0)
        violation({
          expected: `the same slots with limit=${BOUND} and ${limit === undefined ? 'without a limit' : `with limit=${limit}`}`,
          actual: `${confirmed.length} slots in only one of them, such as ${JSON.stringify(confirmed[0])}`,
          replies: [all.first, other.first],
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
    needs: { all: isPage },
    sends: { inventory: 1 },
  },
  async ({ http, note }) => {
    note(`${describe(await http.inventory({ cursor: 'conformance-no-such-cursor' }))}.`);
  },
);

function broken(all: Walk, name: string): void {
  const fault = all.faults.get(name);
  if (fault !== undefined) throw new Violation(withCount(fault, 'slots have such a fault'));
}

function withCount({ finding, slots }: { finding: Finding; slots: number }, what: string): Finding {
  return slots === 1
    ? finding
    : { ...finding, message: `Expected ${finding.expected}, got ${finding.actual}. In all, ${slots} ${what}.` };
}

function atMost({ largestPage, end }: Walk, limit: number): void {
  if (largestPage === null) {
    if ('finding' in end) blockedBy(isPage);
    return;
  }
  if (largestPage.size > limit)
    violation({
      expected: `at most ${limit} ${limit === 1 ? 'slot' : 'slots'}`,
      actual: `${largestPage.size} slots on one page`,
      pointer: '/data',
      replies: [largestPage.reply],
    });
}

/** Ids that stand in only one of two walks; of a longer list, those of the shorter look that the whole does not have. */
function difference(whole: Walk, other: Walk): string[] {
  const added = (other.ids.listed ?? []).filter((id) => !whole.ids.has(id));
  const missing = other.end.kind === 'last-page' ? (whole.ids.listed ?? []).filter((id) => !other.ids.has(id)) : [];
  return [...missing, ...added];
}

/** Slots of one reading that stand in the other under a new id, though all else about them is the same. */
function renamed(
  one: Reply,
  other: Reply,
): { expected: string; actual: string; message: string; pointer: string } | null {
  const before = slotsByLook(one);
  const after = slotsByLook(other);
  const ids = new Set([...after.values()].map(({ id }) => id));
  for (const [look, { id }] of before) {
    const now = after.get(look);
    if (now === undefined || now.id === id || ids.has(id)) continue;
    return {
      expected: `the id ${JSON.stringify(id)} again`,
      actual: JSON.stringify(now.id),
      message: `The slot named ${look.slice(0, 80)} had the id ${JSON.stringify(id)} and, read again, ${JSON.stringify(now.id)}.`,
      pointer: `/data/${now.index}/inventory_id`,
    };
  }
  return null;
}

/** The slots of a page by all that is not their id; those that look alike are left out. */
function slotsByLook(reply: Reply): Map<string, { id: string; index: number }> {
  const data = reply.json.ok ? member(reply.json.value, 'data') : undefined;
  const looks = new Map<string, { id: string; index: number } | null>();
  (Array.isArray(data) ? data : []).forEach((slot: unknown, index) => {
    const id = member(slot, 'inventory_id');
    if (!isObject(slot) || typeof id !== 'string') return;
    const look = JSON.stringify([slot['name'], slot['sizes'], slot['format']]);
    looks.set(look, looks.has(look) ? null : { id, index });
  });
  return new Map([...looks].flatMap(([look, slot]) => (slot === null ? [] : [[look, slot] as const])));
}
