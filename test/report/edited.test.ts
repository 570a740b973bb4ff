import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sealed } from '../../src/report/digest.ts';
import type { Report } from '../../src/report/model.ts';
import { readReport } from '../../src/report/read.ts';
import { ageProof, verifyReport, type Proof } from '../../src/report/verify.ts';
import { build } from '../../src/run/releases.ts';
import { EDITS, found, type Draft, type Subject } from './edits.ts';
import { judge, PATIENCE } from '../matrix/judge.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

let local: Report;
let narrowed: Report;
let withoutKeys: Report;

beforeAll(async () => {
  local = await judge([], { withListing: true });
  narrowed = await judge([], {
    certify: { only: ['health', 'inventory'], skip: ['inventory.ids-stable'], readOnly: true },
  });
  withoutKeys = await judge([], { without: ['keyWithoutRead', 'keyWithoutDraft', 'keyWithoutReport', 'expiredKey'] });
}, PATIENCE);

const reports = { local: () => local, narrowed: () => narrowed, 'without keys': () => withoutKeys };

/** Everything that a recipient sees of a report that was edited, sealed again and signed again. */
function seen(of: Subject, edit: (draft: Draft) => void): Proof[] {
  const draft = structuredClone(reports[of]()) as Draft; // The copy is nobody else's.
  edit(draft);
  const report = readReport(JSON.stringify(sealed(draft, privateKey)));
  return [...verifyReport(report, { publicKey, build }), ageProof(report, { now: Date.now() })];
}

describe('a report that was edited, sealed again and signed again', () => {
  test.each(EDITS)('shows %s (%s)', (_what, of, id, message, edit) => {
    const proofs = seen(of, edit);
    const seals = proofs.filter((one) => one.id === 'digest' || one.id === 'signature');
    expect(seals.map(({ outcome }) => outcome)).toEqual(['good', 'good']);
    const proof = found(proofs.find((one) => one.id === id));
    expect([proof.outcome, proof.message]).toEqual(['bad', expect.stringMatching(message)]);
  });

  test.each(['local', 'narrowed', 'without keys'] as const)('is good as it was made (%s)', (of) => {
    expect(seen(of, () => undefined).filter(({ outcome }) => outcome !== 'good')).toEqual([]);
  });
});
