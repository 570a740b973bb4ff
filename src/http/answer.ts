import { LARGEST_ERROR } from './body.ts';
import { parseJson, weightOf, type Parsed } from '../text/parsed-json.ts';
import { placeWhere } from '../text/pointer.ts';
import type { Keepable, KeptAnswers } from './kept-answers.ts';
import { excuse, type Endpoint, type Reply, type Sending } from './reply.ts';
import type { Failure, WireResult } from './transport.ts';
import type { Violation } from './violation.ts';

/** The facts around an answer that are not in its status, headers or body. */
export interface Circumstances extends Sending {
  readonly kept: KeptAnswers;
  /** True if a text contains a credential of this run. */
  readonly echoes: (text: string) => boolean;
  /** True if a text contains what may be a credential, or an ordinary word. */
  readonly suspects: (text: string) => boolean;
}

type Answered = WireResult & { readonly kind: 'answer' };

/** JSON values in a report of 80,000 rows. The contract does not limit the rows of a page. */
const MOST_OF_REPORT = 400_000;

/** How many bytes of a body are searched for a credential. A service that repeats one does so early. */
const SEARCHED = 512 * 1024;

const NOT_KEPT =
  'The answers of this service are so large that not all of them could be kept until they were judged. Make them smaller.';

/** What an answer itself says. Its body is parsed once it is looked at. */
class Answer implements Keepable {
  readonly failure = null;
  readonly callId: string;
  readonly status: number;
  readonly headers: Reply['headers'];
  readonly violation?: Violation;
  body: Uint8Array;
  readonly #about: Circumstances;
  #json: Parsed | null;
  #echoes: boolean | undefined;

  constructor(result: Answered, about: Circumstances) {
    this.callId = about.callIds.at(-1) ?? '';
    this.status = result.status;
    this.headers = result.headers;
    this.body = result.body;
    if (result.violation) this.violation = result.violation;
    this.#about = about;
    this.#json = unreadable(result) ?? result.json ?? null;
  }

  get json(): Parsed {
    if (this.#json === null) {
      const { kept, endpoint } = this.#about;
      this.#json = parseJson(this.body, endpoint === 'reports' ? MOST_OF_REPORT : undefined);
      if (!this.#json.ok && this.violation) this.#json = undecoded(this.violation, this.#json);
      kept.weigh(this, weightWith(this.#json, this.body));
    }
    return this.#json;
  }

  get echoesCredential(): boolean {
    return (this.#echoes ??= this.#holds(this.#about.echoes));
  }

  get mayEchoCredential(): boolean {
    // Names of members, such as `code`, may be the words of a key.
    const { suspects } = this.#about;
    return this.json.ok ? this.#placeOf(suspects) !== null : this.#holds(suspects);
  }

  get credentialAt(): string | undefined {
    return this.#placeOf(this.#about.echoes)?.pointer;
  }

  letGo(this: Answer & Reply): void {
    this.body = new Uint8Array();
    this.#json = { ok: false, kind: 'unreadable', problem: 'not kept' };
    excuse(this, { because: { kind: 'observed', what: NOT_KEPT }, shownBy: [this] });
  }

  #holds(isTrue: (text: string) => boolean): boolean {
    return isTrue(Buffer.from(this.body.subarray(0, SEARCHED)).toString());
  }

  #placeOf(isTrue: (text: string) => boolean) {
    return this.json.ok ? placeWhere(this.json.value, (value) => typeof value === 'string' && isTrue(value)) : null;
  }
}

export function replyOf(result: Answered, about: Circumstances): Reply {
  const { kept, echoes: _echoes, suspects: _suspects, ...sending } = about;
  const reply = Object.assign(new Answer(result, about), sending);
  kept.weigh(reply, weightWith(result.json, result.body));
  return reply;
}

function weightWith(json: Parsed | undefined, { length }: Uint8Array): number {
  return length + (json ? weightOf(json, length) : 0);
}

/** The result of parsing a body that was not read to its end. */
function unreadable({ size }: Answered): Parsed | null {
  if (size === undefined) return null;
  const most = LARGEST_ERROR.toLocaleString('en');
  return { ok: false, kind: 'too-much', problem: `a body of more than ${most} bytes, which is not read to its end` };
}

/** The result of parsing a body that cannot be decompressed. */
function undecoded({ kind, does }: Violation, json: Parsed): Parsed {
  if (kind !== 'unknown-coding' && kind !== 'false-coding') return json;
  return { ok: false, kind: 'unreadable', problem: `a body that cannot be decoded (the answer ${does})` };
}

export function noAnswer(endpoint: Endpoint, callIds: readonly string[], failure: Failure, durationMs = 0): Reply {
  return {
    endpoint,
    callId: callIds.at(-1) ?? '',
    callIds,
    rateLimited: [],
    denied: [],
    failed: [],
    status: null,
    failure,
    ...(failure.violation && { violation: failure.violation }),
    headers: {},
    body: new Uint8Array(),
    json: { ok: false, kind: 'empty', problem: 'no answer' },
    echoesCredential: false,
    mayEchoCredential: false,
    durationMs,
  };
}
