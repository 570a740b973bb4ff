import { describe, expect } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { CallOptions } from '../../../src/engine/wire.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { PRESENTATIONS, type Presentation } from './credentials.ts';
import { expectNothingServed } from './served-anyway.ts';

// Judges the answers to wrong credentials.

export interface Guarded {
  readonly endpoint: string;
  readonly call: (options: CallOptions) => Promise<Reply>;
}

/** A wrong credential for one endpoint and its answer; `reply` is `null` if it was not sent any more. */
export interface Attempt extends Guarded {
  readonly presentation: Presentation;
  readonly reply: Reply | null;
  /** Whether the right key was accepted before and after. */
  readonly certain: boolean;
  /** The answer to the right key, requested if the wrong one was neither refused nor accepted. */
  readonly usual?: Reply | undefined;
}

export interface Attempts {
  readonly list: readonly Attempt[];
  /** The refusal of the right key after which nothing more was sent. */
  readonly lockedOut: Reply | null;
}

/** Neither a success nor a refusal of the key: the right key may get the same. */
export function isOtherAnswer(reply: Reply): boolean {
  return !isServed(reply) && reply.status !== 401 && reply.status !== 429;
}

/** Whether an attempt got an answer other than 401 that nothing else explains. */
export function isOdd({ reply, usual, certain }: Attempt, lockedOut: Reply | null): boolean {
  return (
    reply !== null &&
    reply.status !== 401 &&
    reply.status !== 429 &&
    !isUsualRefusal(reply, usual) &&
    (certain || (reply.status !== null && reply.status !== lockedOut?.status))
  );
}

/** Whether an attempt got a wrong answer. */
export function isMistaken(attempt: Attempt, lockedOut: Reply | null): boolean {
  return isOdd(attempt, lockedOut) && !isRefused(attempt);
}

function isRefused({ presentation, reply }: Pick<Attempt, 'presentation' | 'reply'>): boolean {
  return reply?.status === 401 || (reply?.status === 400 && PRESENTATIONS[presentation].mayBe400 === true);
}

/** Expects every attempt to get 401 with only the error in it. Returns a sentence about which endpoints refused. */
export function expectUnauthorised(attempts: readonly Attempt[], lockedOut: Reply | null): string {
  const answered = attempts.flatMap(({ reply, ...attempt }) => (reply === null ? [] : [{ ...attempt, reply }]));
  const accepted = answered.filter((attempt) => isMistaken(attempt, lockedOut));
  const [first] = accepted;
  if (first !== undefined)
    expect(
      first.reply,
      `from ${places(accepted)} to ${inWords(keys(accepted), 'and')}${refusedElsewhere(answered, accepted)}${refusedThere(answered, accepted)}`,
    ).status(401);
  const judged = answered.filter(isRefused);
  for (const { reply } of judged) expectNothingServed(reply);
  if (lockedOut !== null && attempts.some(({ certain }) => !certain))
    inconclusive(
      `The service locked this client out after wrong keys${orLimits(lockedOut)} (the right key got ${describe(lockedOut)}), so this was not tried to the end.`,
      lockedOut,
    );
  const limited = answered.find(({ reply }) => reply.status === 429);
  if (limited !== undefined)
    inconclusive(`${limited.endpoint} answered wrong keys with 429 (rate limit).`, limited.reply);
  const unjudged = answered.find((attempt) => !isRefused(attempt));
  if (judged.length === 0 && unjudged !== undefined)
    inconclusive(`The same request is refused for the right key too: ${describe(unjudged.reply)}.`, unjudged.reply);
  return `Refused by ${places(judged)}.`;
}

/** A rate limit that was not waited out looks the same. */
export function orLimits({ status }: Reply): string {
  return status === 429 ? ', or limits how often it is called' : '';
}

/** A service may check the request before the credential: if the right key gets the same refusal, it shows nothing. */
export function isUsualRefusal(reply: Reply, usual: Reply | undefined): boolean {
  return usual !== undefined && !isServed(usual) && reply.status === usual.status;
}

/** How many other calls were answered 401 to the same credentials: what is wrong is then wrong in some places only. */
function refusedElsewhere(answered: readonly Attempt[], accepted: readonly Attempt[]): string {
  const calls = new Set(refusedBeside(answered, accepted, 'presentation', 'endpoint').map(({ endpoint }) => endpoint));
  const [only] = calls;
  if (only === undefined) return '';
  return `; ${calls.size === 1 ? `${only} answered 401` : `the other ${calls.size} calls answered 401`}`;
}

/** Names the keys that the same endpoints refused: this shows how much of a key is compared. */
function refusedThere(answered: readonly Attempt[], accepted: readonly Attempt[]): string {
  const words = keys(refusedBeside(answered, accepted, 'endpoint', 'presentation'));
  return words.length === 0 ? '' : `; ${inWords(words, 'and')} ${words.length === 1 ? 'was' : 'were'} refused`;
}

/** Attempts answered 401 that are like accepted ones in one way, and like none of them in the other. */
function refusedBeside<K extends 'endpoint' | 'presentation'>(
  answered: readonly Attempt[],
  accepted: readonly Attempt[],
  alike: K,
  other: K,
): readonly Attempt[] {
  return answered.filter(
    (one) =>
      one.reply?.status === 401 &&
      accepted.some((each) => each[alike] === one[alike]) &&
      accepted.every((each) => each[other] !== one[other]),
  );
}

function keys(attempts: readonly { readonly presentation: Presentation }[]): string[] {
  return [...new Set(attempts.map(({ presentation }) => PRESENTATIONS[presentation].words))];
}

function places(attempts: readonly { readonly endpoint: string }[]): string {
  return inWords([...new Set(attempts.map(({ endpoint }) => endpoint))], 'and');
}
