import type { Report } from './model.ts';
import type { Proof, ProofId } from './verify.ts';

const BAD: Readonly<Record<Exclude<ProofId, 'summary'>, string>> = {
  archive: 'the archive is unsafe or damaged',
  manifest: 'its list of files is wrong',
  files: 'files were altered, added or removed',
  pages: 'a page shows something else than the report',
  'sign-off': 'its sign-off does not count',
  signature: 'it has no signature of that key',
  version: 'it is not of a version that this one knows',
  digest: 'the report was altered',
  verdict: 'its verdict does not follow from its checks',
  outcomes: 'checks have outcomes that they cannot have',
  options: 'its options rule out what it says',
  checks: 'its checks are not those of its version',
  target: 'its calls did not go to its target',
  exchanges: 'its checks do not cite what they judge',
  requests: 'its requests do not add up',
  age: 'it is not of the time that it must be',
  required: 'it falls short of what is required',
};

export interface Relied {
  readonly what: 'report' | 'package';
  readonly report?: Report | undefined;
  readonly word: string;
}

/** One line about which results can be relied on despite the proofs, and which cannot. */
export function reliance(proofs: readonly Proof[], { what, report, word }: Relied): Proof {
  const wrong = proofs.flatMap(({ id, outcome }) => (outcome === 'bad' && id !== 'summary' ? [BAD[id]] : []));
  const summary = (outcome: Proof['outcome'], message: string): Proof => ({ id: 'summary', outcome, message });
  if (wrong.length > 0 || report === undefined)
    return summary('bad', `Do not rely on this ${what}: ${[...new Set(wrong)].join('; ')}.`);
  const verdict = word === report.verdict ? word : `${report.verdict} (${word})`;
  const isUnchecked = proofs.some(({ id, outcome }) => id === 'pages' && outcome === 'unknown');
  const pages = isUnchecked ? ' Its pages are unchecked: another version made them.' : '';
  if (!proofs.some(({ id, outcome }) => id === 'signature' && outcome === 'good'))
    return summary(
      'unknown',
      `It is consistent: the verdict ${verdict} follows from its checks. Do not rely on where it comes from: no signature was checked against a key that you know.${pages}`,
    );
  const begin = word === 'certified' || word === 'passed' ? 'You may rely on it' : `Authentic; verdict ${verdict}`;
  const own = what === 'package' ? 'The run and the sign-off remain' : 'The run remains';
  return summary(
    'good',
    `${begin}: this ${what} comes unaltered from the holder of the key, and the verdict ${verdict} follows from its checks. ${own} the word of whoever made it.${pages}`,
  );
}
