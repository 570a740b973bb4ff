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

/** The reply that an answer makes. Its body is parsed once it is looked at. */
export function replyOf(result: Answered, { kept, echoes, suspects, ...about }: Circumstances): Reply {
  let json = unreadable(result);
  let echoed: boolean | undefined;
  const holds = (isTrue: (text: string) => boolean) => isTrue(Buffer.from(reply.body.subarray(0, SEARCHED)).toString());
  const placeOf = (isTrue: (text: string) => boolean) =>
    reply.json.ok ? placeWhere(reply.json.value, (value) => typeof value === 'string' && isTrue(value)) : null;
  const reply: Reply & Keepable & { body: Uint8Array } = {
    ...about,
    exchange: about.exchanges.at(-1) ?? '',
    failure: null,
    status: result.status,
    headers: result.headers,
    body: result.body,
    ...(result.violation && { violation: result.violation }),
    get json() {
      if (json === null) {
        json = parseJson(reply.body, about.endpoint === 'reports' ? MOST_OF_REPORT : undefined);
        if (!json.ok && result.violation) json = undecoded(result.violation, json);
        kept.weigh(reply, reply.body.length + weightOf(json, reply.body.length));
      }
      return json;
    },
    get echoesCredential() {
      return (echoed ??= holds(echoes));
    },
    get mayEchoCredential() {
      // Names of members, such as `code`, may be the words of a key.
      return reply.json.ok ? placeOf(suspects) !== null : holds(suspects);
    },
    get credentialAt() {
      return placeOf(echoes)?.pointer;
    },
    letGo() {
      reply.body = new Uint8Array();
      json = { ok: false, kind: 'unreadable', problem: 'not kept' };
      excuse(reply, { because: { kind: 'observed', what: NOT_KEPT }, shownBy: [reply] });
    },
  };
  kept.weigh(reply, reply.body.length);
  return reply;
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

export function noAnswer(endpoint: Endpoint, exchanges: readonly string[], failure: Failure, durationMs = 0): Reply {
  return {
    endpoint,
    exchange: exchanges.at(-1) ?? '',
    exchanges,
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
