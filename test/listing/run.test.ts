import { describe, expect, it } from 'vitest';
import { grantedScopeFaults } from '../../fixtures/faults/listing-access/granted-scopes.ts';
import { startPublisher } from '../../fixtures/publisher/index.ts';
import { dataVariations } from '../../fixtures/variations/listing/data.ts';
import { certify } from '../../src/certify.ts';
import type { Report } from '../../src/report/model.ts';
import { endedAs, resultsOf } from '../matrix/judge.ts';
import { behaviourOf } from './circumstance.ts';
import { allCredentials, judge, onStand } from './judge.ts';

function outcomes(report: Report, module: string): Set<string> {
  return new Set(
    resultsOf(report)
      .filter(({ id }) => id.startsWith(`${module}.`))
      .map(({ outcome }) => outcome),
  );
}

describe.concurrent('A run against a listing API', () => {
  it('passes every rule under a limit of a minute, but for the address', async () => {
    const report = await judge();
    expect(report.verdict).toBe('passed');
    const rest = endedAs(report, 'fail', 'warn', 'error', 'skip', 'inconclusive', 'waived');
    expect(Object.keys(rest)).toEqual(['listing-access.https-only']);
  });

  it('judges every rule where data calls have a tight limit of their own, too', async () => {
    const tight = dataVariations.filter(({ name }) => name === 'toplists-one-a-second');
    const report = await judge(tight.map(({ behaviour }) => behaviour));
    expect(Object.keys(endedAs(report, 'skip', 'inconclusive'))).toEqual([]);
  });

  it('certifies both contracts at once', async () => {
    const report = await onStand([], ({ publisher, run }) =>
      run({
        baseUrl: publisher.baseUrl,
        apiKey: publisher.keys.full,
        keyWithoutRead: publisher.keys.withoutRead,
        keyWithoutDraft: publisher.keys.withoutDraft,
        keyWithoutReport: publisher.keys.withoutReport,
        expiredKey: publisher.keys.expired,
      }),
    );
    expect(report.contracts.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['ad-server', 'passed'],
      ['listing', 'passed'],
    ]);
    expect(endedAs(report, 'fail', 'warn', 'error', 'skip', 'inconclusive')).toEqual({});
  });

  it('waits with the real clock too, and waives the rules of the limit under another window', async () => {
    const publisher = await startPublisher({ throttleWindowSeconds: 2 });
    const report = await certify({ ...allCredentials(publisher), throttleWindow: 2 });
    await publisher.stop();
    expect(report.verdict).toBe('passed');
    expect(outcomes(report, 'exchange-throttle')).toEqual(new Set(['waived']));
  });

  it('shows no credential and no token, nor a part of one', async () => {
    await onStand([], async ({ publisher, run }) => {
      const text = JSON.stringify(await run());
      const credentials = Object.values(publisher.listing).filter((each) => typeof each === 'string');
      expect(credentials.filter((secret) => text.includes(secret.slice(0, -6)))).toEqual([]);
      expect(text).not.toMatch(/eyJ[\w-]{5}/);
      expect(text).toContain('[LISTING_ACCESS_TOKEN]');
      expect(text).toContain('Bearer [LISTING_LIMITED_ACCESS_TOKEN]');
      expect(text).toContain('[LISTING_SECRET:recased]');
    });
  });

  it.each([
    ['default-scopes-told', '[LISTING_LIMITED_KEY]'],
    ['no-scopes-told', '[LISTING_KEY]'],
  ])('shows the list of scopes that is wrong of a service with %s', async (name, key) => {
    const behaviour = behaviourOf(grantedScopeFaults, `listing-access-${name}`);
    const report = await judge(behaviour, { skip: ['exchange-throttle'] });
    const cited = resultsOf(report)
      .find(({ id }) => id === 'listing-access.granted-scopes-decide')
      ?.exchanges.at(-1);
    expect(report.exchanges.find(({ id }) => id === cited)?.request.body).toContain(key);
  });

  it('shows no token where the exchange answers with it in a wrong place', async () => {
    const report = await judge((base) => ({
      tokenBody: ({ token }) => [token, { data: { token, expires: token } }],
      respond: async (reply, exchange) => {
        const last = await base.respond(reply, exchange);
        return { ...last, headers: { ...last.headers, 'X-Debug': JSON.stringify(last.body) } };
      },
    }));
    expect(JSON.stringify(report)).not.toMatch(/eyJ[\w-]{5}/);
  });

  it('makes no exchange with a static token alone, and leaves out what needs one', async () => {
    await onStand([], async ({ publisher, run }) => {
      const report = await run({}, ['listingKey', 'listingSecret', 'listingLimitedKey', 'listingLimitedSecret']);
      expect(report.verdict).toBe('passed');
      expect(publisher.requests.filter(({ route }) => route === 'token')).toEqual([]);
      expect([...outcomes(report, 'token-exchange'), ...outcomes(report, 'exchange-throttle')]).toEqual([
        'skip',
        'skip',
      ]);
    });
  });

  it('judges the allowlist from a machine that is not on it, and else only the address and whether answers are HTTP', async () => {
    const report = await judge(() => ({ isAllowlisted: () => false }), { listingBlocked: true });
    const judged = resultsOf(report).filter(({ outcome }) => outcome === 'pass');
    expect(judged.map(({ id }) => id)).toEqual([
      'listing-access.version-segment',
      'listing-access.answers-are-http',
      'listing-access.every-request-answered',
      'listing-access.blocked-exchange-403',
      'listing-access.blocked-exchange-code',
      'listing-access.blocked-data-401',
    ]);
    expect(report.verdict).toBe('passed');
  });

  it('waits for two halves of a window if the service is right', async () => {
    const events: string[] = [];
    await judge([], {
      onProgress: (event) => {
        if (event.kind === 'waiting') events.push(event.notice);
      },
    });
    expect(events).toEqual([
      expect.stringMatching(/to see that the limit lasts a whole minute$/),
      expect.stringMatching(/to see that token exchanges work again a minute later$/),
    ]);
  });

  it('ends where it is interrupted in a wait, and blames nobody', async () => {
    const stop = new AbortController();
    const report = await judge([], {
      signal: stop.signal,
      onProgress: (event) => {
        if (event.kind === 'waiting') stop.abort();
      },
    });
    expect(report.run.interrupted).toBe(true);
    expect(endedAs(report, 'error', 'fail', 'warn')).toEqual({});
  });
});
