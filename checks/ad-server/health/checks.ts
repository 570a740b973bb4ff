import { adServer } from '../phases.ts';
import { describe, expect, violation } from '../../../src/engine/expect.ts';
import { blockedBy } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { accountContext } from '../../../src/schema/generated/validators.js';
import { run } from '../../givens.ts';
import { isObject, member, valueAt, type JsonObject } from '../../json.ts';
import { healthAnswers } from '../connection/checks.ts';
import { countriesFor, type Countries } from '../values/countries.ts';
import { flightsOf } from '../values/flights.ts';
import { isLastingBreakdown } from '../auth/right-key.ts';
import { expectSameAccount } from '../readers/same-account.ts';

export const health = adServer.module('health', 'Account context');

/** An answer of `GET /health` as an object whose members are still to be judged. */
interface Reading {
  readonly reply: Reply;
  readonly value: JsonObject;
}

const readings = health.check(
  {
    id: 'health.body-is-object',
    level: 'must',
    section: 'ad-server §4.1',
    requirement: 'The body of `GET /health` is a JSON object.',
    fix: 'Answer with the account context as one JSON object: account_id, timezone, currency and capabilities at its top level.',
    needs: { replies: healthAnswers },
  },
  ({ replies }) =>
    replies.map((reply): Reading => {
      const value = expect(reply).json();
      return isObject(value)
        ? { reply, value }
        : violation({ expected: 'a JSON object', actual: shown(value), pointer: '', replies: [reply] });
    }),
);

const accountId = health.check(
  {
    id: 'health.account-id',
    level: 'must',
    section: 'ad-server §2.2',
    requirement: '`account_id` is there: a string that is not empty.',
    fix: 'Put the id of the publisher account into `account_id`, as a JSON string.',
    needs: { readings },
  },
  ({ readings }) => {
    for (const { reply } of readings) expect(reply).fits(accountContext, '/account_id');
  },
);

const accountName = health.check(
  {
    id: 'health.account-name',
    level: 'must',
    section: 'ad-server §2.2',
    requirement: '`account_name`, where it is there, is a string.',
    fix: 'Send `account_name` as a JSON string, or leave it out; `null` is not allowed.',
    needs: { readings },
  },
  ({ readings }) => {
    for (const { reply } of readings) expect(reply).fits(accountContext, '/account_name');
  },
);

/** The account's zone, in which all flight dates are sent and read. */
const timezoneIsIana = health.check(
  {
    id: 'health.timezone-is-iana',
    level: 'must',
    section: 'ad-server §2.2',
    requirement: '`timezone` is there: an identifier of the IANA time zone database.',
    fix: 'Send an identifier such as `Europe/Berlin` or `UTC`; an offset (`UTC+2`, `+02:00`) or an abbreviation does not say when clocks change.',
    needs: { readings },
  },
  ({ readings }) => {
    for (const { reply } of readings) expect(reply).fits(accountContext, '/timezone');
    return String(readings[0]?.value['timezone']);
  },
);

const currencyIsIso = health.check(
  {
    id: 'health.currency-is-iso-4217',
    level: 'must',
    section: 'ad-server §2.2',
    requirement: '`currency` is there: an ISO 4217 code of three upper-case letters.',
    fix: 'Send the three-letter code of the currency that the account books in, such as `EUR` or `USD`.',
    needs: { readings },
  },
  ({ readings }) => {
    for (const { reply } of readings) expect(reply).fits(accountContext, '/currency');
    return String(readings[0]?.value['currency']);
  },
);

const exactlyThree = health.check(
  {
    id: 'health.capabilities-exactly-three',
    level: 'must',
    section: 'ad-server §2.2',
    requirement: '`capabilities` is an object of exactly three flags: `forecast`, `reporting` and `draft_booking`.',
    fix: 'Send `capabilities` with these three members and no other; `inventory_read` is not one of them.',
    needs: { readings },
  },
  ({ readings }) => {
    for (const { reply, value } of readings) {
      const capabilities = value['capabilities'];
      if (!isObject(capabilities)) expect(reply).fits(accountContext, '/capabilities');
      else if (!sameMembers(Object.keys(capabilities), FLAGS))
        violation({
          expected: `exactly the members ${FLAGS.join(', ')}`,
          actual: Object.keys(capabilities).join(', ') || 'no member',
          pointer: '/capabilities',
          replies: [reply],
        });
    }
  },
);

const FLAGS = ['forecast', 'reporting', 'draft_booking'];

const areBooleans = health.check(
  {
    id: 'health.capabilities-are-booleans',
    level: 'must',
    section: 'ad-server §2.2',
    requirement: 'Each flag in `capabilities` is a JSON boolean.',
    fix: 'Send `true` or `false` without quotes; 1, 0, "true" and null are not booleans.',
    needs: { readings },
  },
  ({ readings }) => {
    if (!readings.some(({ value }) => isObject(value['capabilities']))) blockedBy(exactlyThree);
    for (const { reply, value } of readings)
      for (const flag of FLAGS) {
        const given = member(value['capabilities'], flag);
        if (given !== undefined && typeof given !== 'boolean')
          violation({
            expected: 'true or false',
            actual: shown(given),
            pointer: `/capabilities/${flag}`,
            replies: [reply],
          });
      }
  },
);

const [reportingIsTrue, draftBookingIsTrue] = [
  isTrue('reporting', 'delivery reports'),
  isTrue('draft_booking', 'draft orders'),
];

function isTrue(flag: 'reporting' | 'draft_booking', what: string) {
  return health.check(
    {
      id: `health.${flag.replace('_', '-')}-is-true`,
      level: 'must',
      section: 'ad-server §2.2',
      requirement: `\`capabilities.${flag}\` is \`true\`.`,
      fix: `Offer ${what} and say so with \`true\`: the client refuses a publisher without them.`,
      needs: { readings },
    },
    ({ readings }) => {
      for (const { reply } of readings) expectNotFalse(reply, flag);
      const given = readings.map(({ value }) => member(value['capabilities'], flag));
      if (given.some((value) => value === undefined)) blockedBy(exactlyThree);
      if (given.some((value) => value !== true)) blockedBy(areBooleans);
    },
  );
}

health.watch(
  {
    id: 'health.right-throughout',
    level: 'must',
    section: 'ad-server §2.2',
    requirement: 'Later answers of `GET /health` are the same account context as the first ones.',
    fix: 'See that `GET /health` goes on working, and that every machine behind this address runs the same version with the same settings.',
    needs: {
      readings,
      accountId,
      accountName,
      timezoneIsIana,
      currencyIsIso,
      exactlyThree,
      areBooleans,
      reportingIsTrue,
      draftBookingIsTrue,
    },
  },
  {
    concerns: (reply, own) => reply.endpoint === 'health' && own && (reply.status === 200 || isLastingBreakdown(reply)),
    judge: (reply) => {
      if (reply.status !== 200)
        violation({ expected: 'status 200, as in the first answers', actual: describe(reply), replies: [reply] });
      expect(reply).fits(accountContext, '');
      for (const flag of ['reporting', 'draft_booking']) expectNotFalse(reply, flag, ', as in the first answers');
    },
    together: expectSameAccount,
  },
);

function expectNotFalse(reply: Reply, flag: string, remark = ''): void {
  const capabilities = valueAt(reply, 'capabilities');
  if (member(capabilities, flag) === false)
    violation({
      expected: `${flag} true${remark}`,
      actual: `${flag} false`,
      pointer: `/capabilities/${flag}`,
      replies: [reply],
    });
}

/** Whether the service offers forecasts; what depends on it waits where the flag cannot be read. */
export const forecastFlag = health.stage({ id: 'health.forecast-flag', needs: { readings } }, ({ readings }) => {
  const given = readings.map(({ value }) => member(value['capabilities'], 'forecast'));
  const flag = given.find((value) => typeof value === 'boolean');
  return flag ?? blockedBy(given.every((value) => value === undefined) ? exactlyThree : areBooleans);
});

/** The flights that the run asks for, in the account's zone. */
export const flights = health.stage(
  { id: 'health.flights', needs: { run }, prefers: { zone: timezoneIsIana } },
  ({ run, zone }) => flightsOf(run, zone),
);

/** The countries to try requests with: those of the account's zone and currency first. */
export const countries = health.stage(
  { id: 'health.countries', prefers: { zone: timezoneIsIana, currency: currencyIsIso } },
  ({ zone, currency }): Countries => countriesFor(zone, currency),
);

function sameMembers(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}
