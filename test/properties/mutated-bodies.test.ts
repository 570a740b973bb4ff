import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BehaviourChange } from '../../fixtures/publisher/index.ts';
import { onBody } from '../../fixtures/behaviours/replies.ts';
import { accountContext, forecastResult, inventorySlot } from '../../src/schema/generated/validators.js';
import { endedAs, judge, PATIENCE } from '../matrix/judge.ts';

const RUNS = 25;

/** A value that a JSON body might hold by mistake. */
const mistake = fc.oneof(
  fc.constantFrom(null, '', ' ', 0, -1, 1.5, true, false, 'true', 'UTC+2', 'EURO', 'eur', 'ARCHIVED', '300 x 250'),
  fc.constantFrom<unknown>([], {}, ['300x250'], [300]),
  fc.string({ maxLength: 6 }),
  fc.integer(),
);

/** One change of one member: another value, or none. */
const mutation = (members: readonly string[]) =>
  fc.record({ member: fc.constantFrom(...members), value: fc.option(mistake, { nil: undefined }) });

type Mutation = { member: string; value: unknown };

function mutated(body: unknown, { member, value }: Mutation): unknown {
  const path = member.split('.');
  const change = (at: unknown, [step, ...rest]: readonly string[]): unknown => {
    if (typeof at !== 'object' || at === null || step === undefined) return at;
    const entries = Object.entries(at).filter(([name]) => name !== step || rest.length > 0 || value !== undefined);
    const changed = entries.map(([name, item]): [string, unknown] => [
      name,
      name === step ? (rest.length > 0 ? change(item, rest) : value) : item,
    ]);
    return Object.fromEntries(changed);
  };
  return change(body, path);
}

async function failsOf(behaviour: BehaviourChange, only: readonly string[]): Promise<string[]> {
  return Object.keys(endedAs(await judge(behaviour, { certify: { only } }), 'fail'));
}

describe('a single mutation of a conformant body', () => {
  it(
    'of the account context is caught exactly when it breaks the schema or switches off what is required',
    { timeout: PATIENCE * 3 },
    async () => {
      const members = [
        'account_id',
        'account_name',
        'timezone',
        'currency',
        'capabilities',
        'capabilities.reporting',
        'capabilities.forecast',
        'capabilities.draft_booking',
      ];
      await fc.assert(
        fc.asyncProperty(mutation(members), async (change) => {
          let broken = false;
          const fails = await failsOf(
            (base) => ({
              healthBody: (account, exchange) => {
                const body = mutated(base.healthBody(account, exchange), change);
                broken = !accountContext(body) || !body.capabilities.reporting || !body.capabilities.draft_booking;
                return body;
              },
            }),
            ['health'],
          );
          expect(fails.length > 0).toBe(broken);
        }),
        { numRuns: RUNS },
      );
    },
  );

  it(
    'of one slot far down the list is caught exactly when it breaks the schema',
    { timeout: PATIENCE * 3 },
    async () => {
      await fc.assert(
        fc.asyncProperty(mutation(['inventory_id', 'name', 'sizes', 'format', 'status']), async (change) => {
          let broken = false;
          const fails = await failsOf(
            (base) => ({
              slotView: (slot, place, exchange) => {
                const view = base.slotView(slot, place, exchange);
                if (slot.position !== 137) return view;
                const changed = mutated(
                  JSON.parse(JSON.stringify({ format: 'display', status: 'active', ...(view as object) })),
                  change,
                );
                broken = !inventorySlot(changed);
                return changed;
              },
            }),
            [
              'inventory.data-is-array',
              'inventory.slot-id',
              'inventory.slot-name',
              'inventory.slot-sizes',
              'inventory.slot-format',
              'inventory.slot-status',
            ],
          );
          expect(fails.length > 0).toBe(broken);
        }),
        { numRuns: RUNS },
      );
    },
  );

  it('of a forecast is caught exactly when it breaks the schema or a relation', { timeout: PATIENCE * 3 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        mutation(['inventory_id', 'available_impressions', 'forecasted_impressions', 'unit_type']),
        async (change) => {
          const seen = { broken: false };
          const fails = await failsOf(
            (base) =>
              onBody(base, { route: 'forecast', status: 200 }, (body) => {
                const before = body as { inventory_id: string };
                const changed = mutated(body, change);
                seen.broken ||=
                  !forecastResult(changed) ||
                  changed.inventory_id !== before.inventory_id ||
                  changed.available_impressions > changed.forecasted_impressions;
                return changed;
              }),
            ['forecast'],
          );
          expect(fails.length > 0).toBe(seen.broken);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
