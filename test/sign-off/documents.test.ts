import { describe, expect, test } from 'vitest';
import { suite } from '../../checks/suite.ts';
import { answeredTwice, answersTemplate, answersToNothing, withAnswers } from '../../src/sign-off/answers.ts';
import { begin } from '../../src/sign-off/begin.ts';
import { signOffFaults } from '../../src/sign-off/check.ts';
import type { AnswersFile, SignOff } from '../../src/sign-off/model.ts';
import { readAnswers, readSignOff } from '../../src/sign-off/read.ts';
import { ageAndSignOff, standingInWords, standingOf } from '../../src/sign-off/standing.ts';
import { sealed } from '../../src/report/digest.ts';
import { unsealed } from '../report/sample.ts';
import { attested, DAY, jane, now, reportToSign, signOffFor } from './sample.ts';

const report = reportToSign();
const signOff = signOffFor(report);

test.each(suite.attested)('$section says what it means and where to look, in sentences', ({ means, look, why }) => {
  for (const text of [means, look]) {
    expect(text).toMatch(/^[A-Z].{20,}\.$/s);
    expect(text).not.toBe(why);
  }
});

describe('a sign-off file', () => {
  test('is read as it was written', () => {
    expect(readSignOff(JSON.stringify(signOff))).toEqual(signOff);
  });

  test.each<[string, (text: string) => string, RegExp]>([
    [
      'an answer that was changed by hand',
      (text) => text.replace('"confirmed"', '"does-not-apply"'),
      /was altered since/,
    ],
    [
      'an answer that does not exist',
      (text) => text.replace('"confirmed"', '"certainly"'),
      /expected one of confirmed, does-not-apply, open/,
    ],
    [
      'an answer of nobody',
      (text) => text.replace(/"by":\{[^}]*\},/, ''),
      /\/statements\/0\/by: expected this member to be present, found no by/,
    ],
    ['a nameless signer', (text) => text.replaceAll('"Jane Doe"', '""'), /non-empty string: the person's name/],
    [
      'a report',
      () => JSON.stringify(report),
      /^Not a sign-off of this tool \("format" is adserver-conformance\/report@1/,
    ],
    ['a later version', (text) => text.replace('sign-off@1', 'sign-off@2'), /another version of the format/],
    ['a member twice', (text) => text.replace('"format"', '"format":"x","format"'), /member \/format appears twice/],
  ])('with %s is refused in words', (_what, alter, message) => {
    expect(() => readSignOff(alter(JSON.stringify(signOff)))).toThrow(message);
  });
});

describe('a file of answers', () => {
  const template = answersTemplate(report, () => ({ means: 'In plain words.', look: 'In the console.' }), '2026-03-03');
  const filled = (over: Partial<AnswersFile['statements'][number]> = {}): AnswersFile => ({
    ...readAnswers(JSON.stringify(template).replace('"name":"","role":""', JSON.stringify(jane).slice(1, -1))),
    statements: attested.map(({ section, requirement }) => ({
      contract: 'ad-server',
      section,
      requirement,
      answer: 'confirmed',
      ...over,
    })),
  });
  const { statements } = begin(report, { maxAgeDays: 365, now });

  test('has every statement, what it means and where to look, and answers none', () => {
    expect(JSON.stringify(template).match(/"In plain words."/g)).toHaveLength(3);
    expect(JSON.stringify(template).match(/"answer":"open"/g)).toHaveLength(3);
  });

  test('in which nobody has filled in a name is refused', () => {
    expect(() => readAnswers(JSON.stringify(template))).toThrow(/\/signedBy\/name: expected a non-empty string/);
  });

  test('says where to look by the report itself if this version does not know the statement', () => {
    expect(JSON.stringify(answersTemplate(report, () => undefined, '2026-03-03'))).toContain(
      '"look":"Not visible from outside."',
    );
  });

  test('answers by its own person and date, which count for the age', () => {
    expect(withAnswers(statements, filled({ remark: 'seen' }))[0]).toEqual({
      ...{ contract: 'ad-server', section: 'ad-server §1', requirement: 'Nothing serves.' },
      ...{ answer: 'confirmed', remark: 'seen', by: jane, at: '2026-03-03T00:00:00.000Z' },
    });
  });

  test('keeps an earlier answer where it answers nothing', () => {
    expect(withAnswers(signOff.statements, filled({ answer: 'open' }))).toEqual(signOff.statements);
  });

  test('names what the report does not ask, and what it answers twice', () => {
    expect(answersToNothing(statements, filled())).toEqual([]);
    expect(answersToNothing(statements, filled({ requirement: 'Something else.' }))).toHaveLength(3);
    expect(answeredTwice(filled())).toEqual([]);
    expect(answeredTwice(filled({ section: 'ad-server §1', requirement: 'Nothing serves.' }))).toHaveLength(2);
  });
});

describe('the standing of a sign-off', () => {
  test('counts what is confirmed, what does not apply and what is open', () => {
    const standing = standingOf(report, signOffFor(report, {}, { answer: 'does-not-apply' }, { answer: 'open' }));
    expect(standingInWords(standing)).toBe('1 of 3 confirmed, 1 does not apply, 1 open');
    expect(standing.signers).toEqual([{ ...jane, answers: 2 }]);
  });

  test('of another report is nothing', () => {
    const other = reportToSign({ run: { ...unsealed().run, id: 'other' } });
    expect(standingInWords(standingOf(other, signOff))).toBe('0 of 3 confirmed, 3 open');
  });

  test('names everybody who answered, and the earliest and latest day', () => {
    const mixed = signOffFor(report, { by: { name: 'Jo', role: 'CTO' }, at: '2026-01-02T00:00:00.000Z' });
    expect(standingOf(report, mixed)).toMatchObject({
      signers: [
        { name: 'Jane Doe', answers: 2 },
        { name: 'Jo', answers: 1 },
      ],
      oldest: '2026-01-02T00:00:00.000Z',
      latest: new Date(now).toISOString(),
    });
  });

  test('comes with the age of the report, for lists of many', () => {
    expect(ageAndSignOff(report, undefined, now + 10 * DAY)).toMatchObject({ ageDays: 10, confirmed: 0, open: 3 });
  });
});

describe('a sign-off that is said to belong to a report', () => {
  const faults = (subject: SignOff) => signOffFaults(subject, report, now);
  const having = (statements: SignOff['statements']) => sealed({ ...signOff, statements });

  test('is good if it does', () => {
    expect(faults(signOff)).toEqual([]);
  });
  test('is named if it is of another run', () => {
    expect(faults(signOffFor(reportToSign({ run: { ...unsealed().run, id: 'other' } })))).toEqual([
      expect.stringMatching(/belongs to another report: the one of run other/),
    ]);
  });
  test('lacks no statement', () => {
    expect(faults(having(signOff.statements.slice(1)))).toEqual([
      'The statement of ad-server §1 is missing: Nothing serves.',
    ]);
  });
  test('has no statement of its own, and none twice', () => {
    const [one] = signOff.statements;
    if (one === undefined) throw new Error('there is no statement');
    expect(faults(having([...signOff.statements, { ...one, requirement: 'All is well.' }]))).toEqual([
      'The report has no such statement of ad-server §1: All is well.',
    ]);
    expect(faults(having([...signOff.statements, one]))).toEqual(['A statement appears twice.']);
  });
  test('was not made in the future', () => {
    expect(faults(signOffFor(report, { at: new Date(now + 5 * DAY).toISOString() }))).toEqual([
      expect.stringMatching(/answered in the future/),
    ]);
  });
});
