import type { Report } from '../report/model.ts';
import type { ShownReport } from '../report/verdict-words.ts';
import { verifyReport, type Proof } from '../report/verify.ts';
import { build } from '../run/releases.ts';

/** A report as it may be shown: what was altered, contradicts itself or cannot be checked earns no certificate. */
export function examined(report: Report, proofs: readonly Proof[] = verifyReport(report, { build })): ShownReport {
  const wrong = proofs.filter(({ outcome }) => outcome === 'bad');
  const altered = wrong.some(({ id }) => id === 'digest') ? { altered: true as const } : {};
  const first = wrong.find(({ id }) => id === 'version') ?? wrong.find(({ id }) => id !== 'digest');
  if (first === undefined) return { ...report, ...altered };
  const word = first.id === 'version' ? 'unknown version' : 'contradictory';
  return { ...report, ...altered, unreliable: { word, sentence: first.message } };
}
