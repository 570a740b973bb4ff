import type { Call } from './call.ts';
import type { Clock } from './clock.ts';
import type { Control, Controls } from './controls.ts';
import { cameInWords, down, fatal, gone, inFlightAtFirst, isOfLimit, Outage, silent } from './outage.ts';
import { Hanging, type HangingOptions } from './hanging.ts';
import type { Endpoint, Unsteadiness } from './reply.ts';
import { Steadiness } from './steadiness.ts';
import { areAnswered, isKnownToFail, Place } from './place.ts';
import { isAlive, isBusy, isRateLimited, isServed, isTimeout, isTrouble } from './results.ts';
import type { Attempt, Tries } from './tries.ts';
import type { WireResult } from './transport.ts';

// What a server error (but 501), a drop or a time-out means. It is found out in these steps, each over a new connection:
// 1. The same request again. 2. The control: another call that was served at that endpoint before. 3. If the control is
// served, the request once more: that is its answer. 4. If not, it is an outage, of the endpoint or of the service.

const AGAIN_AFTER = 250;
/** A call that was served this many milliseconds ago or less is control enough. */
const LATELY = 1000;
/** Milliseconds for which a request is its own control at an endpoint that never served anything: a cold start. */
const COLD_START = 10_000;
const COLD_PAUSE = 1000;
/** A request that this many outages began with is their cause: the process may die of it. */
const CAUSES_OUTAGES = 2;
/** An endpoint at which the service went down for this many requests is asked no more: to be safe, and to have an end. */
const MOST_FATAL = 3;
/** Nor is the whole service, after this many in all. */
const MOST_FATAL_IN_ALL = 5;
/** After so many outages of the whole service, requests go one at a time: that shows which of them it dies of. */
const SEVERAL_OUTAGES = 2;
/** So many calls without another end that: races are judged of requests that are in flight together. */
const CALM = 25;
/** After this many time-outs and no answer, an endpoint is no longer called: they would take up the whole run. */
const MOST_TIMEOUTS = 2;
/** An outage is waited out for so many milliseconds: while anything else is served, and where nothing is. */
const LONGEST_OF_ENDPOINT = 30_000;
const LONGEST_OF_SERVICE = 60_000;
/** Milliseconds between two controls: at first, and later. */
const PAUSE = 1000;
const LATER_PAUSE = 4000;
const SHORT_PAUSES = 10;
/** An outage is over after this many successful controls in a row; where requests fail at random, they may never come. */
const SERVED_IN_A_ROW = 3;

const ENDPOINTS: readonly Endpoint[] = ['health', 'inventory', 'forecast', 'orders', 'reports'];

export interface TroubleOptions extends HangingOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly controls: Controls;
  readonly others: (control: Control) => readonly Control[];
  readonly onWait?: (notice: string) => void;
}

export class TroubleJudge {
  readonly outages: Outage[] = [];
  readonly #options: TroubleOptions;
  readonly #places = new Map<Endpoint, Place>();
  /** To tell what was sent after a failure. */
  #sent = 0;
  /** What requests that were their own control were answered. */
  readonly #ownAnswers = new WeakMap<Control, Attempt>();
  readonly #failing = new Set<Attempt>();
  readonly #steadiness = new Steadiness();
  readonly #hanging: Hanging;

  constructor(options: TroubleOptions) {
    this.#options = options;
    this.#hanging = new Hanging(options);
  }

  get sent(): number {
    return this.#sent;
  }
  begin(): number {
    return ++this.#sent;
  }

  get hasAnswered(): boolean {
    return [...this.#places.values()].some(({ slowestAnswer }) => slowestAnswer !== undefined);
  }

  /** Whether every endpoint failed the last time that it was called. */
  get isGone(): boolean {
    return this.#places.size > 0 && [...this.#places.values()].every(({ isDown }) => isDown);
  }

  /** Whether 503 may be the answer to too many requests, and not to a single one. */
  get isLimited(): boolean {
    return this.outages.some(isOfLimit);
  }

  /** Whether the service went down and did not come back. */
  get wentDown(): boolean {
    return this.outages.some(({ isWhole, end }) => isWhole && end === 'down');
  }

  /** The call that shows why an endpoint is no longer called. */
  shownBy(endpoint: Endpoint): string | undefined {
    return this.#place(endpoint).shownBy;
  }

  learn({ endpoint }: Call, { result, callId, began, durationMs }: Omit<Attempt, 'ended' | 'beside'>): void {
    const place = this.#place(endpoint);
    place.isDown = isTrouble(result);
    if (place.isDown || isRateLimited(result)) place.shownBy = callId;
    if (result.kind === 'answer') place.slowestAnswer = Math.max(place.slowestAnswer ?? 0, durationMs);
    else if (isTimeout(result)) place.timeouts += 1;
    if (place.slowestAnswer === undefined && place.timeouts >= (this.#steadiness.triesAfter(result) ?? MOST_TIMEOUTS))
      this.#options.closed.close(endpoint, silent(place.timeouts));
    place.timesAnswered += Number(isAlive(result));
    if (isAlive(result)) place.answered = Math.max(place.answered, began);
    if (isServed(result)) this.#served(place, began);
    const { limiter } = this.#options;
    if (limiter.isSingle && began > Math.max(...this.outages.map(({ last }) => last)) + CALM) limiter.isSingle = false;
  }

  /** In milliseconds; `undefined` for the time that all requests have. */
  timeoutAt(call: Call, attempt: number | 'control'): number | undefined {
    const isControl = attempt === 'control';
    if (call.retry === 'never' && !isControl) return undefined;
    const place = this.#place(call.endpoint);
    // Where a second failure is believed, the second try decides.
    const byChance = isControl ? this.#steadiness.hangs : this.#steadiness.isByChance(attempt) && !isKnownToFail(place);
    return this.#hanging.timeoutOf(call, place, { attempt, byChance });
  }

  /** Records the end of a request. Returns the failures that were not due to an outage. */
  ended({ endpoint, odd, retry }: Call, { failed, guessedBusy }: Tries, isHealed: boolean): readonly Attempt[] {
    const outages = this.outages.filter((one) => one.isWhole || one.endpoint === endpoint);
    const own = failed.filter((attempt) => {
      this.#failing.delete(attempt);
      const outage = outages.find((one) => attempt.began >= one.cause && attempt.ended <= one.last);
      if (outage !== undefined) outage.met += 1;
      return outage === undefined;
    });
    const healed = isHealed ? own.map(({ result }) => result) : [];
    if (retry !== 'never') this.#steadiness.ended(healed, odd === true, isHealed && guessedBusy > 0);
    return own;
  }

  get unsteadiness(): Unsteadiness | null {
    return this.#steadiness.unsteadiness;
  }

  /** How many requests fail by chance, if they are many, and this failure may be one. */
  explaining(timedOut: boolean): Unsteadiness | null {
    return this.#steadiness.explaining(timedOut);
  }

  /** Resolves when an outage that holds this endpoint's requests back may be over; `null` if there is none. */
  hindrance(endpoint: Endpoint): Promise<unknown> | null {
    const outage = this.#lasting.find((one) => one.isWhole || one.endpoint === endpoint);
    if (outage !== undefined) return outage.round;
    // While nothing was ever served there, any request may be the first.
    const { finding, served } = this.#place(endpoint);
    return served > 0 ? finding : null;
  }

  /** Waits as the steps say; whether the request is then sent again. If not, the trouble is its answer. */
  async isSentAgain(sent: Control, attempt: Attempt, tries: Tries): Promise<boolean> {
    const place = this.#place(sent.call.endpoint);
    tries.failed.push(attempt);
    tries.began.push(attempt.began);
    this.#failing.add(attempt);
    const [first = attempt, second, third] = tries.failed;
    const hasTimedOut = isTimeout(attempt.result);
    if (hasTimedOut && this.#hanging.isKnown(sent.call)) return this.#hanging.learn(sent.call, place, tries);
    if (second === undefined) {
      if (hasTimedOut) await this.#hanging.askAlone(sent, attempt, tries, place);
      else if (!place.isGivenUp) await this.#sleep(AGAIN_AFTER);
      return true;
    }
    // The third may have met the next outage: the process may have died of another request meanwhile.
    const isAsked = third === undefined || (attempt.result.kind === 'no-answer' && this.unsteadiness === null);
    const outage = isAsked ? await this.#outageMetBy(sent, attempt, third?.began ?? first.ended) : null;
    tries.answer = this.#ownAnswers.get(sent);
    this.#ownAnswers.delete(sent);
    if (outage !== null) {
      outage.met += 1;
      tries.failed = [];
      tries.outages += 1;
      const isFatal = this.outages.filter(({ cause }) => tries.began.includes(cause)).length >= CAUSES_OUTAGES;
      if (isFatal) this.#diedOf(sent.call.endpoint, attempt.callId);
      return outage.end === 'over' && !isFatal;
    }
    if (tries.answer !== undefined) return true;
    // Where requests often fail by chance, one more try tells.
    const most = hasTimedOut && isKnownToFail(place) ? null : this.#steadiness.triesAfter(attempt.result);
    if (tries.failed.length < (most ?? (hasTimedOut || isKnownToFail(place) ? 2 : 3))) return true;
    tries.isBelieved = isKnownToFail(place);
    place.ownTrouble += 1;
    return hasTimedOut && this.#hanging.learn(sent.call, place, tries);
  }

  #diedOf(endpoint: Endpoint, callId: string): void {
    const { closed } = this.#options;
    const own = this.#place(endpoint).fatal;
    own.push(callId);
    const all = [...this.#places.values()].flatMap((place) => place.fatal);
    if (all.length === MOST_FATAL_IN_ALL) closed.closeAll(fatal(null, all));
    else if (own.length === MOST_FATAL) closed.close(endpoint, fatal(endpoint, own));
  }

  /** Whether it went down several times, and came back. */
  get #goesDown(): boolean {
    return this.outages.filter(({ isWhole, end }) => isWhole && end === 'over').length >= SEVERAL_OUTAGES;
  }

  /**
   * The outage that a request met, once it has ended; `null` if a control is served that was sent `since`. Requests that
   * fail at the same time share one.
   */
  async #outageMetBy(met: Control, { result }: Attempt, since: number): Promise<Outage | null> {
    const { endpoint } = met.call;
    const place = this.#place(endpoint);
    const { clock, signal } = this.#options;
    const isServedSince = () => place.served > since && clock.now() - place.servedAt <= LATELY;
    let outage: Outage | null = null;
    while (!isServedSince() && !place.isGivenUp && outage?.end == null && signal?.aborted !== true) {
      outage = this.#lasting.find((one) => one.isWhole && one.endpoint !== endpoint) ?? null;
      if (outage !== null) await outage.round;
      else outage = await (place.finding ??= this.#control(met, result).finally(() => (place.finding = null)));
    }
    return outage?.end == null ? null : outage;
  }

  /** `null` if a control was served, or none will be, or the whole service is waited for. */
  async #control(met: Control, result: WireResult): Promise<Outage | null> {
    const place = this.#place(met.call.endpoint);
    const controls = this.#options.controls.of(met);
    const [first] = controls;
    if (first === undefined) return this.#coldStart(met, result);
    // The others may hang just as what failed does.
    const servedLastTime = controls[place.servedControl] ?? first;
    for (const control of new Set([servedLastTime, ...controls])) {
      if (!(await this.#ask(control, result))) continue;
      place.servedControl = controls.indexOf(control);
      return null;
    }
    return this.#outage(met, result, controls);
  }

  /**
   * The request is its own control: once that is served, it is the answer. A service that never answered may not be there,
   * so no more is asked of it. A time-out was wait enough.
   */
  async #coldStart(met: Control, result: WireResult): Promise<Outage | null> {
    const { clock, signal } = this.#options;
    const place = this.#place(met.call.endpoint);
    const began = clock.now();
    const { served } = place;
    const mayBeStarting = !isTimeout(result);
    // No token is exchanged to ask, but those that were are known.
    const areKnown =
      result.kind === 'answer' && this.#options.others(met).length === 0 && areAnswered(this.#places, met);
    const longest = areKnown ? LONGEST_OF_ENDPOINT : COLD_START;
    while (mayBeStarting && place.served === served && clock.now() - began < longest && signal?.aborted !== true) {
      if (this.hasAnswered && !areKnown && !(await this.#areOthersServed(met))) return this.#outage(met, result, [met]);
      await this.#sleep(COLD_PAUSE);
      await this.#ask(met, result);
    }
    place.isGivenUp = place.served === served;
    return null;
  }

  async #outage(met: Control, result: WireResult, controls: readonly Control[]): Promise<Outage | null> {
    const { clock, closed, onWait } = this.#options;
    const isWhole = !(await this.#areOthersServed(met));
    if (this.#lasting.some((one) => one.isWhole)) return null;
    const outage = new Outage(met.call.endpoint, result, isWhole);
    outage.after = this.#place(met.call.endpoint).timesAnswered;
    this.outages.push(outage);
    const what = isWhole ? 'the service' : outage.endpoint;
    onWait?.(`waiting: ${what} is not available (${cameInWords(outage)})`);
    const began = clock.now();
    await this.#waitOut(outage, met, result, controls);
    outage.durationMs = clock.now() - began;
    outage.last = this.#sent;
    outage.cause = Math.min(...[...this.#failing].map(({ began }) => began));
    outage.inFlight = inFlightAtFirst([...this.#failing]);
    // What failed by now did not begin the next one, however long it waits to be sent again.
    this.#failing.clear();
    this.#options.limiter.isSingle = this.#goesDown;
    if (outage.end === 'over') return outage;
    if (!outage.isWhole) closed.close(met.call.endpoint, down(outage));
    else if (!this.#isAnswerOf(outage, met.call)) closed.closeAll(gone(outage));
    return outage;
  }

  /**
   * Asks one control after the other, since each may have trouble of its own. While nothing else is served either, a
   * plain request is asked instead: the service may die of the control.
   */
  async #waitOut(outage: Outage, met: Control, result: WireResult, controls: readonly Control[]): Promise<void> {
    const { clock, signal, others, closed } = this.#options;
    const began = clock.now();
    const hasOthers = () => others(met).some(({ call }) => closed.why(call) === null);
    let aloneSince = outage.isWhole ? null : began;
    let [asked, failed, inARow, wasServed] = [0, 0, 0, false];
    const round = async () => {
      await this.#sleep(inARow > 0 || asked++ < SHORT_PAUSES ? PAUSE : LATER_PAUSE);
      const areOthersServed = !outage.isWhole || (await this.#areOthersServed(met));
      if (areOthersServed) aloneSince ??= clock.now();
      const isAsked = areOthersServed || !hasOthers();
      const isUp = isAsked && (await this.#ask(controls[failed % controls.length] ?? met, result));
      inARow = isUp ? inARow + 1 : 0;
      wasServed ||= isUp;
      if (isUp) return;
      failed += 1;
      if (isAsked) outage.isWhole = !(await this.#areOthersServed(met));
    };
    const isTooLong = () =>
      clock.now() - (aloneSince ?? began) >= (aloneSince === null ? LONGEST_OF_SERVICE : LONGEST_OF_ENDPOINT);
    const isOver = () => inARow >= (this.unsteadiness === null ? SERVED_IN_A_ROW : 1);
    while (signal?.aborted !== true && !isOver() && (inARow > 0 || !isTooLong())) await (outage.round = round());
    // What is served now and then is unsteady, not down.
    outage.end = wasServed || signal?.aborted === true ? 'over' : 'down';
    if (outage.end === 'down') outage.isWhole = aloneSince === null;
  }

  /** Whether an outage of the whole service is the answer to this request: a lockout, or tokens that are not issued. */
  #isAnswerOf(outage: Outage, { endpoint, mayBeLockedOut }: Call): boolean {
    const isLockout = mayBeLockedOut?.() === true;
    // Whether tokens are still issued cannot be tested, because each exchange counts towards the limit.
    if (!isLockout && (endpoint !== 'toplists' || outage.isRefused)) return false;
    for (const one of isLockout ? ENDPOINTS : [endpoint]) this.#place(one).isGivenUp = true;
    return true;
  }

  async #areOthersServed(met: Control): Promise<boolean> {
    for (const other of this.#options.others(met)) {
      const attempt = this.#options.closed.why(other.call) === null ? await this.#options.probe(other, false) : null;
      if (attempt !== null && isAlive(attempt.result)) return true;
    }
    return false;
  }

  /** Whether a control is served, or the run was interrupted. */
  async #ask(control: Control, result: WireResult): Promise<boolean> {
    const sentAs = this.#sent + 1;
    const answer = await this.#options.probe(control, isBusy(result));
    if (answer === null) return true;
    if (!isAlive(answer.result)) return false;
    this.#served(this.#place(control.call.endpoint), sentAs);
    this.#ownAnswers.set(control, answer);
    return true;
  }

  #served(place: Place, sentAs: number): void {
    place.served = Math.max(place.served, sentAs);
    place.servedAt = this.#options.clock.now();
    place.isGivenUp = false;
  }

  get #lasting(): readonly Outage[] {
    return this.outages.filter(({ end }) => end === null);
  }

  #place(endpoint: Endpoint): Place {
    const place = this.#places.get(endpoint) ?? new Place();
    this.#places.set(endpoint, place);
    return place;
  }

  #sleep(milliseconds: number): Promise<void> {
    return this.#options.clock.sleep(milliseconds, this.#options.signal);
  }
}
