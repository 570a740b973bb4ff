import type { Entry, Header, Log, PostData, PostDataCommon, QueryString, Request, Response } from 'har-format';
import type { RecordedCall, RecordedBody, RecordedRequest, RecordedResponse } from '../../http/recorded-call.ts';
import { modulesOf } from '../checks-of.ts';
import type { CheckResult, Report } from '../model.ts';
import { verdictWords } from '../verdict-words.ts';
import { jsonPieces } from '../../text/json-pieces.ts';
import { urlOf } from '../../text/url.ts';
import { line } from './test-text.ts';

/** The levels down to a single entry. */
const LEVELS = 3;
const UNKNOWN_SIZE = -1;
/** The page of calls that no check cites. */
const UNCITED = 'uncited';

/**
 * All calls as an HTTP Archive 1.2, for the network panels of browsers and other viewers. Each module is a page. A
 * call is on the page of the first check that cites it and did not pass, or else of the first that cites it. Bodies
 * and headers are left as they were recorded.
 */
export function* renderHar(report: Report): Generator<string, void> {
  const places = placesOf(report);
  const pageOf = ({ id }: RecordedCall) => places.get(id)?.page ?? UNCITED;
  const titles = new Map([
    ...modulesOf(report).map(({ id, title }): [string, string] => [id, `${id}: ${title}`]),
    [UNCITED, 'exchanges that no check cites'] as const,
  ]);
  const pages = [...titles].flatMap(([id, title]) => {
    const first = report.exchanges.find((call) => pageOf(call) === id);
    return first === undefined ? [] : [{ startedDateTime: first.startedAt, id, title, pageTimings: {} }];
  });
  const log: Omit<Log, 'entries'> & { readonly entries: Iterable<Entry> } = {
    version: '1.2',
    creator: { name: report.tool.name, version: report.tool.version },
    pages,
    entries: entriesOf(report.exchanges, places),
    comment: `Run ${report.run.id}: ${verdictWords(report).title}. Credentials are replaced by names in brackets.`,
  };
  yield* jsonPieces({ log }, LEVELS);
  yield '\n';
}

/** Made one by one, because together they take several times the memory of the calls. */
function* entriesOf(calls: readonly RecordedCall[], places: ReadonlyMap<string, Cited>): Generator<Entry> {
  for (const recordedCall of calls) {
    const { page = UNCITED, comments = [] } = places.get(recordedCall.id) ?? {};
    yield entry(recordedCall, page, comments);
  }
}

interface Cited {
  readonly page: string;
  readonly comments: readonly string[];
}

const WRONG: readonly CheckResult['outcome'][] = ['fail', 'warn', 'error', 'inconclusive', 'expected-fail'];

function placesOf(report: Report): Map<string, Cited> {
  const places = new Map<string, Cited>();
  for (const { id: page, checks } of modulesOf(report)) {
    for (const check of checks) {
      const wrong = WRONG.includes(check.outcome);
      const comment = `${check.outcome}: ${line(check.id)}: ${line(check.message)}`;
      for (const callId of check.exchanges) {
        const known = places.get(callId);
        const settled = known !== undefined && (known.comments.length > 0 || !wrong);
        places.set(callId, {
          page: settled ? known.page : page,
          comments: [...(known?.comments ?? []), ...(wrong ? [comment] : [])],
        });
      }
    }
  }
  return places;
}

function entry(recordedCall: RecordedCall, pageref: string, comments: readonly string[]): Entry {
  const remarks = [
    `exchange ${recordedCall.id}`,
    ...(recordedCall.attempt > 1 ? [`attempt ${recordedCall.attempt}`] : []),
    ...comments,
  ];
  return {
    pageref,
    startedDateTime: recordedCall.startedAt,
    time: recordedCall.durationMs,
    request: request(recordedCall.request),
    response: recordedCall.response === null ? noResponse(recordedCall.error) : response(recordedCall.response),
    cache: {},
    // Only the total time was measured.
    timings: { send: 0, wait: recordedCall.durationMs, receive: 0 },
    comment: remarks.join('\n'),
  };
}

function request({ method, url, headers, ...body }: RecordedRequest): Request {
  const text = body.body ?? body.bodyBase64;
  const remarks = [
    ...(body.bodyBase64 === undefined ? [] : ['the text is base64']),
    ...(body.bodyTruncated === undefined ? [] : [`cut, ${body.bodyTruncated} bytes in full`]),
  ];
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    queryString: query(url),
    ...(text === undefined ? {} : { postData: postData(headers['content-type'] ?? '', text, remarks) }),
    headersSize: UNKNOWN_SIZE,
    bodySize: sizeOf(body),
  };
}

function postData(mimeType: string, text: string, remarks: readonly string[]): PostData {
  const common: PostDataCommon = { mimeType, ...(remarks.length === 0 ? {} : { comment: remarks.join('; ') }) };
  // The types exclude one of the two members, but the specification lists both, and some readers need either.
  return { ...common, params: [], text } as PostDataCommon as PostData;
}

function response({ status, headers, ...body }: RecordedResponse): Response {
  const size = sizeOf(body);
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    content: {
      size,
      mimeType: headers['content-type'] ?? 'x-unknown',
      ...(body.body === undefined ? {} : { text: body.body }),
      ...(body.bodyBase64 === undefined ? {} : { text: body.bodyBase64, encoding: 'base64' }),
      ...(body.bodyTruncated === undefined ? {} : { comment: `cut, ${body.bodyTruncated} bytes in full` }),
    },
    redirectURL: headers['location'] ?? '',
    headersSize: UNKNOWN_SIZE,
    bodySize: headers['content-encoding'] === undefined ? size : UNKNOWN_SIZE,
  };
}

function noResponse(error = 'no answer'): Response & { readonly _error: string } {
  return {
    ...response({ status: 0, headers: {} }),
    httpVersion: '',
    bodySize: UNKNOWN_SIZE,
    comment: error,
    // Browsers show errors from this member.
    _error: error,
  };
}

const pairs = (headers: Readonly<Record<string, string>>): Header[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

function query(url: string): QueryString[] {
  return [...(urlOf(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));
}

function sizeOf({ body, bodyBase64, bodyTruncated }: RecordedBody): number {
  if (bodyTruncated !== undefined) return bodyTruncated;
  if (bodyBase64 !== undefined) return Buffer.byteLength(bodyBase64, 'base64');
  return body === undefined ? 0 : Buffer.byteLength(body, 'utf8');
}
