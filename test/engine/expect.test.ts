import { describe, expect, it } from 'vitest';
import { describe as inShort, notJson, otherAnswer, rateLimited } from '../../src/engine/expect.ts';
import { anyReply } from '../checks/any-reply.ts';

const dropped = anyReply({ status: null, failure: { reason: 'reset', message: 'The connection was closed.' } });
const limited = (waits: number, headers: Record<string, string> = {}) =>
  anyReply({ status: 429, headers, rateLimited: Array.from({ length: waits }, () => anyReply({ status: 429 })) });

describe('What came', () => {
  it('is told with the status, what the service said, and which request it was', () => {
    const reply = anyReply({ status: 422, json: { ok: true, value: { code: 'no_fit', message: 'Too large.' } } });
    expect(inShort(reply, 'for the second line')).toBe('status 422 (no_fit: Too large.) for the second line');
  });

  it('is told as part of a sentence where it is no answer', () => {
    expect(inShort(dropped, 'with limit=200')).toBe('no answer with limit=200: The connection was closed');
    expect(inShort(dropped)).toBe('no answer: The connection was closed');
  });
});

describe('A 429 that stands', () => {
  it('is told to have come again and again where it did', () => {
    expect(rateLimited(limited(6, { 'retry-after': '1' }))).toEqual({ kind: 'rate-limited' });
  });

  it('is told with the wait that it asked for where that was too long', () => {
    expect(rateLimited(limited(0, { 'retry-after': '3600' }))).toEqual({ kind: 'rate-limited', seconds: 3600 });
  });
});

describe('A page for people', () => {
  const page = (text: string, status = 200) =>
    anyReply({
      status,
      body: Buffer.from(text),
      json: { ok: false, kind: 'page', problem: 'HTML or XML, not JSON' },
    });

  it('is told as one cause, whether JSON or a refusal was due', () => {
    const website = page('<!DOCTYPE html><html><title>Gazette</title></html>');
    expect([notJson(website, 'JSON'), otherAnswer(website, [401])].map(({ found }) => found.slip)).toEqual([
      'web-page',
      'web-page',
    ]);
  });

  it('in place of another refusal is the same cause as the page itself, but not where a success is due', () => {
    const missing = page('<html><h1>404 Not Found</h1></html>', 404);
    const found = [notJson(missing, 'JSON'), otherAnswer(missing, [401]), otherAnswer(missing, [200, 501])];
    expect(found.map(({ found }) => found.slip)).toEqual(['error-page', 'error-page', undefined]);
    expect(otherAnswer(page('<html>', 413), [401]).found.slip).toBe('too-large');
  });

  it('is not seen in what a program prints before its JSON', () => {
    expect(notJson(page('<br />Warning: Undefined array key {"data":[]}'), 'JSON').found.slip).toBeUndefined();
  });
});
