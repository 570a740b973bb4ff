import { describe, expect, it } from 'vitest';
import { updatesFaults } from '../../fixtures/faults/updates.ts';
import { updatesVariations } from '../../fixtures/variations/updates.ts';
import { expectAsStated } from './circumstances/circumstance.ts';
import { updatesCircumstances } from './circumstances/updates.ts';
import { expectCaught, expectTolerated, judge, judgeFault, PATIENCE } from './judge.ts';

describe.concurrent(
  'A fault of updates is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(updatesFaults)('$name', async (fault) => {
      expectCaught(fault, await judgeFault(fault));
    });
  },
);

describe.concurrent('An unusual publisher of updates is not failed', { timeout: PATIENCE }, () => {
  it.each(updatesVariations)('$name', async (variation) => {
    expectTolerated(variation, await judge(variation.behaviour));
  });
});

describe.concurrent('Of updates', { timeout: PATIENCE }, () => {
  it.each(updatesCircumstances)('$name', expectAsStated);

  it('reports are read once more, but where only reports are asked for', async () => {
    const asked = async (...only: readonly string[]) => {
      const { exchanges } = await judge([], { certify: { only } });
      const [orders, reports] = ['/orders', '/reports'].map((path) =>
        exchanges.filter(({ request }) => request.url.endsWith(path)),
      );
      const references = orders?.map(({ request }) => /"external_ref":"[^"]*"/.exec(request.body ?? '')?.[0]);
      return { updates: (references?.length ?? 0) - new Set(references).size, reports: reports?.length };
    };
    expect(await asked('reports')).toEqual({ updates: 0, reports: 3 });
    expect(await asked('reports', 'updates')).toMatchObject({ reports: 4 });
  });
});
