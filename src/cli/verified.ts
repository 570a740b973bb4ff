import { certificateVerdict } from '../report/certificate-verdict.ts';
import { ageInDays } from '../report/age.ts';
import { fingerprintOf } from '../report/digest.ts';
import type { Report } from '../report/model.ts';
import { readReport } from '../report/read.ts';
import { reliance } from '../report/reliance.ts';
import { requirementProofs, type Requirements } from '../report/requirements.ts';
import { ageProof, isGood, verifyReport, type Proof } from '../report/verify.ts';
import { build } from '../run/releases.ts';
import type { SignOff } from '../sign-off/model.ts';
import { decoded, LARGEST_REPORT, readUserBytes } from './files.ts';
import { examined, usable } from './report-file.ts';
import { besideReport, readSignOffIfThere } from './sign-off/sign-off-file.ts';

export interface Verifying extends Requirements {
  /** PEM. */
  readonly publicKey?: string | undefined;
  readonly now: number;
  readonly maxAgeDays?: number | undefined;
  readonly signOffMaxAgeDays?: number | undefined;
}

/** What one file turned out to be. What could not be read has no verdict. */
export interface VerifiedFile {
  readonly file: string;
  readonly kind: 'report' | 'package';
  /** Nothing is wrong, and it is all that is required. */
  readonly holds: boolean;
  readonly verdict?: string;
  readonly targets?: readonly string[];
  readonly version?: string;
  readonly finishedAt?: string;
  readonly ageDays?: number;
  /** Fingerprint of the key given, if it made the signature. */
  readonly signedBy?: string;
  readonly proofs: readonly Proof[];
}

interface Read {
  readonly proofs: readonly Proof[];
  readonly report?: Report;
  readonly signOff?: SignOff;
}

export async function verifiedFile(file: string, options: Verifying): Promise<VerifiedFile> {
  const bytes = readUserBytes(file, 'report', LARGEST_REPORT);
  const kind = bytes.toString('latin1', 0, 2) === 'PK' ? 'package' : 'report';
  const { proofs: own, report } =
    kind === 'package' ? await ofPackage(bytes, options) : await ofReport(file, decoded(bytes), options);
  if (report === undefined) {
    const proofs = [...own, reliance(own, { what: kind, word: 'none' })];
    return { file, kind, holds: false, proofs };
  }
  const { word } = certificateVerdict(examined(report, own));
  const met = [...own, ...requirementProofs({ report, word, proofs: own }, options)];
  const proofs = [...met, reliance(met, { what: kind, report, word })];
  const isSigned = own.some(({ id, outcome }) => id === 'signature' && outcome === 'good');
  return {
    ...{ file, kind, holds: isGood(proofs), verdict: word },
    targets: report.contracts.map(({ target }) => target),
    version: report.tool.version,
    finishedAt: report.run.finishedAt,
    ageDays: ageInDays(report.run.finishedAt, options.now),
    ...(isSigned && options.publicKey !== undefined && { signedBy: fingerprintOf(options.publicKey) }),
    proofs,
  };
}

async function ofPackage(bytes: Buffer, options: Verifying): Promise<Read> {
  const { verifyPackage } = await import('../package/verify.ts');
  return verifyPackage(bytes, { ...options, build });
}

async function ofReport(file: string, text: string, options: Verifying): Promise<Read> {
  const report = usable(file, () => readReport(text));
  const proofs = [...verifyReport(report, { ...options, build }), ageProof(report, options)];
  if (!options.require.includes('signed-off')) return { proofs, report };
  const { signOffProof } = await import('../package/sign-off-question.ts');
  const signOff = readSignOffIfThere(besideReport(file));
  const limits = { now: options.now, maxAgeDays: options.signOffMaxAgeDays };
  return { proofs: [...proofs, signOffProof(report, signOff, limits)], report };
}
