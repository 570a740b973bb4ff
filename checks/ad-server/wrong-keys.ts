import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { describe, expect, inWords } from '../../src/engine/expect.ts';
import { inconclusive } from '../../src/engine/signal.ts';
import type { CallOptions } from '../../src/engine/wire.ts';
import type { Authorization } from '../../src/http/client.ts';
import type { Reply } from '../../src/http/reply.ts';
import type { Presentation } from './credentials.ts';
import { expectNothingServed } from './served-anyway.ts';

/** So many wrong credentials are sent before the right one shows again: fewer than a usual lockout takes. */
const AT_ONCE = 4;
/**
 * The right credential goes ahead of the next wrong ones by this part of the longest time that an answer took, and by so
 * many milliseconds at most: the service sees them in this order.
 */
const HEAD_START = 1 / 8;
const LONGEST_HEAD_START = 250;
/** The longest `Retry-After`, in seconds, that is waited for: a lockout takes longer. */
export const PATIENCE = 5;

/** A call that a right credential alone may make. */
export interface Guarded {
  readonly endpoint: string;
  readonly call: (options: CallOptions) => Promise<Reply>;
  /** What the right key was answered, where it may have been refused for what the request asks. */
  readonly usual?: Reply;
}

/** A wrong credential at one endpoint, and what came; no reply where it was not sent any more. */
export interface Attempt extends Pick<Guarded, 'endpoint' | 'usual'> {
  readonly presentation: Presentation;
  readonly reply: Reply | null;
  /** The right key was accepted before and after. */
  readonly certain: boolean;
}

export interface Attempts {
  readonly list: readonly Attempt[];
  /** What the right key was answered when it was refused too; nothing more was tried then. */
  readonly lockedOut: Reply | null;
}

/**
 * Presents wrong credentials, a few at a time, the right one in between: it shows whether those before it led to a
 * lockout while the next ones are under way already, a head start behind it.
 */
export async function present(
  credentials: readonly (readonly [Presentation, Authorization | null])[],
  callsWith: (presentation: Presentation) => readonly Guarded[],
  withRightKey: () => Promise<Reply>,
  earlier: Reply | null = null,
): Promise<Attempts> {
  const planned = credentials.flatMap(([presentation, as]) =>
    callsWith(presentation).map((guarded) => ({ presentation, as, ...guarded })),
  );
  const replies: Reply[] = [];
  let certain = 0;
  let slowestMs = 0;
  let lockedOut = earlier;
  while (lockedOut === null && certain < planned.length) {
    const sent = replies.length;
    const right = sent === 0 ? null : withRightKey();
    if (right !== null && sent < planned.length) await headStart(right, slowestMs);
    const volley = planned.slice(sent, sent + AT_ONCE);
    const answers = await Promise.all(volley.map(({ call, as }) => call({ as, longestPause: PATIENCE })));
    replies.push(...answers);
    slowestMs = Math.max(slowestMs, ...answers.map(({ durationMs }) => durationMs));
    const shown = await right;
    if (shown === null) continue;
    if (shown.status === 200) certain = sent;
    else lockedOut = shown;
  }
  const list = planned.map(({ presentation, endpoint, usual }, index) => ({
    presentation,
    endpoint,
    reply: replies[index] ?? null,
    certain: index < certain,
    ...(usual === undefined ? {} : { usual }),
  }));
  return { list, lockedOut };
}

/** Lets a call reach the service before the next ones do: a part of the time that an answer takes, or until it is answered. */
async function headStart(call: Promise<Reply>, answerMs: number): Promise<void> {
  const headStartMs = Math.min(answerMs * HEAD_START, LONGEST_HEAD_START);
  // No timer is shorter than a millisecond.
  const ahead = headStartMs < 1 ? setImmediate() : delay(headStartMs, undefined, { ref: false });
  await Promise.race([call, ahead]);
}

/** Expects every attempt to be answered 401 and nothing else; returns where it was, in words. */
export function expectUnauthorised(attempts: readonly Attempt[], lockedOut: Reply | null): string {
  const answered = attempts.flatMap(({ reply, ...attempt }) => (reply === null ? [] : [{ ...attempt, reply }]));
  const accepted = answered.filter(
    ({ reply, usual, certain }) =>
      reply.status !== 401 &&
      reply.status !== 429 &&
      !isUsualRefusal(reply, usual) &&
      (certain || (reply.status !== null && reply.status !== lockedOut?.status)),
  );
  const [first] = accepted;
  if (first !== undefined) expect(first.reply, `from ${places(accepted)}`).status(401);
  for (const { reply } of answered) if (reply.status === 401) expectNothingServed(reply);
  if (lockedOut !== null && attempts.some(({ certain }) => !certain))
    inconclusive(
      `The service locked this client out after wrong keys (the right key got ${describe(lockedOut)}), so this was not tried to the end.`,
      lockedOut,
    );
  const limited = answered.find(({ reply }) => reply.status === 429);
  if (limited !== undefined)
    inconclusive(`${limited.endpoint} answered wrong keys with 429 (rate limit).`, limited.reply);
  const judged = answered.filter(({ reply }) => reply.status === 401);
  const [unjudged] = answered.filter(({ reply }) => reply.status !== 401);
  if (judged.length === 0 && unjudged !== undefined)
    inconclusive(`The same request is refused for the right key too: ${describe(unjudged.reply)}.`, unjudged.reply);
  return `Refused by ${places(judged)}.`;
}

/** The service may look at the request before the credential; where the right key is refused, this says nothing. */
export function isUsualRefusal(reply: Reply, usual: Reply | undefined): boolean {
  return usual !== undefined && usual.status !== 200 && reply.status === usual.status;
}

function places(attempts: readonly { readonly endpoint: string }[]): string {
  return inWords([...new Set(attempts.map(({ endpoint }) => endpoint))], 'and');
}
