/** How what came breaks the rules of HTTP. */
export interface Violation {
  readonly kind: ViolationKind;
  /** One sentence for people, which quotes nothing of the answer but the name of a coding. */
  readonly sentence: string;
}

const sentences = {
  'length-and-chunks': 'The answer has both a Transfer-Encoding and a Content-Length header.',
  'two-lengths': 'The answer states its length more than once.',
  'wrong-length': 'The Content-Length header is not a number.',
  'bare-line-feed': 'The lines of the answer do not end in CR LF.',
  'folded-header': 'A header of the answer is folded over several lines.',
  'malformed-header': 'A header of the answer is malformed.',
  'large-headers': 'The headers of the answer are larger than the 64 kB that a client reads.',
  'malformed-chunk': 'A chunk of the body does not begin with its size.',
  'no-last-chunk': 'The chunked body ends without its last, empty chunk.',
  'length-too-long': 'The Content-Length header promises more bytes than the body has.',
  'unknown-coding': 'The Content-Encoding of the body is not one that the client understands.',
  'false-coding': 'The body is not compressed as its Content-Encoding header says.',
  'other-protocol': 'The server changed to another protocol without being asked.',
  'http2-only':
    'The server speaks HTTP/2 only: it answers 403 to HTTP/1.1. Let it speak HTTP/1.1 too (in Node, `allowHTTP1: true`).',
  'not-http': 'What came back is not HTTP/1.1.',
} as const;

export type ViolationKind = keyof typeof sentences;

export function violationOf(kind: ViolationKind, sentence: string = sentences[kind]): Violation {
  return { kind, sentence };
}

/** The reasons that llhttp gives, the parser of both undici and Node. */
const byReason: readonly (readonly [reason: RegExp, kind: ViolationKind])[] = [
  [/can't be present with/, 'length-and-chunks'],
  [/^Duplicate Content-Length|Content-Length already present/, 'two-lengths'],
  [/Content-Length/, 'wrong-length'],
  [/expected (?:CR|LF)|expected.* after CR/i, 'bare-line-feed'],
  [/whitespace after header value/, 'folded-header'],
  [/chunk/i, 'malformed-chunk'],
  [/header/i, 'malformed-header'],
];

export function violationByReason(reason: string): Violation {
  const kind = byReason.find(([pattern]) => pattern.test(reason))?.[1] ?? 'not-http';
  return violationOf(
    kind,
    kind === 'not-http' && reason !== '' ? `What came back is not HTTP/1.1: ${reason}.` : undefined,
  );
}
