export interface Violation {
  readonly kind: ViolationKind;
  /** Completes “The answer …”, and quotes nothing of it but the name of a coding. */
  readonly does: string;
  readonly fix: string;
}

const CODING =
  'Send `Content-Encoding` only with a body that is compressed, and with its name: `gzip`, `br` or `deflate`.';
const CHUNKS = 'Leave chunks to the web server or framework; end the body with an empty chunk (`0`).';
const LINES = 'End every line of the head with CR LF, as a web server does, and write each header on one line.';

const KINDS = {
  'length-and-chunks': [
    'has both a Transfer-Encoding and a Content-Length header',
    'Send one of the two: remove code, or the setting of a proxy, that adds the other.',
  ],
  'two-lengths': [
    'has more than one Content-Length header',
    'Send `Content-Length` once: remove code, or the setting of a proxy, that adds a second one.',
  ],
  'wrong-length': [
    'has a Content-Length that is not a number',
    'Leave `Content-Length` to the web server or framework.',
  ],
  'bare-line-feed': ['has lines that do not end in CR LF', LINES],
  'folded-header': ['has a header that is folded over several lines', LINES],
  'malformed-header': [
    'has a malformed header',
    'Look at the headers with `curl -i`: a name has no blanks, and a value no control characters.',
  ],
  'large-headers': [
    'has headers larger than the 64 kB that a client reads',
    'Send less in the headers: look for cookies, policies and debugging output that pile up.',
  ],
  'malformed-chunk': ['has a chunk that does not begin with its size', CHUNKS],
  'no-last-chunk': ['ends without the last, empty chunk of its body', CHUNKS],
  'length-too-long': [
    'has a Content-Length that is larger than its body',
    'Count `Content-Length` in bytes of the body, not in characters, and after it was changed or compressed.',
  ],
  'length-too-short': [
    'has a Content-Length that is smaller than its body, which is cut off there',
    'Count `Content-Length` in bytes of the body, not in characters, and after it was changed; or leave it to the web server or framework.',
  ],
  'unknown-coding': ['has a Content-Encoding that the client does not understand', CODING],
  'false-coding': ['has a body that is not compressed as its Content-Encoding header says', CODING],
  'other-protocol': [
    'changes to another protocol without being asked',
    'Answer in HTTP/1.1: look for a WebSocket or HTTP/2 upgrade at this address.',
  ],
  'http2-only': [
    'refuses HTTP/1.1 with 403, because the server speaks HTTP/2 only',
    'Let the server speak HTTP/1.1 too: `allowHTTP1: true` in Node, or a proxy in front that does.',
  ],
  'not-http': ['is not HTTP/1.1', 'Answer in HTTP/1.1: something else may listen on this port.'],
} as const;

export type ViolationKind = keyof typeof KINDS;

export function violationOf(kind: ViolationKind, does: string = KINDS[kind][0]): Violation {
  return { kind, does, fix: KINDS[kind][1] };
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
  return violationOf(byReason.find(([pattern]) => pattern.test(reason))?.[1] ?? 'not-http');
}
