import { texts } from '../../../src/engine/rule.ts';
import { rulesOf } from '../../../src/engine/node.ts';
import { every } from '../../../src/engine/excuse.ts';
import { expect, expectNone, violation, otherAnswer, withFacts, withMore } from '../../../src/engine/expect.ts';
import type { Slip } from '../../../src/causes/slip.ts';
import { inconclusive, Violation, type Finding } from '../../../src/engine/signal.ts';
import { shown } from '../../../src/schema/faults.ts';
import { amount, inWords } from '../../../src/text/in-words.ts';
import {
  notAPage,
  LARGEST,
  otherWayOn,
  confirmedDifference,
  confirmedRenamed,
  isConfirmedAgain,
  isListedTwice,
} from '../readers/inventory-walk.ts';
import { inventoryReply, inventory, listed, walks, type SizedWalk } from '../records.ts';
import { MOST_REPEATED_IDS, type Repeated, type SlotFault, type Walk } from '../readers/inventory-summary.ts';
import { isRefusal } from '../readers/booking.ts';
import { isDropped, type Reply } from '../../../src/http/reply.ts';
import { member, valueAt } from '../../json.ts';
import { byDefault, outOfRange, lateReading, secondLooks, behindTheEnd } from './requests.ts';
import { cut } from '../../../src/text/cut.ts';
import { isLastingBreakdown } from '../readers/answers.ts';

export const answers = inventory.rule({
  id: 'inventory.answers-200',
  section: 'ad-server §4.2',
  requirement: '`GET /inventory` answers 200, without a `limit` and with any from 1 to 200.',
  problem: '`GET /inventory` does not answer 200',
  fix: 'Serve `GET /inventory` at the base address, with status 200 for a key that may read; it cannot be switched off. Accept a request without `limit` and every limit from 1 to 200, from the first call on. Answer 200 for a part of the list too, not 201 or 206.',
  of: { walks, probe: inventoryReply },
  judge: ({ walks, probe }) => {
    // The connect probe is the first request of all, for which a service may not be ready.
    const first = { reply: probe, how: 'with limit=1, the first time' };
    every([...walks.map(({ walk, size }) => ({ reply: walk.first, how: size })), first], ({ reply, how }) =>
      expect(reply, how).status(200),
    );
  },
});

export const dataIsArray = inventory.rule({
  id: 'inventory.data-is-array',
  section: 'ad-server §4.2',
  requirement: 'Every page is a JSON object with an array of slots in `data`.',
  problem: 'A page is not an object with an array of slots in `data`',
  fix: 'Answer `{ "data": [ … ], "next_cursor": … }` on every page, the last one included; `data` is an array even when it is empty, and every element of it is a slot.',
  of: { walks, probe: inventoryReply },
  judge: ({ walks, probe }, note) => {
    if (walks.every(({ walk }) => walk.first.status !== 200)) inconclusive('No page was answered 200.');
    for (const { walk } of walks) if (walk.end.kind === 'no-page') throw new Violation(walk.end.finding);
    expectNoFault(walks, WHOLE_SLOT);
    if (probe.status === 200) expectNone(notAPage(probe));
    for (const { walk, size } of walks.slice(0, 1)) note(`${walk.slots} slots on ${walk.pages} pages ${size}.`);
  },
});

/** The name of the fault of an element that is not an object. */
const WHOLE_SLOT = '';

const MEMBERS = {
  'slot-id': [
    'inventory_id',
    'Every slot has an `inventory_id`, a non-empty string.',
    'A slot has no usable `inventory_id`',
    'Send the id of each slot in `inventory_id` as a JSON string, in quotes even if it is a number.',
  ],
  'slot-name': [
    'name',
    'Every slot has a `name`, a string.',
    'A slot has no `name`, or one that is not a string',
    'Give each slot the label that your operators know it by, as a JSON string.',
  ],
  'slot-sizes': [
    'sizes',
    'Every slot has `sizes`, an array of creative sizes, each written WIDTHxHEIGHT.',
    'A slot has no valid list of `sizes`',
    'List the accepted sizes as an array of strings such as `["300x250"]`: digits, a lower-case x, digits.',
  ],
  'slot-format': [
    'format',
    '`format`, if present, is a string.',
    'The `format` of a slot is not a string',
    'Send `format` as a JSON string, or leave it out; `null` is not allowed.',
  ],
  'slot-status': [
    'status',
    '`status`, if present, is `active` or `archived`.',
    'The `status` of a slot is neither active nor archived',
    'Map the states of your system to `active` and `archived`, in lower case, or leave `status` out.',
  ],
} as const;

rulesOf(MEMBERS, (rule, [name, ...row]) =>
  inventory.rule({
    id: `inventory.${rule}`,
    section: 'ad-server §2.3',
    ...texts(row),
    of: { listed, walks },
    judge: ({ walks }) => expectNoFault(walks, name),
  }),
);

inventory.rule({
  id: 'inventory.format-is-consistent',
  level: 'should',
  section: 'ad-server §2.3',
  requirement: '`format` is spelt the same way for all slots.',
  problem: '`format` is spelt in several ways',
  fix: 'Choose one spelling for each format, and send it everywhere.',
  of: { listed },
  judge: ({ listed }) => {
    const spellings = new Map<string, string>();
    for (const format of listed.formats) {
      const plain = format.toLowerCase().replace(/[\s_-]/g, '');
      const actual = `${JSON.stringify(spellings.get(plain))} and ${JSON.stringify(format)}`;
      if (spellings.has(plain)) violation({ expected: 'one spelling of each format', actual, replies: [listed.first] });
      spellings.set(plain, format);
    }
  },
});

export const cursorForm = inventory.rule({
  id: 'inventory.cursor-form',
  section: 'ad-server §4.2',
  requirement: '`next_cursor` is a non-empty string; on the last page it is null or absent.',
  problem: '`next_cursor` is neither a non-empty string nor null',
  fix: 'Send the cursor as a non-empty string. On the last page send null or leave it out: an empty string, false or 0 would be read as another page.',
  of: { listed, walks },
  judge: ({ walks }) => expectNoFault(walks, 'next_cursor'),
});

function expectNoFault(walks: readonly SizedWalk[], name: string): void {
  for (const { walk } of walks) {
    const fault = walk.faults.get(name);
    if (fault !== undefined) throw new Violation(name === 'next_cursor' ? fault.finding : withShare(fault, walk.slots));
  }
}

function withShare({ finding, slots, last }: SlotFault, total: number): Finding {
  if (slots === total) return withMore(finding, `Seen in ${total > 1 ? `all ${total} slots` : 'the only slot'}.`);
  const which = slots > 1 ? '' : last === total ? ': the last' : `: number ${last}`;
  return withMore(finding, `Seen in ${slots} of ${amount(total, 'slot')}${which}.`);
}

function withCount({ finding, slots }: Pick<SlotFault, 'finding' | 'slots'>, what: string): Finding {
  return slots === 1 ? finding : withMore(finding, `In all, ${slots} ${what}.`);
}

/** How many slots are repeated; of very many, how often they are. */
const counted = ({ finding, slots, ids }: Repeated) => ({
  finding,
  slots: ids.size < MOST_REPEATED_IDS ? ids.size : slots,
});

export const walkEnds = inventory.rule({
  id: 'inventory.walk-ends',
  section: 'ad-server §4.2',
  requirement: 'Following `next_cursor` leads to a last page.',
  problem: 'Following `next_cursor` does not reach a last page',
  fix: 'Give each page a new cursor, and none on the last page. Answer 200 to every cursor that you gave, with and without `limit`. If several processes answer, each must know the cursors of all: write the position into the cursor, or keep it in a shared store. An empty last page is fine: 200 with `"data": []`.',
  of: { listed, walks },
  once: true,
  judge: ({ walks }, note) => {
    const doOverlap = walks.some(({ walk }) => walk.repeated?.finding.found.slip === 'overlap');
    every(walks, (walk) => expectLastPage(walk, doOverlap ? 'overlap' : undefined), note);
  },
});

const DEFAULT_LIMIT = 50;

export const defaultLimit = inventory.rule({
  id: 'inventory.default-limit',
  section: 'ad-server §4.2',
  requirement: 'Without `limit`, a page holds at most 50 slots.',
  problem: 'Without `limit`, a page holds more than 50 slots',
  fix: 'Use 50 as the page size if the request has no `limit`. If answers are cached, let `limit` be a part of the key.',
  of: { byDefault },
  judge: ({ byDefault }, note) => {
    if (byDefault === null) return;
    expectAtMost(byDefault.walk, DEFAULT_LIMIT);
    const { largestPage, pages } = byDefault.walk;
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
  fix: 'Cut each page at `limit`, also on pages after a cursor. If answers are cached, let `limit` be a part of the key.',
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
        throw new Violation(withCount(counted(walk.repeatedOnPage), `slots are listed twice on a page ${size}`));
  },
});

/** Expects a walk to reach the last page, unless only the first pages were to be read. */
function expectLastPage({ size, walk: { end, pages, ids } }: SizedWalk, slip?: Slip): void {
  if (!('finding' in end)) return;
  if (end.kind === 'no-page' || pages === 0) inconclusive(`There is no page to go on from ${size}.`);
  if (end.kind === 'circle' && slip) throw new Violation(withFacts(end.finding, { slip }));
  if (end.kind !== 'unanswered') throw new Violation(end.finding);
  const circumstance = `for page ${pages + 1} ${size}, after ${amount(ids.size, 'slot')} on ${amount(pages, 'page')}`;
  const { fix } = end.finding.found;
  expect(end.reply, circumstance, isRefusal(end) ? { fix } : {}).status(200);
}

function expectAtMost({ largestPage, first }: Walk, limit: number): void {
  const { size, reply } = largestPage ?? inconclusive('No page was read.', first);
  if (size <= limit) return;
  const data = valueAt(reply, 'data');
  const ids = Array.isArray(data) ? data.map((slot: unknown) => member(slot, 'inventory_id') ?? slot) : [];
  const different = new Set(ids).size;
  const repeats = different < size ? `, ${different} of them different` : '';
  const fix = different <= limit ? FIX_OF_REPEATS : undefined;
  tooMany(`at most ${amount(limit, 'slot')}`, `${amount(size, 'slot')} on one page${repeats}`, reply, fix);
}

const FIX_OF_REPEATS =
  'Send each slot once: a join may repeat it, such as for each of its sizes. Let `limit` count slots, not the rows of a join.';

function tooMany(expected: string, actual: string, reply: Reply, fix?: string): never {
  violation({ expected, actual, fix, pointer: '/data', replies: [reply] });
}

const asked = ({ limit, ...others }: { readonly limit: string | number; readonly cursor?: string }) =>
  `limit=${limit}${'cursor' in others ? ' with a cursor' : ''}`;

export const idsStable = inventory.rule({
  id: 'inventory.ids-stable',
  section: 'ad-server §2.3',
  requirement: 'A slot keeps its `inventory_id` from one reading to the next.',
  problem: 'Slots change their `inventory_id` between readings',
  fix: 'Send the id that the slot has in your system; do not generate ids while answering.',
  of: { listed, secondLooks },
  once: true,
  judge: ({ listed, secondLooks }) =>
    every(secondLooks, ({ size, ...look }) => {
      const { walk, whole, again } = look;
      const changed = confirmedRenamed(listed, look);
      if (changed === null) return;
      if ([listed, walk, whole, ...again].some(({ repeated, repeatedOnPage }) => repeated ?? repeatedOnPage))
        inconclusive(
          'Slots are listed twice and others may be missing, so of two slots that look the same each may show in one reading only.',
        );
      const [before, after] = [JSON.stringify(changed.before), JSON.stringify(changed.after)];
      violation({
        expected: `the id ${before} in every reading`,
        actual: after,
        what: `The slot ${cut(changed.look, 80)} had the id ${before} and, ${size}, ${after}. A third reading confirms that ids change.`,
        replies: [listed.first, walk.first],
      });
    }),
});

export const noSlotOnTwoPages = inventory.rule({
  id: 'inventory.no-slot-on-two-pages',
  section: 'ad-server §2.3',
  requirement: 'No slot is on two pages of one walk.',
  problem: 'A slot is listed on two pages of one walk',
  fix: 'Page over a stable order with a unique sort key, so that no slot is on both sides of a page break; a cursor that counts pages means pages of the same `limit`. If slots come twice in a row, too, a join multiplies them.',
  of: { listed, walks, secondLooks },
  once: true,
  judge: ({ walks, secondLooks }) => {
    const isRound = walks.some(({ walk }) => walk.end.kind === 'circle');
    const isKnown = (id: string) => walks.some(({ walk }) => walk.ids.has(id));
    for (const { size, walk, again } of secondLooks)
      if (isListedTwice(walk, isRound) && isConfirmedAgain(walk.repeated, again, isKnown))
        throw new Violation(withCount(counted(walk.repeated), `slots are on two pages ${size}`));
  },
});

export const sameAtEverySize = inventory.rule({
  id: 'inventory.same-at-every-page-size',
  section: 'ad-server §4.2',
  requirement: 'Every page size lists the same slots: none is lost between pages.',
  problem: 'Slots are lost between pages',
  fix: 'Let the cursor point after the last slot that was sent, whatever the page size, and send one as long as any slot is left. Sort by something that no two slots share, such as the id behind the name, and let the cursor hold all of it. No filter may depend on `limit`, which counts slots, not the rows of a join.',
  of: { listed, walks, secondLooks, behindTheEnd },
  once: true,
  judge: ({ listed, walks, secondLooks, behindTheEnd }) => {
    every(walks, (walk) => {
      expectLastPage(walk);
    });
    if (behindTheEnd) {
      const { id, limit, reply, whole } = behindTheEnd;
      violation({
        expected: 'every slot in a list that is read to its end',
        actual: `${shown(id)} behind the last page alone`,
        more: `It comes if the last page is asked for with limit=${limit}, the number of its slots.`,
        pointer: '/data',
        replies: [whole.first, reply],
      });
    }
    for (const { size, ...look } of secondLooks) {
      const confirmed = confirmedDifference(listed, look);
      const missing = confirmed.filter((id) => look.whole.ids.has(id));
      const [ids, what] = missing.length > 0 ? [missing, `missing ${size}`] : [confirmed, `listed only ${size}`];
      if (ids.length === 0) continue;
      const other = look.walk.pages === 1 ? otherWayOn(look.walk.first) : null;
      const instead = `; the first page has no next_cursor, but ${other ?? ''}, which no client follows`;
      violation({
        expected: `the same slots with limit=${LARGEST} and ${size}`,
        actual: someSlots(ids, what, listed) + (other === null ? '' : instead),
        more: `${amount(look.whole.ids.size, 'slot')} came on ${amount(look.whole.pages, 'page')} with limit=${LARGEST}, ${amount(look.walk.ids.size, 'slot')} on ${amount(look.walk.pages, 'page')} ${size}.`,
        ...(other !== null && { fix: 'Send the cursor as `next_cursor`, exactly so, at the top level of the body.' }),
        replies: [listed.first, look.walk.first],
      });
    }
  },
});

export const readThroughout = inventory.rule({
  id: 'inventory.read-throughout',
  ofWholeRun: true,
  section: 'ad-server §4.2',
  requirement:
    'The inventory can still be read at the end of a run, and its slots are as complete as at the beginning.',
  problem: 'The inventory can no longer be read at the end of the run',
  fix: 'Check your log for errors of `GET /inventory`, and look at how it joins slots with what is booked: it may fail on a booked slot, list it once for each line, or lose members of it; or a resource ran out.',
  of: { walks, late: lateReading },
  judge: ({ walks, late }) => {
    const { first, faults, repeatedOnPage } = late;
    if (isLastingBreakdown(first))
      violation(otherAnswer(first, [200], { more: 'At the beginning of the run it was right.' }));
    const isNew = (has: (walk: Walk) => boolean) => walks.every(({ walk }) => !has(walk));
    const broken = [...faults].flatMap(([name, { finding }]) =>
      isNew((walk) => walk.faults.has(name)) ? finding : [],
    );
    const twice = isNew((walk) => walk.repeatedOnPage !== null) ? repeatedOnPage?.finding : undefined;
    for (const finding of [notAPage(first), ...broken, twice])
      if (finding) violation(withMore(finding, 'At the beginning of the run it was right.'));
  },
});

function someSlots(ids: readonly string[], what: string, { archived }: Walk): string {
  const isArchived = (id: string) => archived.some((slot) => slot.inventory_id === id);
  const some = ids.slice(0, 3).map((id) => cut(JSON.stringify(id), 80) + (isArchived(id) ? ' (archived)' : ''));
  return `${amount(ids.length, 'slot')} ${what}, such as ${inWords(some, 'and')}`;
}
