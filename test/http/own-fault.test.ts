import { describe, expect, it } from 'vitest';
import { certify } from '../../src/certify.ts';
import { answerFailure, CallFailure, isOwnFault } from '../../src/http/failure.ts';
import { httpServer } from '../network/listening.ts';
import { Calls } from './calls.ts';

const coded = (error: Error, code: string) => Object.assign(error, { code });

describe('a fault of the suite', () => {
  it.each([
    ['a missing member', new TypeError("Cannot read properties of undefined (reading 'map')")],
    ['a wrong argument of the runtime', coded(new TypeError('The "url" argument …'), 'ERR_INVALID_ARG_TYPE')],
    ['a name that is not there', new ReferenceError('x is not defined')],
  ])('is %s, and no failure of a call', (_what, error) => {
    expect(isOwnFault(error)).toBe(true);
    expect(() => answerFailure(error, false)).toThrow(error);
  });

  it.each([
    ['a dropped connection', coded(new Error('read ECONNRESET'), 'ECONNRESET')],
    ['a broken TLS connection', coded(new Error('bad decrypt'), 'ERR_SSL_DECRYPTION_FAILED')],
    ['an error without a code', new Error('something')],
    ['a failure with words', new CallFailure('dns', 'no such name')],
  ])('is not %s', (_what, error) => {
    expect(isOwnFault(error)).toBe(false);
    expect(answerFailure(error, false).message).not.toBe('');
  });

  it('rejects a call instead of blaming the service, and leaves nothing waiting', async () => {
    const { close, running, get } = new Calls();
    const { port } = await running(httpServer((_, response) => response.end('{}')));
    const resolve = () => {
      throw new TypeError('resolve is broken');
    };
    await expect(get(`http://ads.example.test:${port}/`, { resolve })).rejects.toThrow('resolve is broken');
    await close();
  });

  it('is the outcome error of what was asked, never a broken rule: the run is inconclusive', async () => {
    const report = await certify({
      baseUrl: 'http://ads.example.test/api/v1',
      apiKey: 'a-key-of-some-length',
      local: true,
      only: ['connection', 'health'],
      environment: {},
      resolve: () => {
        throw new TypeError("Cannot read properties of undefined (reading 'address')");
      },
    });
    const checks = report.contracts.flatMap(({ modules }) => modules.flatMap((module) => module.checks));
    const errors = checks.filter(({ outcome }) => outcome === 'error');
    expect(errors.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(
        /^A fault of this suite, not of the service: TypeError: Cannot read .* Please report it at/,
      ),
    );
    expect(checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([]);
    expect(report.verdict).toBe('inconclusive');
    expect(report.reasons.join(' ')).toContain('This suite has a fault of its own in');
  });
});
