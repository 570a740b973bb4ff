import { describe, expect, rateLimited, violation } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { namesCode } from '../readers/error-code.ts';
import { isGranted } from '../values/exchange-request.ts';

/** What is known of a request for data with a credential that should be good for it. */
interface Circumstances {
  /** Nobody named a template that exists. */
  readonly guessed: boolean;
  /** Whether the credential is known to hold the scope. */
  readonly scoped: boolean;
  /** What is asked with, where there are several: `to the token of a second exchange`. */
  readonly to?: string;
}

/** Expects data to be served. What the payload is like the contract leaves open. */
export function expectServed(reply: Reply, { guessed, scoped, to }: Circumstances): void {
  if (isGranted(reply)) return;
  if (guessed) knowsTemplate(reply, false);
  if (!scoped && reply.status === 403 && namesCode(reply, 'insufficient_scope'))
    inconclusive(`This credential lacks the scope for GET /toplists: ${describe(reply)}.`, reply);
  judgeable(reply);
  if (saysUnknown(reply))
    violation({
      expected: 'status 200',
      actual: describe(reply, to),
      message: 'If there is no template of the number given with --listing-template-id, name one that exists.',
      replies: [reply],
    });
  expect(reply, to).status(200);
}

/**
 * A template that was guessed may not exist, and a service may look for it before it looks at the credential. Where it
 * was served to nobody, it may also be somebody else's.
 */
export function knowsTemplate(reply: Reply, isServed = true): void {
  const isForbidden = !isServed && reply.status === 403 && !namesCode(reply, 'insufficient_scope');
  if (saysUnknown(reply) || isForbidden)
    inconclusive(
      `The service ${isForbidden ? 'may keep this template from us' : 'knows no such template'}: ${describe(reply)}. Name one that exists with --listing-template-id.`,
      reply,
    );
}

function saysUnknown({ status }: Reply): boolean {
  return status !== null && [400, 404, 410, 422].includes(status);
}

/** Whether a credential was accepted, whatever else the service thought of the request. */
export function isLetIn({ status }: Reply): boolean {
  return status !== null && status !== 401 && status !== 403;
}

/** Whether a request was turned down for what it was, not for the moment it came at. */
export function isRefusal({ status }: Reply): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 429;
}

/** A token that was accepted before is accepted now. */
export function worksStill(before: Reply, now: Reply, when: string): void {
  judgeable(now);
  if (isLetIn(now) && (isGranted(now) || !isGranted(before))) return;
  violation({
    expected: `${isGranted(before) ? 'data' : `status ${before.status ?? 0}`}, as before`,
    actual: `${describe(now)} ${when}`,
    replies: [before, now],
  });
}

/** Lack of an answer, and a rate limit that outlasts every wait, allow no judgement. */
export function judgeable(reply: Reply): void {
  answered(reply);
  if (reply.status === 429) inconclusive(rateLimited(reply), reply);
}

/** Lack of an answer allows no judgement. */
export function answered(reply: Reply): void {
  if (reply.status === null) inconclusive(`There was no answer: ${reply.failure?.message ?? ''}`, reply);
}
