import type { Reply } from '../http/reply.ts';
import { RATE_LIMITED_TRIES, retryAfter } from '../http/retry.ts';
import { faultsOf, type ShapeFault } from '../schema/faults.ts';
import type { Validator } from '../schema/validator.ts';
import { cut } from '../text/cut.ts';
import { inWords } from '../text/in-words.ts';
import { member } from '../text/json.ts';
import { blockedBy, Inconclusive, Violation, type Finding } from './signal.ts';

/**
 * Expectations about a reply. Each returns if it is met and throws a `Violation` otherwise. `circumstance`
 * distinguishes similar requests in messages, as in `status 200 for the second line`.
 */
export function expect(reply: Reply, circumstance = '') {
  return {
    /** The reply has one of these statuses. A 429 that outlasted every wait is inconclusive. */
    status(...allowed: readonly number[]): void {
      this.statusFor(`status ${inWords(allowed)}`, ...allowed);
    },
    /** The same, with the expectation in words. */
    statusFor(expected: string, ...allowed: readonly number[]): void {
      if (reply.status !== null && allowed.includes(reply.status)) return;
      if (reply.unreadable !== undefined) blockedBy({ id: reply.unreadable });
      if (reply.status === 429) throw new Inconclusive(rateLimited(reply), [reply]);
      if (reply.failure?.reason === 'aborted') throw new Inconclusive('The run was interrupted.', [reply]);
      violation({ expected, actual: describe(reply, circumstance), replies: [reply] });
    },
    /** The body is JSON of this shape. */
    matches<T>(shape: Validator<T>): T {
      const value = this.json();
      if (shape(value)) return value;
      throw shapeViolation(reply, faultsOf(shape, value));
    },
    /** Nothing is wrong at or below a member of the body. A `*` in the pointer means any index. */
    fits(shape: Validator<unknown>, pointer: string): void {
      const value = this.json();
      if (shape(value)) return;
      const faults = faultsOf(shape, value).filter((fault) => within(fault.pointer, pointer));
      if (faults.length > 0) throw shapeViolation(reply, faults);
    },
    /** The body is JSON. */
    json(): unknown {
      if (reply.json.ok) return reply.json.value;
      return violation({ expected: 'a JSON body', actual: reply.json.problem, replies: [reply] });
    },
  };
}

/** Throws a violation of the rule being judged. */
export function violation(finding: {
  expected: string;
  actual: string;
  message?: string;
  pointer?: string;
  replies: readonly Reply[];
}): never {
  throw new Violation(finding);
}

/** Throws if there is a finding. */
export function expectNone(finding: Finding | null): void {
  if (finding !== null) throw new Violation(finding);
}

/** The violation for a body of the wrong shape: the first fault in full, and the number of the others. */
export function shapeViolation(reply: Reply, faults: readonly ShapeFault[]): Violation {
  const [first] = faults;
  if (first === undefined) throw new Error('a shape violation needs a fault');
  const others = faults.length - 1;
  return new Violation({
    expected: wanted(first),
    actual: first.actual,
    message:
      faults
        .slice(0, 5)
        .map((fault) => `Expected ${wanted(fault)}, got ${fault.actual}.`)
        .join(' ') + (others >= 5 ? ` And ${others - 4} more like these.` : ''),
    pointer: first.place,
    replies: [reply],
  });
}

const wanted = ({ pointer, expected }: ShapeFault) => `${pointer === '' ? 'the body' : pointer}: ${expected}`;

/** What came, in a few words: the status and the service's message, or why there was no answer. */
export function describe(reply: Reply, circumstance = ''): string {
  const where = circumstance === '' ? '' : ` ${circumstance}`;
  if (reply.status === null) return `no answer${where}: ${reply.failure?.message.replace(/\.$/, '') ?? 'unknown'}`;
  const said = reply.json.ok ? messageOf(reply.json.value) : null;
  return said === null ? `status ${reply.status}${where}` : `status ${reply.status} (${said})${where}`;
}

/** Why a 429 is the final answer. */
export function rateLimited(reply: Reply): string {
  const asked = retryAfter(reply.headers);
  return asked !== null && reply.rateLimited.length < RATE_LIMITED_TRIES
    ? `The service answered 429 (rate limit) and asked to wait ${asked.toLocaleString('en')} s, longer than this suite waits.`
    : 'The service kept answering 429 (rate limit).';
}

/** `code: message` of an error body, or the one that is present. */
function messageOf(value: unknown): string | null {
  const parts = ['code', 'message']
    .map((name) => member(value, name))
    .filter((part) => typeof part === 'string' && part !== '');
  return parts.length === 0 ? null : cut(parts.join(': '), 200);
}

/** Whether a pointer is at or below another, in which `*` matches any one step. */
function within(pointer: string, above: string): boolean {
  const steps = pointer.split('/');
  return above.split('/').every((step, index) => step === '*' || step === steps[index]);
}
