import type { Reply } from '../../src/http/reply.ts';

/** A reply without anything that is not given. */
export function anyReply(said: Partial<Reply>): Reply {
  return {
    endpoint: 'health',
    callId: '',
    callIds: [],
    rateLimited: [],
    denied: [],
    failed: [],
    status: 200,
    failure: null,
    headers: {},
    body: new Uint8Array(),
    json: { ok: false, kind: 'empty', problem: 'an empty body' },
    echoesCredential: false,
    mayEchoCredential: false,
    durationMs: 1,
    ...said,
  };
}
