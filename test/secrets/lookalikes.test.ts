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
    ['Upstream: 401 (Authorization: Bearer ya29.a0AfB_byC1)', `Upstream: 401 (Authorization: Bearer ${MASK})`],
    ['{"authorization":"bearer 0123456789abcdefghij=="}', `{"authorization":"bearer ${MASK}"}`],
    [
      'grant_type=refresh_token&refresh_token=1//0gab-cdEfGh12345678&x=1',
      `grant_type=refresh_token&refresh_token=${MASK}&x=1`,
    ],
    ['"{\\"client_secret\\": \\"GOCSPX-a1b2c3d4e5f6g7h8\\"}"', `"{\\"client_secret\\": \\"${MASK}\\"}"`],
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
    'Send Authorization: Bearer <token>.',
    'Bearer realm="ads", error="invalid_token"',
    'Bearer [ADSERVER_API_KEY]',
    'Bearer 0123456789abcdefghij...',
    'Bearer 0123456789abcdefghij****',
    'Bearer authentication is required here.',
    'grant_type=refresh_token',
    'client_secret=required',
    'client_secret=[LISTING_SECRET]',
    'refresh_token: <TOKEN_1234>',
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
