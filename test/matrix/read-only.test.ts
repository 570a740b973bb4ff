import { describe, expect, it } from 'vitest';
import { authFaults } from '../../fixtures/faults/auth.ts';
import { startPublisher, type BehaviourChange } from '../../fixtures/publisher/index.ts';
import { certify } from '../../src/certify.ts';
import { endedAs, PATIENCE, resultsOf } from './judge.ts';

/** Certifies without creating anything, and says which endpoints were called. */
async function readOnly(behaviour: BehaviourChange | readonly BehaviourChange[] = []) {
  const publisher = await startPublisher({ behaviour });
  try {
    const report = await certify({
      baseUrl: publisher.baseUrl,
      apiKey: publisher.keys.full,
      keyWithoutRead: publisher.keys.withoutRead,
      keyWithoutDraft: publisher.keys.withoutDraft,
      keyWithoutReport: publisher.keys.withoutReport,
      expiredKey: publisher.keys.expired,
      local: true,
      environment: {},
      readOnly: true,
    });
    return { report, called: new Set(publisher.requests.map(({ route }) => route)) };
  } finally {
    await publisher.stop();
  }
}

const atReadingEndpoints = authFaults.filter(({ name }) => /-taken-by-(health|inventory|forecast|reports)$/.test(name));

describe.concurrent('A read-only run', { timeout: PATIENCE }, () => {
  it('calls every endpoint but POST /orders', async () => {
    const { called, report } = await readOnly();
    expect([...called].sort()).toEqual(['forecast', 'health', 'inventory', 'reports']);
    expect(report.created).toEqual([]);
  });

  it('judges every rule about keys but those of orders', async () => {
    const { report } = await readOnly();
    const auth = resultsOf(report).filter(({ id }) => id.startsWith('auth.'));
    expect(auth.filter(({ outcome }) => outcome !== 'pass').map(({ id }) => id)).toEqual([
      'auth.orders-need-draft-scope',
      'auth.refused-call-has-no-effect',
    ]);
  });

  it.each(atReadingEndpoints)('catches $name', async ({ behaviour, fails }) => {
    const { report } = await readOnly(behaviour);
    expect(Object.keys(endedAs(report, 'fail', 'warn', 'error')).sort()).toEqual([...fails].sort());
  });
});
