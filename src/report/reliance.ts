import { certificateVerdict } from './certificate-verdict.ts';
import type { Report } from './model.ts';
import type { Finding, FindingId } from './verify.ts';

const BAD: Readonly<Record<Exclude<FindingId, 'summary'>, string>> = {
  archive: 'the archive is unsafe or damaged',
  manifest: 'its list of files is wrong',
  files: 'files were altered, added or removed',
  pages: 'a page shows something else than the report',
  'sign-off': 'its sign-off does not count',
  signature: 'the signature is wrong',
  digest: 'the report was altered',
  verdict: 'its verdict does not follow from its checks',
  outcomes: 'checks have outcomes that they cannot have',
  checks: 'checks are missing or doubled',
  exchanges: 'exchanges that it cites are missing',
  requests: 'its requests do not add up',
  age: 'it is not of the time that it must be',
};

/** In one line: what may be relied on after all that was found, and what not. */
export function reliance(
  findings: readonly Finding[],
  what: 'report' | 'package',
  report: Report | undefined,
): Finding {
  const wrong = findings.flatMap(({ id, outcome }) => (outcome === 'bad' && id !== 'summary' ? [BAD[id]] : []));
  if (wrong.length > 0 || report === undefined)
    return { id: 'summary', outcome: 'bad', message: `Do not rely on this ${what}: ${wrong.join('; ')}.` };
  const signed = findings.some(({ id, outcome }) => id === 'signature' && outcome === 'good');
  const says = `it says ${certificateVerdict(report).word}, and what it records bears that out`;
  const people = what === 'package' && report.contracts.some(({ attested }) => attested.length > 0);
  const limits = `that the service answered so rests on the word of whoever ran it${people ? ', and the sign-off on that of who signed' : ''}`;
  return signed
    ? {
        id: 'summary',
        outcome: 'good',
        message: `You may rely on this ${what} coming unaltered from the holder of the key: ${says}. Not proven: ${limits}.`,
      }
    : {
        id: 'summary',
        outcome: 'unknown',
        message: `This ${what} is consistent: ${says}. Not proven: who made it, since no signature was checked; and ${limits}.`,
      };
}
