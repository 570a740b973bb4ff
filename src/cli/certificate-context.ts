import { fingerprintOf, signatureFits } from '../report/digest.ts';
import type { Report } from '../report/model.ts';
import type { CertificateContext } from '../certificate/certificate.ts';
import { UsageError } from '../settings.ts';
import type { SignOff } from '../sign-off/model.ts';
import { belongsTo } from '../sign-off/statements.ts';
import { readUserFile } from './files.ts';
import { usable } from './report-file.ts';
import { besideReport, readSignOffFile, readSignOffIfThere } from './sign-off/sign-off-file.ts';
import { notice } from './streams.ts';

export interface Named {
  readonly signOff?: string;
  readonly publicKey?: string;
}

/** What a certificate shows in addition to the report, from files that the user named or that lie beside the report. */
export function certificateContext(file: string, report: Report, { signOff, publicKey }: Named): CertificateContext {
  return {
    signOff: signOffFor(file, report, signOff),
    fingerprint: publicKey === undefined ? undefined : fingerprintOfSigner(report, publicKey),
  };
}

/**
 * The sign-off of a report, if there is one.
 * @throws UsageError if the user named a sign-off that belongs to another report.
 */
export function signOffFor(file: string, report: Report, named: string | undefined): SignOff | undefined {
  const path = named ?? besideReport(file);
  const signOff = named === undefined ? readSignOffIfThere(path) : readSignOffFile(path);
  if (signOff === undefined || belongsTo(signOff, report)) return signOff;
  const mismatch = `${path} is the sign-off of another report.`;
  if (named !== undefined) throw new UsageError(mismatch);
  notice(`warning: ${mismatch} To carry it over: adserver-conformance sign-off ${file}`);
  return undefined;
}

function fingerprintOfSigner({ digest, signature }: Report, path: string): string {
  const pem = readUserFile(path, 'public key');
  const fits = usable(path, () => signature !== undefined && signatureFits(digest, signature, pem));
  if (fits) return fingerprintOf(pem);
  throw new UsageError(`${path} is not the key that signed this report.`);
}
