import type { Report } from '../report/model.ts';
import { UnreadableDocument } from '../report/read.ts';
import { counted } from '../report/text.ts';
import { ageProof, verifyReport, type Build, type Proof } from '../report/verify.ts';
import type { SignOff } from '../sign-off/model.ts';
import { readArchive, UnreadableArchive } from './archive.ts';
import { filesProof, manifestProof, pagesProof } from './file-questions.ts';
import { FILES, type Manifest } from './model.ts';
import { openDocuments, openManifest, type Files } from './open.ts';
import { signOffProof } from './sign-off-question.ts';
import { signatureProof } from './signature.ts';

export interface VerifyPackageOptions {
  /** The public key of the supposed signer: Ed25519, PEM. */
  readonly publicKey?: string | undefined;
  /** Only the same version renders the same pages. */
  readonly build: Build;
  readonly now: number;
  readonly maxAgeDays?: number | undefined;
  readonly signOffMaxAgeDays?: number | undefined;
}

/** The proofs about a package, and its report and sign-off if they could be read. */
export interface Verified {
  readonly proofs: readonly Proof[];
  readonly report?: Report;
  readonly signOff?: SignOff;
  /** What a signature of the package covers, and that signature. */
  readonly signed?: { readonly digest: string; readonly signature?: string };
}

/** Everything that a reader can verify about somebody else's package: one proof per question, in a fixed order. */
export async function verifyPackage(bytes: Buffer, options: VerifyPackageOptions): Promise<Verified> {
  const proofs: Proof[] = [];
  try {
    const files = await readArchive(bytes);
    proofs.push({
      id: 'archive',
      outcome: 'good',
      message: `It holds ${counted(files.size, 'plain file')}, and nothing else.`,
    });
    return verifyFiles(files, openManifest(files), { ...options, proofs });
  } catch (error) {
    if (error instanceof UnreadableArchive)
      return { proofs: [{ id: 'archive', outcome: 'bad', message: error.message }] };
    if (!(error instanceof UnreadableDocument)) throw error;
    return { proofs: [...proofs, { id: 'manifest', outcome: 'bad', message: error.message }] };
  }
}

interface Verifying extends VerifyPackageOptions {
  /** The proofs so far. */
  readonly proofs: readonly Proof[];
}

function verifyFiles(files: Files, manifest: Manifest, options: Verifying): Verified {
  const { now, build, publicKey, maxAgeDays } = options;
  const { report, signOff, unreadable } = openDocuments(files);
  const first = [...options.proofs, manifestProof(manifest, report, now), filesProof(files, manifest, report, signOff)];
  if (report === undefined) return { proofs: [...first, ...noReport(unreadable.get(FILES.report))] };
  const own = { report, ...(signOff === undefined ? {} : { signOff }) };
  const limits = { now, maxAgeDays: options.signOffMaxAgeDays, unreadable: unreadable.get(FILES.signOff) };
  const proofs = [
    ...first,
    pagesProof(files, manifest, { ...own, version: build.version }),
    signOffProof(report, signOff, limits),
    signatureProof(manifest, report, publicKey),
    ...verifyReport(report, { build }).filter(({ id }) => id !== 'signature'),
    ageProof(report, { now, maxAgeDays }),
  ];
  const { digest, signature } = manifest;
  return { proofs, ...own, signed: { digest, ...(signature !== undefined && { signature }) } };
}

/** A missing report is already listed among the missing files. */
const noReport = (why: string | undefined): Proof[] =>
  why === undefined ? [] : [{ id: 'digest', outcome: 'bad', message: `${FILES.report} cannot be used: ${why}` }];
