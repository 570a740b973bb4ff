import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/text/parsed-json.ts';

const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
const valueOf = (text: string) => {
  const json = parseJson(Buffer.from(text));
  return json.ok ? json.value : json;
};

describe('a body that is nested deep', () => {
  it.each([
    ['arrays', nested('[', ']', 100_000)],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['both', `${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}`],
    ['members behind the deepest place', `${'{"a":'.repeat(100_000)}1${',"b":[]}'.repeat(100_000)}`],
  ])('can be read by recursion: %s', (_what, text) => {
    expect(() => JSON.stringify(valueOf(`{"x":${text}}`))).not.toThrow();
  });

  it('is kept as it is down to two hundred levels', () => {
    const text = `{"a":${nested('[', ']', 199)},"b":[1,null,{"c":"d"}]}`;
    expect(JSON.stringify(valueOf(text))).toBe(text);
  });

  it('ends in null there, with all around it as it was', () => {
    const text = `{"a":${nested('[', ']', 200)},"b":[1,null,{"__proto__":{}}]}`;
    expect(JSON.stringify(valueOf(text))).toBe(
      `{"a":${'['.repeat(199)}null${']'.repeat(199)},"b":[1,null,{"__proto__":{}}]}`,
    );
  });

  it('is no JSON where it does not end', () => {
    expect(valueOf('['.repeat(100_000))).toMatchObject({ ok: false });
  });
});

describe('a body that is no text', () => {
  it.each([
    ['packed by gzip', gzipSync('{}'), 'bytes packed by gzip, of which Content-Encoding does not tell'],
    ['in UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'text in UTF-16, not UTF-8'],
    ['in UTF-16, the other way round', Buffer.from('\ufeff{}', 'utf16le').swap16(), 'text in UTF-16, not UTF-8'],
    ['in Latin-1', Buffer.from('"ü"', 'latin1'), 'bytes that are not UTF-8'],
  ])('says what it is: %s', (_what, bytes, problem) => {
    expect(parseJson(bytes)).toMatchObject({ ok: false, problem });
  });
});
