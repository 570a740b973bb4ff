import { describe, expect, it, onTestFinished } from 'vitest';
import { startPublisher } from '../../fixtures/publisher/index.ts';
import { certify } from '../../src/certify.ts';
import type { WireRequest, WireResult } from '../../src/http/transport.ts';
import { DirectTransport } from '../direct-transport.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { endedAs, PATIENCE } from '../matrix/judge.ts';

const TIMEOUT = 30_000;
/** Seconds. Requests that hang side by side follow each other by this clock. */
const LONGEST = 130;

/** Leaves some requests open, as a program does that loses an error, until this client gives them up. */
class LeavingOpen extends DirectTransport {
  readonly clock = new JumpingClock();
  readonly #isLeftOpen: (request: WireRequest) => boolean;

  constructor(isLeftOpen: (request: WireRequest) => boolean) {
    super();
    this.#isLeftOpen = isLeftOpen;
  }

  override async send(request: WireRequest, signal?: AbortSignal): Promise<WireResult> {
    if (!this.#isLeftOpen(request)) return super.send(request, signal);
    await this.clock.sleep(request.timeoutMs ?? TIMEOUT, signal);
    return { kind: 'no-answer', failure: { reason: 'timeout', message: 'No answer came in time.' } };
  }
}

async function judged(isLeftOpen: (request: WireRequest, key: string) => boolean) {
  const publisher = await startPublisher();
  onTestFinished(() => publisher.stop());
  const { baseUrl, keys } = publisher;
  const transport = new LeavingOpen((request) => isLeftOpen(request, keys.full));
  const service = { baseUrl, apiKey: keys.full, expiredKey: keys.expired, local: true, environment: {} };
  const report = await certify({ ...service, ...transport.to(publisher), clock: transport.clock });
  return { report, seconds: transport.clock.now() / 1000, broken: Object.keys(endedAs(report, 'fail')) };
}

const isJson = ({ body = '' }: WireRequest) => {
  try {
    return typeof JSON.parse(String(body)) === 'object';
  } catch {
    return false;
  }
};

describe.concurrent('Requests that are left open', { timeout: PATIENCE }, () => {
  it.each<[what: string, isLeftOpen: (request: WireRequest, key: string) => boolean, broken: string[]]>([
    ['without a key', ({ headers }) => headers['authorization'] === undefined, ['auth.missing-key-is-401']],
    [
      'without a valid key',
      ({ headers }, key) => headers['authorization'] !== `Bearer ${key}`,
      ['auth.missing-key-is-401'],
    ],
    [
      'with a body that is not JSON',
      (request) => request.method === 'POST' && !isJson(request),
      [
        'errors.forecast-malformed-json-is-400',
        'errors.orders-malformed-json-is-400',
        'errors.reports-malformed-json-is-refused',
      ],
    ],
  ])('%s break their own rules alone, and end in time', async (_what, isLeftOpen, expected) => {
    const { broken, seconds } = await judged(isLeftOpen);
    expect(broken).toEqual(expected);
    expect(seconds).toBeLessThan(LONGEST);
  });

  it('are told as one cause where they are many, and end the calls there', async () => {
    const booked = new Map<string, string>();
    const isUpdate = (request: WireRequest) => {
      const body = String(request.body);
      const [ref = ''] = /"external_ref":"[^"]*"(?=\})/.exec(body) ?? [];
      const before = booked.get(ref);
      if (!request.url.pathname.endsWith('/orders') || !isJson(request) || ref === '') return false;
      booked.set(ref, before ?? body);
      return before !== undefined && before !== body;
    };
    const { report, broken, seconds } = await judged(isUpdate);
    expect(broken).toContain('connection.endpoints-stay-up');
    const told = report.contracts.flatMap(({ modules }) => modules.flatMap(({ checks }) => checks));
    expect(told.find(({ id }) => id === 'connection.endpoints-stay-up')).toMatchObject({
      message: expect.stringMatching(/^4 requests to POST \/orders got no answer/) as string,
      fix: expect.stringContaining('next(error)') as string,
    });
    expect(seconds).toBeLessThan(LONGEST);
  });
});
