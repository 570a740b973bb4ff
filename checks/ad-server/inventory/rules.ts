import { every } from '../../../src/engine/excuse.ts';
import { expect, expectNone, violation } from '../../../src/engine/expect.ts';
import { inconclusive, Violation, type Finding } from '../../../src/engine/signal.ts';
import { amount } from '../../../src/text/in-words.ts';
import { withMore } from '../../expectations.ts';
import { notAPage } from '../readers/inventory-walk.ts';
import { inventoryReply } from '../connection/records.ts';
import type { SlotFault } from '../readers/inventory-summary.ts';
import { inventory, listed, walks, type SizedWalk } from './records.ts';

export const answers = inventory.rule({
  id: 'inventory.answers-200',
  section: 'ad-server §4.2',
  requirement: '`GET /inventory` answers 200, without a `limit` and with any from 1 to 200.',
  problem: '`GET /inventory` does not answer 200',
  fix: 'Serve `GET /inventory` at the base address, with status 200 for a key that may read; it cannot be switched off. Accept a request without `limit` and every limit from 1 to 200, from the first call on. Answer 200 for a part of the list too, not 201 or 206.',
  of: { walks, probe: inventoryReply },
  judge: ({ walks, probe }) => {
    // The client's connect probe is the first request of all: the service may not have been ready for it.
    const first = { reply: probe, how: 'with limit=1, the first time' };
    every([...walks.map(({ walk, size }) => ({ reply: walk.first, how: size })), first], ({ reply, how }) =>
      expect(reply, how).status(200),
    );
  },
});

export const isPage = inventory.rule({
  id: 'inventory.data-is-array',
  section: 'ad-server §4.2',
  requirement: 'Every page is a JSON object with an array of slots in `data`.',
  problem: 'A page has no array of slots in `data`',
  fix: 'Answer `{ "data": [ … ], "next_cursor": … }` on every page, the last one included; `data` is an array even when it is empty.',
  of: { walks, probe: inventoryReply },
  judge: ({ walks, probe }, note) => {
    if (walks.every(({ walk }) => walk.first.status !== 200)) inconclusive('No page was answered 200.');
    for (const { walk } of walks) if (walk.end.kind === 'no-page') throw new Violation(walk.end.finding);
    expectNoFault(walks, '');
    if (probe.status === 200) expectNone(notAPage(probe));
    for (const { walk, size } of walks.slice(0, 1)) note(`${walk.slots} slots on ${walk.pages} pages ${size}.`);
  },
});

const MEMBERS: Readonly<Record<string, readonly [member: string, requirement: string, problem: string, fix: string]>> =
  {
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
  };

for (const [rule, [name, requirement, problem, fix]] of Object.entries(MEMBERS))
  inventory.rule({
    id: `inventory.${rule}`,
    section: 'ad-server §2.3',
    requirement,
    problem,
    fix,
    of: { listed, walks },
    judge: ({ walks }) => expectNoFault(walks, name),
  });

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

export function withCount({ finding, slots }: Pick<SlotFault, 'finding' | 'slots'>, what: string): Finding {
  return slots === 1 ? finding : withMore(finding, `In all, ${slots} ${what}.`);
}
