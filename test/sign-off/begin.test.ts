import { describe, expect, test } from 'vitest';
import { begin, sharesTarget, type EarlierAnswers } from '../../src/sign-off/begin.ts';
import type { Report } from '../../src/report/model.ts';
import { check, contract, module, unsealed } from '../report/sample.ts';
import { attested, DAY, now, reportToSign, signOffFor } from './sample.ts';

const first = reportToSign();
const next = reportToSign({ run: { ...unsealed().run, id: 'later' } });
const asked = (subject: Report, earlier?: EarlierAnswers['earlier'], over: Partial<EarlierAnswers> = {}) =>
  [...begin(subject, { earlier, maxAgeDays: 365, now, ...over }).asked].map(
    ([key, cause]) => `${(JSON.parse(key) as string[])[1] ?? ''}: ${cause}`,
  );

describe('a statement is asked', () => {
  test('if there is no earlier sign-off', () => {
    expect(asked(first)).toEqual(['ad-server §1: new', 'ad-server §2.6 rule 1: new', 'ad-server §5 rule 6: new']);
  });

  test('if it was left open', () => {
    expect(asked(next, signOffFor(first, {}, { answer: 'open' }))).toEqual(['ad-server §2.6 rule 1: open']);
  });

  test('if nobody answered it before the person left', () => {
    const { by: _by, at: _at, ...unanswered } = signOffFor(first).statements[2] ?? { contract: 'ad-server' as const };
    const left = {
      ...signOffFor(first),
      statements: [...signOffFor(first).statements.slice(0, 2), unanswered],
    } as ReturnType<typeof signOffFor>; // One statement lost its answer.
    expect(asked(first, left)).toEqual(['ad-server §5 rule 6: new']);
  });

  test('if its wording changed', () => {
    const reworded = attested.map((one, index) =>
      index === 0 ? { ...one, requirement: 'Nothing ever serves.' } : one,
    );
    expect(asked(reportToSign({}, reworded), signOffFor(first))).toEqual(['ad-server §1: new']);
  });

  test('if it was answered longer ago than allowed, and not a day earlier', () => {
    const old = signOffFor(
      first,
      { at: new Date(now - 31 * DAY).toISOString() },
      { at: new Date(now - 29 * DAY).toISOString() },
    );
    expect(asked(next, old, { maxAgeDays: 30 })).toEqual(['ad-server §1: old']);
  });

  test('if the report is of another address', () => {
    const elsewhere = reportToSign({
      contracts: [contract([module([check()])], { attested, target: 'https://other.example.com/api/v1' })],
    });
    expect(asked(elsewhere, signOffFor(first))).toHaveLength(3);
    expect(sharesTarget(elsewhere, signOffFor(first))).toBe(false);
  });
});

describe('an answer', () => {
  test('carries over to the next report of the same address, with who, when and for which report', () => {
    const { statements } = begin(next, { earlier: signOffFor(first), maxAgeDays: 365, now });
    expect(statements[0]).toEqual({ ...signOffFor(first).statements[0], carriedFrom: first.digest });
  });

  test('carried over twice still names the report it was given for', () => {
    const second = {
      ...signOffFor(next),
      statements: begin(next, { earlier: signOffFor(first), maxAgeDays: 365, now }).statements,
    };
    const third = reportToSign({ run: { ...unsealed().run, id: 'third' } });
    const { statements } = begin(third, { earlier: second, maxAgeDays: 365, now });
    expect(statements.map(({ carriedFrom }) => carriedFrom)).toEqual([first.digest, first.digest, first.digest]);
  });

  test('for the same report is kept as it is', () => {
    expect(begin(first, { earlier: signOffFor(first), maxAgeDays: 365, now })).toEqual({
      statements: signOffFor(first).statements,
      asked: new Map(),
    });
  });

  test('that is too old leaves its remark for whoever answers again', () => {
    const old = signOffFor(first, { at: new Date(now - 400 * DAY).toISOString(), remark: 'three drafts' });
    const [statement] = begin(next, { earlier: old, maxAgeDays: 365, now }).statements;
    expect(statement).toEqual({ contract: 'ad-server', ...pick(attested[0]), answer: 'open', remark: 'three drafts' });
  });

  test('carries over where only the slash at the end of the address differs', () => {
    const slash = reportToSign({
      contracts: [contract([module([check()])], { attested, target: 'https://ads.example.com/api/v1/' })],
    });
    expect(asked(slash, signOffFor(first))).toEqual([]);
  });
});

const pick = (one: (typeof attested)[number] | undefined) => ({ section: one?.section, requirement: one?.requirement });
