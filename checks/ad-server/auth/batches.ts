import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { Wire } from '../../../src/engine/wire.ts';
import type { Authorization } from '../../../src/http/client.ts';
import { failuresBefore, hasFailed, isServed, type Reply } from '../../../src/http/reply.ts';
import { ruleOf, type Presentation } from './credentials.ts';
import { outwaiting, PATIENCE, type Time } from './outwaiting.ts';
import type { Attempts, Guarded } from './wrong-keys.ts';

/** So many wrong credentials are sent before the right one shows again: fewer than a usual lockout takes. */
const AT_ONCE = 4;
/**
 * The right credential is at least this part of the longest time that an answer took ahead of the next wrong ones, but no
 * more than so many milliseconds: the service sees them in this order.
 */
const HEAD_START = 1 / 8;
const LONGEST_HEAD_START = 250;
/** Where right answers take longer than wrong ones by more than this, in milliseconds, the head start is as much longer. */
const JITTER = 5;
/** So many wrong credentials that break an endpoint down however often they are sent are enough to know it by. */
const KNOWN_AFTER = 2;

/** The call that shows whether the right credential still works, and how long it has taken, in milliseconds. */
export interface RightCall {
  readonly call: () => Promise<Reply>;
  readonly usualMs: number;
}

/**
 * Wrong credentials that stages present, one stage behind the other: a few at a time, and the right one half-way between.
 * It shows whether those answered before it led to a lockout, while others are under way already; then nothing more is
 * presented. A limit on the rate is waited out, for three minutes in all at most, before it is taken for a lockout.
 */
export class Volleys {
  readonly #right: RightCall;
  readonly #http: Lead;
  #planned: Planned[] = [];
  #outcome: Promise<Outcome> | null = null;

  constructor(right: RightCall, http: Lead) {
    this.#right = right;
    this.#http = http;
  }

  /**
   * Presents credentials to the calls that are named for each, behind all that others present by now. Throws what one of
   * these calls throws, once all have ended.
   */
  async present(
    http: Pick<Wire, 'follow'>,
    credentials: readonly (readonly [Presentation, Authorization | null])[],
    callsWith: (presentation: Presentation) => readonly Guarded[],
  ): Promise<Attempts> {
    const own = credentials.flatMap(([presentation, as]) =>
      callsWith(presentation).map((guarded) => ({ presentation, as, http, ...guarded })),
    );
    const first = this.#planned.length;
    this.#planned.push(...own);
    this.#outcome ??= this.#send(this.#planned);
    const { answers, certain, lockedOut } = await this.#outcome;
    const list = own.map(({ as: _as, http: _http, ...attempt }, index) => {
      const answer = answers[first + index];
      if (answer?.status === 'rejected') throw answer.reason;
      return { ...attempt, reply: answer?.value ?? null, certain: first + index < certain };
    });
    return { list, lockedOut };
  }

  async #send(planned: readonly Planned[]): Promise<Outcome> {
    const { call: withRightKey, usualMs } = this.#right;
    const ask = sparingly();
    const outwait = outwaiting(this.#http.ledger);
    const answers: PromiseSettledResult<Reply>[] = [];
    let certain = 0;
    let slowestMs = usualMs;
    let quickestMs = Infinity;
    let rightMs = usualMs;
    let lockedOut: Reply | null = null;
    /** Asks with the right key: accepted, it makes all certain that was answered before it was sent. */
    const sound = (): Sounding => {
      const shows = answers.length;
      const refusal = outwait(withRightKey).then((reply) => {
        rightMs = reply.durationMs;
        if (!isServed(reply)) return reply;
        certain = shows;
        return null;
      });
      return { refusal, sentAt: performance.now() };
    };
    let right: Sounding = { refusal: Promise.resolve(null), sentAt: 0 };
    // Whoever presents next has joined by the time that the first is sent.
    await setImmediate();
    while (lockedOut === null && answers.length < planned.length) {
      const volley = planned.slice(answers.length, answers.length + AT_ONCE);
      const isLast = answers.length + volley.length === planned.length;
      for (const { http } of volley) http.follow(this.#http);
      const answered = Promise.allSettled(volley.map((one) => outwait(() => ask(one)))).then((ended) => {
        answers.push(...ended);
        const times = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value.durationMs] : []));
        slowestMs = Math.max(slowestMs, ...times);
        quickestMs = Math.min(quickestMs, ...times);
      });
      const isTimed = slowestMs > 0 && !isLast;
      await Promise.race([answered, ...(isTimed ? [delay(slowestMs / 2, undefined, { ref: false })] : [])]);
      lockedOut = await right.refusal;
      if (lockedOut === null) right = sound();
      await answered;
      const behindMs = rightMs - quickestMs > JITTER ? rightMs - quickestMs : 0;
      const aheadMs = Math.min(Math.max(slowestMs, rightMs) * HEAD_START, LONGEST_HEAD_START);
      lockedOut ??= await headStart(right, aheadMs + behindMs);
    }
    // Whoever presents from here on starts anew.
    this.#planned = [];
    this.#outcome = null;
    lockedOut ??= await right.refusal;
    return { answers, certain, lockedOut };
  }
}

/** By what the right credential is presented. */
type Lead = Pick<Wire, 'depth'> & { readonly ledger: Time };

/** What came of all that was presented together. */
interface Outcome {
  readonly answers: readonly PromiseSettledResult<Reply>[];
  /** So many were answered before the right credential was accepted. */
  readonly certain: number;
  readonly lockedOut: Reply | null;
}

/** A wrong credential that is to be sent. */
interface Planned extends Guarded {
  readonly presentation: Presentation;
  readonly as: Authorization | null;
  readonly http: Pick<Wire, 'follow'>;
}

/**
 * Sends wrong credentials, again where a 5xx or no answer comes, as the client does. An endpoint that stayed with that
 * for some is sent one more only once, if that says nothing of its own where it is answered like one of them. What it is
 * answered otherwise, and may pass, is asked for again.
 */
function sparingly(): (planned: Planned) => Promise<Reply> {
  const broken: (Planned & { readonly reply: Reply })[] = [];
  return async (planned) => {
    const { endpoint, call, as } = planned;
    const patiently = { as, longestPause: PATIENCE };
    const known = broken.filter((one) => one.endpoint === endpoint);
    const telling = known.filter((one) => one.call === call && tells(one.presentation, planned.presentation));
    if (known.length >= KNOWN_AFTER && telling.length > 0) {
      const reply = await call({ ...patiently, retry: 'never' });
      const isToldBy = telling.some((one) => one.reply.status === reply.status);
      if (isToldBy) broken.push({ ...planned, reply });
      if (isToldBy || !mayPass(reply)) return reply;
    }
    const reply = await call(patiently);
    if (hasFailed(reply) && failuresBefore(reply) > 0) broken.push({ ...planned, reply });
    return reply;
  };
}

/** Whether the other says nothing of its own where both are answered alike: one rule is about both, or it follows. */
function tells(one: Presentation, other: Presentation): boolean {
  const { presentations, follows } = ruleOf(other);
  return presentations.includes(one) || follows.includes(one);
}

/** An answer that may be another when it is asked for again. */
function mayPass(reply: Reply): boolean {
  return reply.status === 429 || hasFailed(reply);
}

/** A call with the right key under way. */
interface Sounding {
  /** `null` where it is accepted. */
  readonly refusal: Promise<Reply | null>;
  readonly sentAt: number;
}

/** Lets a call go so many milliseconds ahead, or until it is answered. The refusal, where it came by then. */
async function headStart({ refusal, sentAt }: Sounding, aheadMs: number): Promise<Reply | null> {
  const leftMs = aheadMs - (performance.now() - sentAt);
  // No timer is shorter than a millisecond.
  const ahead = leftMs < 1 ? setImmediate(null) : delay(leftMs, null, { ref: false });
  return Promise.race([refusal, ahead]);
}
