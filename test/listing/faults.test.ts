import { describe, expect, it } from 'vitest';
import { suite } from '../../checks/suite.ts';
import { exchangeThrottleFaults } from '../../fixtures/faults/exchange-throttle.ts';
import { listingAccessFaults } from '../../fixtures/faults/listing-access.ts';
import { tokenExchangeFaults } from '../../fixtures/faults/token-exchange.ts';
import { checksOf } from '../../src/engine/suite.ts';
import { expectCaught } from '../matrix/judge.ts';
import { judge, optionsFor } from './judge.ts';

const faults = [...tokenExchangeFaults, ...listingAccessFaults, ...exchangeThrottleFaults];

describe.concurrent('A fault of a listing API is caught by the checks it lists, and by no other', () => {
  it.each(faults)('$name', async (fault) => {
    expectCaught(fault, await judge(fault.behaviour, optionsFor(fault.name)));
  });
});

it('leaves no rule of the listing contract without a fault that breaks it', () => {
  const caught = new Set(faults.flatMap(({ fails }) => fails));
  const rules = checksOf(suite).filter(({ module, rule }) => module.contract === 'listing' && rule.level !== 'info');
  // The address and the certificate are no behaviour of a publisher; tests of their own judge them.
  expect(rules.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([
    'listing-access.https-only',
    'listing-access.certificate-is-valid',
    'listing-access.certificate-has-alternative-name',
    'listing-access.version-segment',
  ]);
});
