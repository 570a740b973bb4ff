import { describe, expect, it } from 'vitest';
import type { Repetition } from '../../src/causes/found.ts';
import { Sightings } from '../../src/engine/sightings.ts';
import type { Endpoint } from '../../src/http/reply.ts';
import { repetitionInWords } from '../../src/report/words/found.ts';
import { anyReply } from '../checks/any-reply.ts';

/** Answers of an endpoint with a status: how many of them are sound, and how many break the rule. */
type Answers = readonly [endpoint: Endpoint, status: number | null, sound: number, broken: number];

function repetitionOf(...all: readonly Answers[]): Repetition {
  const sightings = new Sightings();
  for (const [endpoint, status, sound, broken] of all) {
    const reply = anyReply({ endpoint, status });
    for (let count = 0; count < sound + broken; count++) {
      sightings.add(reply);
      if (count >= sound)
        sightings.blame(reply, { found: { kind: 'value', expected: 'a', actual: 'b' }, replies: [reply] });
    }
  }
  return sightings.repetition;
}

function see(sightings: Sightings, isBroken: boolean, asked?: object): void {
  const reply = anyReply({ endpoint: 'orders', status: 200, asked });
  sightings.add(reply);
  if (isBroken) sightings.blame(reply, { found: { kind: 'value', expected: 'a', actual: 'b' }, replies: [reply] });
}

/** Two requests of one kind: one alone tells nothing. */
const both = (asked: object, isBroken: boolean): [object, boolean][] => [
  [{ ...asked }, isBroken],
  [{ ...asked }, isBroken],
];

describe('What answers that break a rule have in common', () => {
  it.each<readonly [string, string | undefined, readonly Answers[]]>([
    [
      'their endpoint',
      'of GET /health',
      [
        ['health', 200, 0, 3],
        ['health', 503, 0, 1],
        ['orders', 200, 9, 0],
      ],
    ],
    [
      'their status',
      'with status 409',
      [
        ['orders', 409, 0, 2],
        ['forecast', 409, 0, 1],
        ['orders', 200, 9, 0],
      ],
    ],
    [
      'both',
      'of POST /orders with status 404',
      [
        ['orders', 404, 0, 2],
        ['forecast', 404, 2, 0],
        ['orders', 200, 9, 0],
      ],
    ],
    [
      'the endpoint, rather than both',
      'of GET /health',
      [
        ['health', 200, 0, 2],
        ['orders', 200, 9, 0],
      ],
    ],
    [
      'a kind of which others are sound',
      'of POST /orders with status 200',
      [
        ['orders', 200, 1, 3],
        ['orders', 201, 9, 0],
        ['forecast', 200, 9, 0],
      ],
    ],
    [
      'that no answer came',
      'that got no usable answer',
      [
        ['orders', null, 0, 2],
        ['orders', 200, 9, 0],
      ],
    ],
    [
      'nothing',
      undefined,
      [
        ['orders', 200, 5, 2],
        ['forecast', 404, 5, 2],
      ],
    ],
    [
      'what nearly all have in common',
      undefined,
      [
        ['orders', 200, 7, 2],
        ['orders', 201, 2, 0],
      ],
    ],
    ['what all have in common', undefined, [['orders', 200, 0, 5]]],
    [
      'the endpoint, where there is only one',
      'of POST /orders',
      [
        ['orders', 200, 0, 1],
        ['orders', 201, 2, 0],
        ['forecast', 404, 9, 0],
      ],
    ],
  ])('%s', (_name, where, answers) => {
    expect(repetitionOf(...answers).within?.which).toBe(where);
  });

  it.each<readonly [string, Answers[]]>([
    [
      '5 of POST /orders, 2 of POST /forecast',
      [
        ['forecast', 404, 5, 2],
        ['orders', 200, 5, 5],
      ],
    ],
    [
      'only of POST /orders',
      [
        ['forecast', 404, 9, 0],
        ['orders', 200, 0, 1],
      ],
    ],
    [
      'only with status 404',
      [
        ['forecast', 404, 1, 2],
        ['orders', 404, 0, 3],
        ['orders', 200, 1, 0],
      ],
    ],
  ])('else they are listed: %s', (where, answers) => {
    expect(repetitionOf(...answers).where).toBe(where);
  });

  it.each<readonly [string | undefined, readonly [asked: object, isBroken: boolean][]]>([
    ['to requests with `sizes`', [...both({ sizes: ['1x1'] }, true), ...both({ sizes: [] }, false)]],
    [
      'to requests without `targeting.geo`',
      [...both({ targeting: {} }, true), ...both({ targeting: { geo: ['DE'] } }, false)],
    ],
    ['to requests with `lines.tag`', [...both({ lines: [{}, { tag: 1 }] }, true), ...both({ lines: [{}] }, false)]],
    [
      'to requests with `targeting` and `sizes`',
      [...both({ targeting: { geo: [] }, sizes: ['1x1'] }, true), ...both({}, false)],
    ],
    [undefined, [...both({ targeting: {}, sizes: ['1x1'], name: 'A' }, true), ...both({}, false)]],
    ['to requests with an empty `sizes`', [...both({ sizes: [] }, true), ...both({ sizes: ['1x1'] }, false)]],
    [undefined, [...both({ goal: 1 }, true), ...both({ goal: 2 }, false)]],
  ])('or by what their requests alone have: %s', (which, all) => {
    const sightings = new Sightings();
    for (const [asked, isBroken] of all) see(sightings, isBroken, asked);
    expect(sightings.repetition.within?.which).toBe(which);
  });

  it('or by when they began', () => {
    const sightings = new Sightings();
    for (const isBroken of [false, false, true, true, true]) see(sightings, isBroken);
    expect(sightings.repetition).toEqual({ times: 3, of: 5, where: 'every one from number 3 on' });
  });

  it('need no words if all answers are of one kind', () => {
    const sightings = new Sightings();
    for (const isBroken of [true, false, true]) see(sightings, isBroken);
    expect(sightings.repetition).toEqual({ times: 2, of: 3 });
  });

  it('is told with what they answer, if that is one thing', () => {
    const where = (...broken: readonly string[]) => {
      const sightings = new Sightings();
      for (const what of ['a rename', 'a new goal', 'a rename', 'a new flight']) {
        const reply = { ...anyReply({ endpoint: 'orders', status: 200 }), what };
        sightings.add(reply);
        if (broken.includes(what))
          sightings.blame(reply, { found: { kind: 'value', expected: 'a', actual: 'b' }, replies: [reply] });
      }
      return repetitionInWords(sightings.repetition, 'answer');
    };
    expect(where('a new goal')).toBe('in 1 of 4 answers of POST /orders: to a new goal');
    expect(where('a rename')).toBe('in 2 of 4 answers: to a rename');
    expect(where('a rename', 'a new goal')).toBe('in 3 of 4 answers');
  });

  it('is told with how many they are', () => {
    expect(repetitionOf(['orders', 200, 4, 1])).toEqual({
      times: 1,
      of: 5,
      within: { of: 5, which: 'of POST /orders' },
    });
  });
});
