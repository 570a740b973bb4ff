import { describe, expect, it } from 'vitest';
import type { RecordedCall } from '../../src/http/recorded-call.ts';
import { Transcript } from '../../src/http/transcript.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { Secret } from '../../src/secrets/secret.ts';

const KEY = 'sk_live_4f9c2a7e81d35b06';

interface Answered {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What is recorded of one exchange after another. */
function recorded(
  all: readonly Answered[],
  shortened: readonly string[] = [],
  secret = new Secret('ADSERVER_API_KEY', KEY),
): readonly RecordedCall[] {
  const redactor = new Redactor();
  redactor.protect(secret);
  const transcript = new Transcript(redactor);
  for (const { query = '', headers = {}, body = '' } of all) {
    const url = new URL(`https://ads.example.com/api/v1/inventory?cursor=${query}`);
    const id = transcript.begin(
      { method: 'GET', url, headers: {} },
      1,
    )({
      kind: 'answer',
      status: 200,
      headers,
      body: Buffer.from(body),
    });
    if (shortened.includes(id)) transcript.shorten(id);
  }
  return transcript.calls;
}

describe('Of an exchange is recorded', () => {
  it('an address of 8,000 characters at most, and of a page that is let go of 2,000', () => {
    const long = { query: 'c'.repeat(40_000) };
    const [whole, excerpt] = recorded([long, long], ['x2']);
    expect([whole, excerpt].map((each) => each?.request.url.length)).toEqual([8000, 2000]);
    expect(whole?.request.url).toMatch(/cccc…$/);
  });

  it('of thousands of pages that are let go little more than that there was one, but of the first', () => {
    const page = { headers: { 'content-type': 'application/json', etag: 'e' }, body: 'b'.repeat(2000) };
    const ids = Array.from({ length: 5000 }, (_none, at) => `x${at + 1}`);
    const all = recorded([page, ...ids.map(() => page)], ids.slice(1));
    const [first, second, last] = [all.at(0), all.at(1), all.at(4990)].map((each) => each?.response);
    expect(first).toEqual({ status: 200, headers: page.headers, body: page.body });
    expect(second).toEqual({ status: 200, headers: page.headers, body: 'b'.repeat(512), bodyTruncated: 2000 });
    expect(last).toEqual({
      status: 200,
      headers: { '…': '2 more headers' },
      body: 'b'.repeat(64),
      bodyTruncated: 2000,
    });
  });

  it('no part of a secret that the address is cut in', () => {
    const [exchange] = recorded([
      { query: 'c'.repeat(7999 - 'https://ads.example.com/api/v1/inventory?cursor='.length - 12) + KEY },
    ]);
    expect(exchange?.request.url).toMatch(/c\[ADSERVER_API_KEY\]…?$/);
  });

  it('no line of a token of several lines, even if a header ends where the line does', () => {
    const token = new Secret('TOKEN', 'a1b2c3d4e5f6g7h8i9j0\nk1l2m3n4o5p6q7r8');
    const headers = { 'x-line': 'got a1b2c3d4e5f6g7h8i9j0', 'x-other': 'kind of thing' };
    expect(recorded([{ headers }], [], token)[0]?.response?.headers['x-line']).toBe('got [TOKEN]');
  });

  it('a hundred headers at most, and how many there are besides', () => {
    const headers = Object.fromEntries(
      Array.from({ length: 130 }, (_, n) => [`x-${n}`, 'v'.repeat(n === 0 ? 9000 : 1)]),
    );
    const kept = recorded([{ headers }])[0]?.response?.headers ?? {};
    expect([Object.keys(kept).length, kept['x-0']?.length, kept['x-99'], kept['x-100'], kept['…']]).toEqual([
      101,
      4000,
      'v',
      undefined,
      '30 more headers',
    ]);
  });

  it('no secret that is the name of a header', () => {
    expect(Object.keys(recorded([{ headers: { [`x-${KEY}`]: '1' } }])[0]?.response?.headers ?? {})).toEqual([
      'x-[ADSERVER_API_KEY]',
    ]);
  });

  it('an excerpt of the oldest where a service has sent more than a report can hold', () => {
    const large = { body: JSON.stringify('x'.repeat(60_000)) };
    const bodies = recorded(Array.from({ length: 400 }, () => large)).map(
      ({ response }) => response?.body?.length ?? 0,
    );
    expect([bodies[0], bodies[200], bodies[350], bodies.at(-1)]).toEqual([512, 512, 60_002, 60_002]);
  });
});
