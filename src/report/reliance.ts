import { certificateVerdict } from './certificate-verdict.ts';
import type { Report } from './model.ts';
import type { Finding, FindingId } from './verify.ts';

const BAD: Readonly<Record<Exclude<FindingId, 'summary'>, string>> = {
  archive: 'the archive is unsafe or damaged',
  manifest: 'its list of files is wrong',
  files: 'files were altered, added or removed',
  pages: 'a page shows something else than the report',
  'sign-off': 'its sign-off does not count',
  signature: 'it has no signature of that key',
  digest: 'the report was altered',
  verdict: 'its verdict does not follow from its checks',
  outcomes: 'checks have outcomes that they cannot have',
  checks: 'checks are missing or doubled',
  exchanges: 'exchanges that it cites are missing',
  requests: 'its requests do not add up',
  age: 'it is not of the time that it must be',
};

/** One line about which results can be relied on despite the findings, and which cannot. */
export function reliance(
  findings: readonly Finding[],
  what: 'report' | 'package',
  report: Report | undefined,
): Finding {
  const wrong = findings.flatMap(({ id, outcome }) => (outcome === 'bad' && id !== 'summary' ? [BAD[id]] : []));
  if (wrong.length > 0 || report === undefined)
    return { id: 'summary', outcome: 'bad', message: `Do not rely on this ${what}: ${wrong.join('; ')}.` };
  const signed = findings.some(({ id, outcome }) => id === 'signature' && outcome === 'good');
  const follows = `the verdict ${certificateVerdict(report).word} follows from its checks`;
  const word = what === 'package' ? 'The run and the sign-off remain' : 'The run remains';
  return signed
    ? {
        id: 'summary',
        outcome: 'good',
        message: `You may rely on it: this ${what} comes unaltered from the holder of the key, and ${follows}. ${word} the word of whoever made it.`,
      }
    : {
        id: 'summary',
        outcome: 'unknown',
        message: `It is consistent: ${follows}. Do not rely on where it comes from: no signature was checked against a key that you know.`,
      };
}
