import { adServer } from '../phases.ts';
import { expect, violation } from '../../../src/engine/expect.ts';
import { blockedBy, Violation, type Finding } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { maxPages } from '../../givens.ts';
import { inventoryReply, access } from '../connection/requests.ts';
import { notAPage, walk, type Walk } from '../readers/inventory-walk.ts';
import { allButOne, BOUND, evenLimit, LOOK, oddLimit, pagesOf } from '../values/page-sizes.ts';

export const inventory = adServer.module('inventory', 'Inventory');

/** The whole list in the largest pages: what later chapters book and forecast is taken from it. */
const wholeWalk = inventory.stage(
  { id: 'inventory.whole-walk', needs: { key: access, maxPages }, sends: { inventory: 1 } },
  ({ http, maxPages }) => walk(http, { limit: BOUND, maxPages }),
);

/** The list as far as it could be read: one good page will do. */
export const listed = inventory.stage({ id: 'inventory.listed', needs: { all: wholeWalk } }, ({ all }) => {
  if (all.pages === 0) blockedBy(all.end.kind === 'no-page' ? isPage : answers);
  return all;
});

/** How the whole list is read anew, for requests about slots that may have left it meanwhile. */
export const rereading = inventory.record({ id: 'inventory.rereading', of: { maxPages } }, ({ maxPages }) => ({
  readAgain: (http: Wire) => walk(http, { limit: BOUND, maxPages }),
}));

/** Walks at other page sizes than the largest. */
export const byDefault = inventory.stage(
  { id: 'inventory.default-walk', needs: { all: listed, maxPages }, sends: { inventory: 7 } },
  ({ http, all, maxPages }) => walk(http, { maxPages, ...pagesOf(all, 5000, 20) }),
);

export const byOddLimit = inventory.stage(
  { id: 'inventory.odd-limit-walk', needs: { all: listed, maxPages }, sends: { inventory: 14 } },
  ({ http, all, maxPages }) => walk(http, { limit: oddLimit(all), maxPages, ...pagesOf(all, 1000, LOOK) }),
);

const byEvenLimit = inventory.stage(
  { id: 'inventory.even-limit-walk', needs: { all: listed, maxPages }, sends: { inventory: 2 } },
  ({ http, all, maxPages }) => {
    const limit = evenLimit(all);
    return limit === null ? null : walk(http, { limit, maxPages, ...pagesOf(all, 2000, LOOK) });
  },
);

const byAllButOne = inventory.stage(
  { id: 'inventory.all-but-one-walk', needs: { all: listed, maxPages }, sends: { inventory: 0 } },
  ({ http, all, maxPages }) => {
    const limit = allButOne(all);
    return limit === null ? null : walk(http, { limit, maxPages });
  },
);

export const oneByOne = inventory.stage(
  { id: 'inventory.one-by-one', needs: { key: access, maxPages }, sends: { inventory: LOOK } },
  ({ http, maxPages }) => walk(http, { limit: 1, maxPages, pages: LOOK }),
);

/** A walk with the page size that it asked for. */
export interface SizedWalk {
  readonly walk: Walk;
  readonly limit: number | undefined;
  /** For people. */
  readonly size: string;
}

/** All walks; the first one alone where it found no page to go on from. */
export const walks = inventory.stage(
  {
    id: 'inventory.walks',
    needs: { all: wholeWalk },
    prefers: { standard: byDefault, odd: byOddLimit, even: byEvenLimit, butOne: byAllButOne, one: oneByOne },
  },
  ({ all, standard, odd, even, butOne, one }): SizedWalk[] =>
    (
      [
        [all, BOUND],
        [standard, undefined],
        [odd, oddLimit(all)],
        [even ?? undefined, evenLimit(all) ?? undefined],
        [butOne ?? undefined, allButOne(all) ?? undefined],
        [one, 1],
      ] as const
    ).flatMap(([each, limit]) =>
      each === undefined
        ? []
        : [{ walk: each, limit, size: limit === undefined ? 'without a limit' : `with limit=${limit}` }],
    ),
);

export const answers = inventory.check(
  {
    id: 'inventory.answers-200',
    level: 'must',
    section: 'ad-server §4.2',
    requirement: '`GET /inventory` answers 200, without a `limit` and with any from 1 to 200.',
    fix: 'Serve `GET /inventory` at the base address, with status 200 for a key that may read: it cannot be switched off. Take a request without `limit` and every limit from 1 to 200, from the first call on, and answer 200 for a part of the list too, not 201 or 206.',
    needs: { walks },
    prefers: { probe: inventoryReply },
  },
  ({ walks, probe }) => {
    for (const { walk, size } of walks) expect(walk.first, size).status(200);
    // The client's connect probe is the first request of all; other calls may have made something ready by now.
    if (probe !== undefined) expect(probe, 'with limit=1, the first time').status(200);
  },
);

export const isPage = inventory.check(
  {
    id: 'inventory.data-is-array',
    level: 'must',
    section: 'ad-server §4.2',
    requirement: 'Every page is a JSON object with an array of slots in `data`.',
    fix: 'Answer `{ "data": [ … ], "next_cursor": … }` on every page, the last one included; `data` is an array even when it is empty.',
    needs: { walks },
    prefers: { probe: inventoryReply },
  },
  ({ walks, probe, note }) => {
    if (walks.every(({ walk }) => walk.first.status !== 200)) blockedBy(answers);
    for (const { walk } of walks) if (walk.end.kind === 'no-page') throw new Violation(walk.end.finding);
    broken(walks, '');
    const first = probe?.status === 200 ? notAPage(probe) : null;
    if (first !== null) throw new Violation(first);
    for (const { walk, size } of walks.slice(0, 1)) note(`${walk.slots} slots on ${walk.pages} pages ${size}.`);
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
    {
      id: `inventory.${rule}`,
      level: 'must',
      section: 'ad-server §2.3',
      requirement,
      fix,
      needs: { listed, walks },
    },
    ({ walks }) => {
      broken(walks, name);
    },
  );

inventory.check(
  {
    id: 'inventory.format-is-consistent',
    level: 'should',
    section: 'ad-server §2.3',
    requirement: '`format` is spelt alike across slots.',
    fix: 'Choose one spelling for each format, and send it everywhere.',
    needs: { all: listed },
  },
  ({ all }) => {
    const spellings = new Map<string, string>();
    for (const format of all.formats) {
      const plain = format.toLowerCase().replace(/[\s_-]/g, '');
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

export const cursorForm = inventory.check(
  {
    id: 'inventory.cursor-form',
    level: 'must',
    section: 'ad-server §4.2',
    requirement: '`next_cursor` is a string that is not empty, or on the last page null or absent.',
    fix: 'Send the cursor as a string that is not empty. On the last page send null or leave the member out: an empty string, false or 0 would be read as another page.',
    needs: { listed, walks },
  },
  ({ walks }) => {
    broken(walks, 'next_cursor');
  },
);

/** Fails for the first fault of a member of a slot that any walk came across. */
function broken(walks: readonly SizedWalk[], name: string): void {
  const fault = walks.map(({ walk }) => walk.faults.get(name)).find((each) => each !== undefined);
  if (fault !== undefined) throw new Violation(withCount(fault, 'slots have such a fault'));
}

/** A finding with the number of slots that it was made for. */
export function withCount({ finding, slots }: { finding: Finding; slots: number }, what: string): Finding {
  return slots === 1
    ? finding
    : { ...finding, message: `Expected ${finding.expected}, got ${finding.actual}. In all, ${slots} ${what}.` };
}
