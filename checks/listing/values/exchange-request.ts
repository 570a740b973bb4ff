import type { Expectation } from '../../../src/http/exchange-ledger.ts';
import type { Payload } from '../../../src/engine/created.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import type { KeyAndSecret } from '../../givens.ts';
import { isGranted, namesCode } from '../readers/answers.ts';

/** The body of `POST /auth/token` (listing §4.1); from here on nothing that is recorded shows key or secret. */
export function keyAndSecret(http: Wire, { key, secret }: KeyAndSecret): Payload {
  http.protect(key);
  http.protect(secret);
  return { json: { key: key.reveal(), secret: secret.reveal() }, grants: tokenNameOf(key) };
}

/** What a token is called that a key is exchanged for: `LISTING_LIMITED_ACCESS_TOKEN` of `LISTING_LIMITED_KEY`. */
export function tokenNameOf(key: Secret): string {
  return key.name.replace(/KEY(:.*)?$/, 'ACCESS_TOKEN');
}

/** A right exchange: refused by the throttle, unless the service says clearly that it has another reason. */
export const rightCredentials: Expectation = {
  what: 'right key and secret',
  isOwnAnswer: (reply) =>
    isGranted(reply) ||
    isRedirect(reply) ||
    [404, 405, 501].includes(reply.status ?? 0) ||
    (reply.status === 401 && namesCode(reply, 'invalid_credentials')) ||
    (reply.status === 403 && namesCode(reply, 'ip_not_allowed')),
};

/** Anything else: some of it is refused as a matter of form, such as for its length. */
export const wrongCredentials: Expectation = {
  what: 'wrong key or secret',
  isOwnAnswer: (reply) => isGranted(reply) || isOfForm(reply) || reply.status === 401 || reply.status === 415,
  grantsNothing: true,
};

export function isOfForm({ status }: Reply): boolean {
  return status === 400 || status === 422;
}

function isRedirect({ status }: Reply): boolean {
  return status !== null && status >= 300 && status < 400;
}
