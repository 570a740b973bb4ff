import { texts } from '../../../src/engine/rule.ts';
import { rulesOf } from '../../../src/engine/node.ts';
import { every } from '../../../src/engine/excuse.ts';
import { expect, violation, unexpected } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { isTimeZone, isTimeZoneAsSpelt, canonicalZone } from '../../../src/contract/time-zone.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { accountContext } from '../../../src/schema/generated/validators.js';
import { expectObject, isObject, member, valueAt } from '../../json.ts';
import { isLastingBreakdown } from '../readers/answers.ts';
import { lateAnswers, readings } from './requests.ts';
import { healthAnswers, health } from '../records.ts';

export const bodyIsObject = health.rule({
  id: 'health.body-is-object',
  section: 'ad-server §4.1',
  requirement: 'The body of `GET /health` is a JSON object.',
  problem: 'The body of `GET /health` is not a JSON object',
  weight: 'account',
  fix: 'Answer with the account context as one JSON object: account_id, timezone, currency and capabilities at its top level.',
  of: { replies: healthAnswers },
  judge: ({ replies }) => every(replies, (reply) => expectObject(reply)),
});

const MEMBERS = {
  'account-id': [
    'account_id',
    '`account_id` is a non-empty string.',
    '`account_id` is missing, empty or not a string',
    'Put the id of the publisher account into `account_id`, as a JSON string.',
  ],
  'account-name': [
    'account_name',
    '`account_name`, if present, is a string.',
    '`account_name` is not a string',
    'Send `account_name` as a JSON string, or leave it out; `null` is not allowed.',
  ],
  'timezone-is-iana': [
    'timezone',
    '`timezone` is an identifier from the IANA time zone database.',
    '`timezone` is not an IANA time zone identifier',
    'Send an identifier such as `Europe/Berlin` or `UTC`; an offset (`UTC+2`, `+02:00`) or an abbreviation does not say when clocks change.',
  ],
  'currency-is-iso-4217': [
    'currency',
    '`currency` is an ISO 4217 code of three upper-case letters.',
    '`currency` is not an ISO 4217 code',
    'Send the three-letter code of the currency that the account books in, such as `EUR` or `USD`.',
  ],
} as const;

export const members = Object.values(
  rulesOf(MEMBERS, (rule, [member, ...row]) =>
    health.rule({
      id: `health.${rule}`,
      section: 'ad-server §2.2',
      ...texts(row),
      weight: 'account',
      of: { readings },
      judge: ({ readings }) => every(readings, (reply) => expect(reply).fits(accountContext, `/${member}`)),
    }),
  ),
);

export const zoneSpelling = health.rule({
  id: 'health.timezone-spelling',
  level: 'should',
  section: 'ad-server §2.2',
  requirement: '`timezone` is spelt as in the IANA time zone database, upper and lower case included.',
  problem: '`timezone` is spelt in another letter case',
  fix: 'Send the identifier as the database spells it, such as `Europe/Berlin`: not every library ignores case.',
  of: { readings },
  judge: ({ readings }) =>
    every(readings, (reply) => {
      const zone = valueAt(reply, 'timezone');
      if (typeof zone !== 'string' || !isTimeZone(zone)) inconclusive('`timezone` is not an identifier.', reply);
      if (!isTimeZoneAsSpelt(zone))
        violation({
          expected: 'the spelling of the IANA database',
          actual: shown(zone),
          pointer: '/timezone',
          replies: [reply],
        });
    }),
});

const FLAGS = ['forecast', 'reporting', 'draft_booking'];

export const exactlyThree = health.rule({
  id: 'health.capabilities-exactly-three',
  section: 'ad-server §2.2',
  requirement: '`capabilities` is an object of exactly three flags: `forecast`, `reporting` and `draft_booking`.',
  problem: '`capabilities` does not hold exactly the three flags',
  weight: 'account',
  fix: 'Send `capabilities` with these three members and no other; `inventory_read` is not one of them. Send a flag that is false, too: serializers may leave out what has its default (`NON_DEFAULT` in Jackson, `omitempty` in Go).',
  of: { readings },
  judge: ({ readings }) =>
    every(readings, (reply) => {
      const capabilities = valueAt(reply, 'capabilities');
      if (!isObject(capabilities)) {
        expect(reply).fits(accountContext, '/capabilities');
        return;
      }
      const names = Object.keys(capabilities);
      if (names.toSorted().join() === FLAGS.toSorted().join()) return;
      const expected = `exactly the members ${FLAGS.join(', ')}`;
      violation({ expected, actual: names.join(', ') || 'no member', pointer: '/capabilities', replies: [reply] });
    }),
});

export const areBooleans = health.rule({
  id: 'health.capabilities-are-booleans',
  section: 'ad-server §2.2',
  requirement: 'Each flag in `capabilities` is a JSON boolean.',
  problem: 'A flag in `capabilities` is not a boolean',
  weight: 'account',
  fix: 'Send `true` or `false` without quotes; 1, 0, "true" and null are not booleans.',
  of: { readings },
  judge: ({ readings }) => {
    if (!readings.some((reply) => isObject(valueAt(reply, 'capabilities'))))
      inconclusive('`capabilities` is not an object.', ...readings);
    for (const reply of readings)
      for (const flag of FLAGS) {
        const given = flagIn(reply, flag);
        if (given !== undefined && typeof given !== 'boolean') wrongFlag(reply, flag, 'true or false', shown(given));
      }
  },
});

export const reportingIsTrue = isTrue('reporting', 'delivery reports');
export const draftBookingIsTrue = isTrue('draft_booking', 'draft orders');

function isTrue(flag: 'reporting' | 'draft_booking', what: string) {
  return health.rule({
    id: `health.${flag.replace('_', '-')}-is-true`,
    section: 'ad-server §2.2',
    requirement: `\`capabilities.${flag}\` is \`true\`.`,
    problem: `\`capabilities.${flag}\` is not true`,
    weight: 'account',
    fix: `Offer ${what} and say so with \`true\`: the client refuses a publisher without them.`,
    of: { readings },
    judge: ({ readings }) =>
      every(readings, (reply) => {
        expectNotFalse(reply, flag);
        if (flagIn(reply, flag) !== true) inconclusive(`\`capabilities.${flag}\` is not a boolean.`, reply);
      }),
  });
}

export const rightThroughout = health.everyAnswer({
  id: 'health.right-throughout',
  section: 'ad-server §2.2',
  requirement: 'Later answers of `GET /health` are the same account context as the first ones.',
  problem: 'Later answers of `GET /health` differ from the first',
  weight: 'account',
  fix: 'Make sure that `GET /health` keeps working, and that every machine behind this address runs the same version with the same settings.',
  of: { readings },
  provokedBy: { lateAnswers },
  concerns: (reply, own) => reply.endpoint === 'health' && own && (reply.status === 200 || isLastingBreakdown(reply)),
  judge: (reply) => {
    if (reply.status !== 200) unexpected(reply, 'status 200, as in the first answers');
    expect(reply).fits(accountContext, '');
    for (const flag of ['reporting', 'draft_booking']) expectNotFalse(reply, flag, ', as in the first answers');
  },
  together: expectSameAccount,
});

function expectNotFalse(reply: Reply, flag: string, remark = ''): void {
  if (flagIn(reply, flag) === false) wrongFlag(reply, flag, `${flag} true${remark}`, `${flag} false`);
}

function flagIn(reply: Reply, flag: string): unknown {
  return member(valueAt(reply, 'capabilities'), flag);
}

function wrongFlag(reply: Reply, flag: string, expected: string, actual: string): never {
  violation({ expected, actual, pointer: `/capabilities/${flag}`, replies: [reply] });
}

/** Members that must not change while an account is connected, and how their values are compared. */
const CONSTANT_MEMBERS: readonly (readonly [name: string, form: (value: string) => string])[] = [
  ['account_id', (id) => id],
  ['timezone', (zone) => canonicalZone(zone) ?? zone],
  ['currency', (code) => code],
];

/** A change counts only if a second answer confirms it. */
function expectSameAccount([first, ...later]: readonly Reply[]): void {
  if (first === undefined) return;
  for (const [name, form] of CONSTANT_MEMBERS) {
    const is = valueAt(first, name);
    const inForm = (reply: Reply) => form(String(valueAt(reply, name)));
    const others = later.filter((reply) => inForm(reply) !== form(String(is)));
    const [other] = others;
    if (other === undefined || others.length < 2) continue;
    const at = later.indexOf(other);
    const since = others.length === later.length - at ? `, every one from number ${at + 2} on` : '';
    const isOne = others.every((reply) => inForm(reply) === inForm(other));
    const actual = `${isOne ? '' : 'other values, such as '}${shown(valueAt(other, name))}`;
    violation({
      expected: `${name} ${shown(is)}, as at first`,
      actual: `${actual}${isOne ? '' : ','} in ${others.length} of ${later.length + 1} answers${since}`,
      pointer: `/${name}`,
      replies: [first, other],
    });
  }
}
