import { describe, expect, it } from 'vitest';
import { rightCredentials, wrongCredentials } from '../../checks/listing/values/credentials.ts';
import type { Expectation } from '../../src/http/exchange-ledger.ts';
import { anyReply } from './any-reply.ts';

const STATUSES = [200, 201, 204, 299, 300, 302, 308, 399, 400, 401, 403, 404, 405, 409, 415, 422, 429, 500, 501, 503];

/** The statuses that are surely not the throttle's, by a body with this code. */
function own({ isOwnAnswer }: Expectation, code: string): number[] {
  const body = Buffer.from(JSON.stringify({ code }));
  return STATUSES.filter((status) => isOwnAnswer(anyReply({ endpoint: 'token', status, body })));
}

const GRANTED = [200, 201, 204, 299];
const ELSEWHERE = [300, 302, 308, 399, 404, 405, 501];
const sorted = (statuses: readonly number[]) => [...statuses].sort();

describe('An answer is surely not of the throttle', () => {
  it.each([
    ['slow_down', []],
    ['invalid_credentials', [401]],
    ['ip_not_allowed', [403]],
  ])('to right credentials, with the code %s', (code, statuses) => {
    expect(own(rightCredentials, code)).toEqual(sorted([...GRANTED, ...ELSEWHERE, ...statuses]));
  });

  it('to wrong credentials or a malformed body, whatever the code', () => {
    expect(own(wrongCredentials, 'slow_down')).toEqual(sorted([...GRANTED, 400, 401, 415, 422]));
  });

  it.each([rightCredentials, wrongCredentials])('to either where nobody answers', ({ isOwnAnswer }) => {
    expect(isOwnAnswer(anyReply({ endpoint: 'token', status: null }))).toBe(false);
  });
});
