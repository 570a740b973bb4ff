import { systemClock, type Clock } from './clock.ts';
import { hasFailed, isDropped, isSuccess, type Reply } from './reply.ts';
import { LONGEST_PAUSE, retryAfter } from './results.ts';

/** The number of exchanges that one address may make per window (listing §8). */
export const EXCHANGE_LIMIT = 10;

export interface LedgerOptions {
  readonly windowMs: number;
  /** How much longer than usual a run takes, because its requests start less often. */
  readonly pacedMs?: number;
  readonly signal?: AbortSignal;
  readonly onWait?: (notice: string) => void;
  readonly clock?: Clock;
}

/** Seconds to wait while nothing listens, because the service may be starting or, once it answered, restarting. */
const LONGEST_START = 10;
const LONGEST_RESTART = 60;

const TROUBLE_TRIES = 3;

/** No wait ends later than this many windows after the start. */
const LONGEST_WAITS = 3;
const BESIDES = 10;

/** How long a run with exchanges takes at most, in seconds, by the length of the window. */
export const longestRun = (windowSeconds: number): number => LONGEST_WAITS * windowSeconds + BESIDES;

/** With fewer failures than this that passed, they may be chance. */
const UNSTEADY = 2;

export interface Expectation {
  /** What is sent, in a few words. It is the same for requests that a service treats alike. */
  readonly what: string;
  /** Whether an answer certainly does not come from the rate limit, whose status and code the contract leaves open. */
  readonly isOwnAnswer: (reply: Reply) => boolean;
  /** Set if this exchange must be refused. Only the check itself judges an answer that grants a token anyway. */
  readonly grantsNothing?: true;
}

export interface Tally {
  readonly served: number;
  /** Those that succeeded or may have, and those refused for another reason than the rate limit. */
  readonly admitted: number;
  readonly spanMs: number;
}

interface Entry {
  readonly reply: Reply;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly served: boolean;
  admitted: boolean;
  readonly isBeyond: boolean;
}

/** Counts all token exchanges of a run, so that only the checks of the rate limit exceed it (listing §8). */
export class ExchangeLedger {
  readonly #options: LedgerOptions;
  readonly #clock: Clock;
  readonly #entries: Entry[] = [];
  /** Answers that came again after a quiet window, so the rate limit is not their cause. */
  readonly #confirmed = new Set<string>();
  /** Whether the limit spreads its ten evenly over the window: it served again after a tenth of it. Unknown at first. */
  #isSpread: boolean | null = null;
  #startedAt: number;
  #healed = 0;
  #patience = LONGEST_START;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#startedAt = this.#clock.now();
  }

  start(): void {
    this.#startedAt = this.now();
  }

  get windowMs(): number {
    return this.#options.windowMs;
  }

  /**
   * Sends exchanges one after the other, each as soon as the limit allows. If the rate limit may have refused one,
   * because an earlier run or somebody else at this address used it up, the exchange is repeated after a quiet window,
   * or at the time the service asks for if that is not much later. `null` if there is no time left to wait for room.
   */
  spend({ what, isOwnAnswer, grantsNothing }: Expectation, send: () => Promise<Reply>): Promise<Reply | null> {
    return this.#inTurn(async () => {
      // Some rate limits drop the connection.
      const mayBeThrottled = (each: Reply) =>
        each.status === null ? isDropped(each) && each.failure?.reason !== 'timeout' : !isOwnAnswer(each);
      const mayBeTrouble = (each: Reply) => isDropped(each) || (hasFailed(each) && mayBeThrottled(each));
      const seen = ({ status }: Reply) => `${what}: ${status}`;
      const isKnown = (each: Reply) => this.#confirmed.has(seen(each)) && !(hasFailed(each) && this.isUnsteady);
      const failed: Reply[] = [];
      let reply: Reply;
      do {
        if (!(await this.#room()) && !this.aborted) return null;
        reply = await this.#sendWhenUp(send, isOwnAnswer);
      } while (mayBeTrouble(reply) && !isKnown(reply) && failed.push(reply) < TROUBLE_TRIES && !this.aborted);
      if (isKnown(reply)) {
        this.#admit([reply]);
        return reply;
      }
      if (mayBeThrottled(reply) && grantsNothing !== true && this.#isSpread === null && this.#entries.length > 1) {
        await this.pause(this.#tenth);
        reply = await this.sendNow(send, isOwnAnswer);
        this.#isSpread = !mayBeThrottled(reply);
      }
      if (mayBeThrottled(reply)) {
        const quiet = await this.quiet(
          `to send a token exchange (${what}) again that was ${reply.status === null ? 'not answered' : `answered ${reply.status}`}: the limit of ${EXCHANGE_LIMIT} a minute may be used up`,
          this.#lastAnswer + Math.max(0, pauseAsked(reply) - this.#forgottenAfter),
        );
        if (!quiet) return reply;
        reply = await this.sendNow(send, isOwnAnswer);
      }
      if (failed.length > 0 && !hasFailed(reply)) this.healed(failed);
      if (mayBeThrottled(reply)) this.#confirmed.add(seen(reply));
      return reply;
    });
  }

  async #sendWhenUp(send: () => Promise<Reply>, isOwnAnswer: Expectation['isOwnAnswer']): Promise<Reply> {
    for (;;) {
      const sentAt = this.#clock.now();
      const reply = await send();
      if (reply.failure?.reason !== 'refused') this.#patience = LONGEST_RESTART;
      else if (this.#patience-- > 0 && (await this.pause(1000))) continue;
      return this.#counted(reply, sentAt, isOwnAnswer);
    }
  }

  async sendNow(send: () => Promise<Reply>, isOwnAnswer?: Expectation['isOwnAnswer']): Promise<Reply> {
    const sentAt = this.#clock.now();
    return this.#counted(await send(), sentAt, isOwnAnswer);
  }

  get isUnsteady(): boolean {
    return this.#healed >= UNSTEADY;
  }

  /**
   * Call this when an exchange succeeded after it had failed: the failed tries may have counted towards the limit, too.
   */
  healed(replies: readonly Reply[]): void {
    if (replies.length > 0) this.#healed++;
    this.#admit(replies);
  }

  #admit(replies: readonly Reply[]): void {
    for (const entry of this.#entries) entry.admitted ||= replies.includes(entry.reply);
  }

  #counted(reply: Reply, sentAt: number, isOwnAnswer?: Expectation['isOwnAnswer']): Reply {
    const served = isSuccess(reply);
    const admitted = served || (reply.status !== null && isOwnAnswer?.(reply) === true);
    const isBeyond = isOwnAnswer === undefined;
    this.#entries.push({ reply, sentAt, answeredAt: this.#clock.now(), served, admitted, isBeyond });
    return reply;
  }

  /** Waits until a whole window has passed since the last exchange, or since a given moment; `false` if it could not. */
  quiet(reason: string, since = this.#lastAnswer): Promise<boolean> {
    return this.#wait(since + this.#forgottenAfter - this.now(), reason);
  }

  /** Waits; `false` if the run was interrupted, or does not last that long. */
  async pause(milliseconds: number): Promise<boolean> {
    if (milliseconds > 0 && milliseconds > this.timeLeft) return false;
    if (milliseconds > 0) await this.#clock.sleep(milliseconds, this.#options.signal);
    return !this.aborted;
  }

  get timeLeft(): number {
    return this.#startedAt + LONGEST_WAITS * this.windowMs + (this.#options.pacedMs ?? 0) - this.now();
  }

  notice(reason: string): void {
    this.#options.onWait?.(reason);
  }

  now(): number {
    return this.#clock.now();
  }

  /** Counts the exchanges of the window that ends with the last answer. */
  tally(): Tally {
    const end = this.#lastAnswer;
    const recent = this.#entries.filter(({ sentAt }) => sentAt > end - this.windowMs);
    const begin = Math.min(end, ...recent.map(({ sentAt }) => sentAt));
    const count = (kind: 'served' | 'admitted') => recent.filter((entry) => entry[kind]).length;
    return { served: count('served'), admitted: count('admitted'), spanMs: end - begin };
  }

  get #lastAnswer(): number {
    return Math.max(0, ...this.#entries.map(({ answeredAt }) => answeredAt));
  }

  get aborted(): boolean {
    return this.#options.signal?.aborted ?? false;
  }

  /** A little more than a window, because a service may count in whole seconds. */
  get #forgottenAfter(): number {
    return this.windowMs * 1.02 + 30;
  }

  get #tenth(): number {
    return (this.windowMs * 1.02) / EXCHANGE_LIMIT;
  }

  /**
   * Waits until another request keeps every window at ten at most, which fixed windows, sliding windows and token
   * buckets of ten all allow.
   */
  async #room(): Promise<boolean> {
    if (this.#isSpread && !(await this.pause(this.#lastAnswer + this.#tenth - this.now()))) return false;
    const tenth = this.#entries.filter(({ admitted, isBeyond }) => admitted || !isBeyond).at(-EXCHANGE_LIMIT);
    if (tenth === undefined) return true;
    const reason = `to stay within ${EXCHANGE_LIMIT} token exchanges a minute`;
    return this.#wait(tenth.answeredAt + this.#forgottenAfter - this.now(), reason);
  }

  async #wait(milliseconds: number, reason: string): Promise<boolean> {
    const isWaiting = milliseconds > 0 && milliseconds <= this.timeLeft && !this.aborted;
    if (isWaiting) this.notice(`waiting ${Math.ceil(milliseconds / 1000)} s ${reason}`);
    return this.pause(milliseconds);
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(task);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}

/** Milliseconds that a service asks to wait; 0 if that is longer than the suite waits. */
function pauseAsked({ headers }: Reply): number {
  const seconds = retryAfter(headers) ?? 0;
  return seconds <= LONGEST_PAUSE ? 1000 * seconds : 0;
}
