import { answererInWords, type InBetween } from '../causes/answerer.ts';
import { cut } from '../text/cut.ts';
import { containsMarkup } from '../text/markup.ts';
import { parseJson } from '../text/parsed-json.ts';
import type { Control, Controls } from './controls.ts';
import { isTrouble, LONGEST_PAUSE, retryAfter } from './results.ts';
import type { Failure, WireResult } from './transport.ts';
import type { Attempt } from './tries.ts';
import { violationOf } from './violation.ts';
import { isForeignError, MARKED_BYTES, whoAnswered, type WhoAnswered } from './who-answered.ts';

type Answered = WireResult & { readonly kind: 'answer' };

export interface BetweenOptions {
  readonly controls: Controls;
  /** Sends a request ahead of all others; `null` if the run was interrupted. */
  readonly probe: (control: Control) => Promise<WireResult | null>;
  readonly others: (control: Control) => readonly Control[];
  readonly redact: (text: string) => string;
  readonly end: (failure: Failure) => void;
}

/** What somebody in front of the service answered, and to which requests. */
export interface ToldBetween extends InBetween {
  readonly requests: readonly string[];
}

/** If nothing can be asked for comparison, this many such answers in a row show that everything is answered so. */
const IN_A_ROW = 3;

/**
 * Tells answers of somebody in front of the service from the service's own. A plain request that was served before
 * shows whether everything is answered so.
 */
export class Between {
  readonly #options: BetweenOptions;
  readonly #told = new Map<string, { readonly between: InBetween; readonly requests: string[] }>();
  #inARow = 0;

  constructor(options: BetweenOptions) {
    this.#options = options;
  }

  get told(): readonly ToldBetween[] {
    return [...this.#told.values()].map(({ between, requests }) => ({ ...between, requests }));
  }

  /** Whether the service itself answered. */
  learn(result: WireResult): boolean {
    const isOfService = result.kind === 'answer' && whoSent(result).kind === 'service';
    if (isOfService) this.#inARow = 0;
    return isOfService;
  }

  /** Who answered in place of the service; `null` if the answer counts as its own. */
  async answeredBy(
    sent: Control,
    { result, callId }: Pick<Attempt, 'result' | 'callId'>,
    isFirst: boolean,
  ): Promise<InBetween | null> {
    if (result.kind === 'no-answer') return null;
    const sender = whoSent(result);
    const onMarkup = this.#isOnMarkup(sent, result, sender);
    if (!onMarkup && !mayBeBetween(sender, result)) return null;
    if (isCertain(sender, result)) this.#inARow += 1;
    const between = this.#inBetween(onMarkup && sender.kind === 'service' ? FILTER : sender, result);
    // A rate limit may end, so it is waited for once.
    const isLimit = isFirst && result.status === 429 && (retryAfter(result.headers) ?? 0) <= LONGEST_PAUSE;
    if (!isLimit && (await this.#isAnsweredToAll(sent))) {
      const ending: InBetween = { ...between, endsRun: true };
      const message = `${answererInWords(ending)} answers instead of the service.`;
      this.#options.end({ reason: 'in-between', message, between: ending });
      return this.#tell(ending, callId);
    }
    if (onMarkup) return this.#tell({ ...between, onMarkup: true }, callId);
    if (!isCertain(sender, result)) return null;
    return isLimit ? between : this.#tell(between, callId);
  }

  /**
   * Whether this refusal is due to markup in the body: the endpoint serves this credential, and the refusal is not in
   * the format of the API's errors.
   */
  #isOnMarkup(
    { call, request: { body } }: Control,
    { status, body: answer }: Answered,
    { kind }: WhoAnswered,
  ): boolean {
    // Firewalls may refuse with any status, even 200.
    const isRefusal = status === 403 || status === 406 || kind === 'firewall';
    // A 429 is about how many requests come, not about what is in them.
    if (!isRefusal || status === 429 || call.isKnownGood === undefined || !this.#options.controls.knows(call))
      return false;
    if (typeof body !== 'string' || !containsMarkup(body)) return false;
    const json = parseJson(answer.subarray(0, MARKED_BYTES));
    return kind !== 'service' || !json.ok || isForeignError(json.value);
  }

  async #isAnsweredToAll(sent: Control): Promise<boolean> {
    const { controls, others, probe } = this.#options;
    const isOwn = sent.call.isKnownGood !== undefined;
    const control = controls.plain(sent.call) ?? (isOwn ? others(sent)[0] : undefined);
    if (control === undefined) return this.#inARow >= IN_A_ROW;
    const result = await probe(control);
    return result?.kind === 'answer' && mayBeBetween(whoSent(result), result);
  }

  #inBetween({ kind, product, reference }: WhoAnswered, { status }: Answered): InBetween {
    return {
      who: kind,
      status,
      ...(product !== undefined && { product }),
      ...(reference !== undefined && { reference: cut(this.#options.redact(reference), 100) }),
    };
  }

  #tell(between: InBetween, callId: string): InBetween {
    const { who, product, status, endsRun, onMarkup } = between;
    const kind = [who, product, status, endsRun, onMarkup].join();
    const told = this.#told.get(kind) ?? { between, requests: [] };
    told.requests.push(callId);
    this.#told.set(kind, told);
    return between;
  }
}

const FILTER: WhoAnswered = { kind: 'firewall', isGuess: true };

function whoSent({ status, headers, body }: Answered): WhoAnswered {
  const isJson = looksLikeJson(body);
  if (isJson && status < 300) return { kind: 'service' };
  const marked = body.subarray(0, MARKED_BYTES);
  const parsed = isJson ? parseJson(marked) : null;
  const text = Buffer.from(marked).toString();
  return whoAnswered({ status, headers, text, ...(parsed?.ok && { json: parsed.value }) });
}

/** Whether a body begins as a JSON object or array, after blanks and a byte order mark. */
function looksLikeJson(body: Uint8Array): boolean {
  const first = body.subarray(0, 100).find((byte) => !BLANKS.includes(byte));
  return first === 0x7b || first === 0x5b;
}

const BLANKS = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf];

/** Whether something other than the service may have sent this. Server errors and pages at a wrong address do not count. */
function mayBeBetween({ kind }: WhoAnswered, result: Answered): boolean {
  if (kind === 'gateway') return !isTrouble(result);
  return kind !== 'service' && kind !== 'website' && kind !== 'http2-only';
}

/** Whether a service never sends this itself. The publisher can change what a gateway or a redirect answers. */
function isCertain({ kind, isGuess }: WhoAnswered, { status }: Answered): boolean {
  const isOfPublisher = kind === 'gateway' || (kind === 'login' && status !== 200);
  return isGuess !== true && !isOfPublisher;
}

/** A server that speaks HTTP/2 only answers HTTP/1.1 as if it refused the key. */
export function readable(result: WireResult): WireResult {
  return result.kind === 'answer' && whoSent(result).kind === 'http2-only'
    ? { ...result, violation: violationOf('http2-only') }
    : result;
}
