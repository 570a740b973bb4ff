import { describe, expect, it } from 'vitest';
import { lookalikesIn, withoutLookalikes } from '../../src/secrets/lookalikes.ts';

const MASK = '[LOOKS_LIKE_A_SECRET]';

describe('what looks like a secret', () => {
  it.each([
    ['cannot reach mysql://ads:pa%24s@db:3306/x', `cannot reach mysql://ads:${MASK}@db:3306/x`],
    ['"amqp:\\/\\/ads:hunter2@mq"', `"amqp:\\/\\/ads:${MASK}@mq"`],
    ['redis://:hunter2@cache:6379', `redis://:${MASK}@cache:6379`],
    ['host=db user=ads password=hunter2 dbname=ads', `host=db user=ads password=${MASK} dbname=ads`],
    ['Server=db;Database=x;PWD = hunter2;', `Server=db;Database=x;PWD = ${MASK};`],
    [`key AKIA${'A2B3C4D5'.repeat(2)} denied`, `key ${MASK} denied`],
    [`AIza${'a1-_b'.repeat(7)}`, MASK],
    [`ghp_${'a1B2'.repeat(9)}`, MASK],
    [
      `DefaultEndpointsProtocol=https;AccountKey=${'aB3+'.repeat(21)}aB==`,
      `DefaultEndpointsProtocol=https;AccountKey=${MASK}`,
    ],
    ['-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkq', `-----BEGIN PRIVATE KEY-----${MASK}`],
  ])('is masked in %j', (text, masked) => {
    expect(withoutLookalikes(text)).toBe(masked);
  });

  it.each([
    'https://ads.example.com:8443/a@b',
    'postgres://ads:***@db/ads',
    'postgres://ads:[redacted]@db/ads',
    'The password is wrong.',
    'password=missing',
    'Server=db;Password=${DB_PASSWORD};',
    'AKIAIOSFODNN7EXAMPLE',
    'mailto:ops@example.com',
    '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0B\n-----END PUBLIC KEY-----',
  ])('is not seen in %j', (text) => {
    expect(lookalikesIn(text)).toEqual([]);
  });

  it('is found in the order of the text, each by its name', () => {
    expect(lookalikesIn(`xoxb-1234567890ab and redis://:hunter2@cache`).map(({ what }) => what)).toEqual([
      'a key or token of a well-known service',
      'an address with a password',
    ]);
  });
});
