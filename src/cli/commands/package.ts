import { certificateVerdict } from '../../report/certificate-verdict.ts';
import { makePackage } from '../../package/make.ts';
import { KeyError, privateKey } from '../../report/digest.ts';
import { UsageError } from '../../settings.ts';
import { standingInWords, standingOf } from '../../sign-off/standing.ts';
import { version } from '../../version.ts';
import { signOffFor } from '../certificate-context.ts';
import { readUserFile } from '../files.ts';
import { writeUserFile } from '../write-file.ts';
import { readUnalteredReport } from '../sign-off/sign-off-file.ts';
import { notice } from '../streams.ts';

export interface PackageOptions {
  readonly output?: string;
  readonly signOff?: string;
  readonly signKey?: string;
}

/** Packs a report with everything that is handed in with it. */
export async function packageCommand(file: string, options: PackageOptions): Promise<0> {
  const report = readUnalteredReport(file);
  const signOff = signOffFor(file, report, options.signOff);
  const path = options.output ?? `${file.replace(/\.json$/i, '')}.zip`;
  const bytes = makePackage({
    report,
    signOff,
    signKey: options.signKey === undefined ? undefined : readSignKey(options.signKey),
    tool: { name: 'adserver-conformance', version },
    createdAt: new Date().toISOString(),
  });
  await writeUserFile(path, bytes);
  const { word } = certificateVerdict(report);
  const standing = standingOf(report, signOff);
  const signed = options.signKey === undefined ? 'not signed (--sign-key)' : 'signed';
  notice(
    `Packed in ${path}: ${word}, ${standingInWords(standing)}, ${signed}. Check it: adserver-conformance verify ${path}`,
  );
  return 0;
}

function readSignKey(path: string): string {
  const pem = readUserFile(path, 'signing key');
  try {
    privateKey(pem);
  } catch (error) {
    throw error instanceof KeyError ? new UsageError(`${path}: ${error.message}`) : error;
  }
  return pem;
}
