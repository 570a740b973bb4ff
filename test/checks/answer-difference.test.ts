import { describe, expect, it } from 'vitest';
import { difference } from '../../checks/listing/token-exchange/wrong-credential-requests.ts';
import type { Reply } from '../../src/http/reply.ts';
import { Secret } from '../../src/secrets/secret.ts';
import { anyReply } from './any-reply.ts';

const answer = (text: string, headers: Reply['headers'] = {}, status = 401) =>
  anyReply({ endpoint: 'token', status, headers, body: Buffer.from(text) });
const both = (text: string, headers?: Reply['headers']) => [answer(text, headers), answer(text, headers)];

describe('Answers to two questions', () => {
  it('are the same where nothing tells them apart', () => {
    expect(difference(both('{"code":"no"}', { via: 'a' }), both('{"code":"no"}', { via: 'a' }))).toBeNull();
  });

  it('differ by a status', () => {
    expect(difference([answer('no')], [answer('no', {}, 403)])).toEqual({
      where: 'the status',
      one: '"401"',
      other: '"403"',
    });
  });

  it('differ by a word of the body, which is named', () => {
    expect(difference(both('{"code":"key"}'), both('{"code":"secret"}'))).toEqual({
      where: 'the body',
      one: '"key"',
      other: '"secret"',
    });
  });

  it('differ by a body that one has only', () => {
    expect(difference(both('no'), both('no thanks'))).toMatchObject({
      where: 'the body',
      one: 'nothing more',
      other: '"thanks"',
    });
  });

  it('differ by a full stop behind an id, and by another member', () => {
    const numbered = (end: string) =>
      ['r-17', 'r-18'].map((id) => answer(`{"message":"Quote ${id}${end}","id":"${id}"}`));
    expect(difference(numbered('.'), numbered(''))).toMatchObject({ where: 'the body' });
    expect(difference(both('{"a":1}'), both('{"a":1,"b":false}'))).toMatchObject({ where: 'the body' });
    expect(difference(both('{"a":[{"b":1}]}'), both('{"a":[{"b":2}]}'))).toMatchObject({ one: '"1}"', other: '"2}"' });
  });

  it('differ by a header that one has only, and by the value of a challenge', () => {
    expect([
      difference(both('no', { 'www-authenticate': 'Basic' }), both('no', { 'www-authenticate': 'Bearer' })),
      difference(both('no'), both('no', { 'x-known': '1' })),
    ]).toEqual([
      { where: 'the header www-authenticate', one: '"Basic"', other: '"Bearer"' },
      { where: 'the header x-known', one: 'absent', other: '"present"' },
    ]);
  });

  it.each(['date', 'etag', 'x-runtime', 'x-served-by'])('do not differ by the value of the header %s', (name) => {
    expect(difference(both('no', { [name]: '1' }), both('no', { [name]: '2' }))).toBeNull();
  });

  it('do not differ by what differs between answers to the same question', () => {
    const numbered = (first: number) => [answer(`id ${first}`), answer(`id ${first + 1}`)];
    expect(difference(numbered(1), numbered(3))).toBeNull();
    expect(difference(numbered(1), both('id 3'))).toBeNull();
    expect(difference(both('id 3'), numbered(1))).toBeNull();
  });

  it('do not differ by an id in a sentence, but by the word behind it', () => {
    const told = (word: string) => ['7f', '80'].map((id) => answer(`Quote ${id}: wrong ${word}.`));
    expect(difference(told('key'), told('key'))).toBeNull();
    expect(difference(told('key'), told('secret'))).toMatchObject({ one: '"key."', other: '"secret."' });
  });

  it('do not differ by what they repeat of their question', () => {
    const pair = (key: string, secret: string) => ({ key: new Secret('K', key), secret: new Secret('S', secret) });
    const echoes = [pair('key-one', 'word'), pair('key-two', 'word')];
    expect(
      difference(both('Not key-one', { via: 'key-one' }), both('Not key-two', { via: 'key-two' }), echoes),
    ).toBeNull();
    expect(difference(both('Not key-one'), both('Not word'), echoes)).toMatchObject({
      one: '"(key)"',
      other: '"(secret)"',
    });
  });
});
