import { certificateVerdict } from '../../report/certificate-verdict.ts';
import { makePackage } from '../../package/make.ts';
import { privateKey, sign } from '../../report/digest.ts';
import type { Report } from '../../report/model.ts';
import { versionFaults } from '../../report/verify.ts';
import { build } from '../../run/releases.ts';
import { UsageError } from '../../settings.ts';
import { standingInWords, standingOf } from '../../sign-off/standing.ts';
import { version } from '../../version.ts';
import { signOffFor } from '../certificate-context.ts';
import { readUserFile } from '../files.ts';
import { usable } from '../report-file.ts';
import { writeUserFile } from '../write-file.ts';
import { readUnalteredReport } from '../sign-off/sign-off-file.ts';
import { notice } from '../streams.ts';

export interface PackageOptions {
  readonly output?: string;
  readonly signOff?: string;
  readonly signKey?: string;
}

export async function packageCommand(file: string, options: PackageOptions): Promise<0> {
  const report = readUnalteredReport(file);
  assertKnown(file, report);
  const signOff = signOffFor(file, report, options.signOff);
  const path = options.output ?? `${file.replace(/\.json$/i, '')}.zip`;
  const bytes = makePackage({
    report,
    signOff,
    signKey: options.signKey === undefined ? undefined : readSignKey(options.signKey, report),
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
  const made = report.tool.version;
  if (made !== version)
    notice(`warning: Version ${made} made the report, ${version} the package: verify accepts none of two versions.`);
  return 0;
}

/** No certificate is drawn from what this version cannot check. */
function assertKnown(file: string, report: Report): void {
  const [unknown] = versionFaults(report, build);
  if (unknown !== undefined) throw new UsageError(`${file}: ${unknown.replace(': verify it', ': pack it')}`);
}

function readSignKey(path: string, { digest, signature }: Report): string {
  const pem = readUserFile(path, 'signing key');
  usable(path, () => privateKey(pem));
  if (signature !== undefined && signature !== sign(digest, pem))
    throw new UsageError(`${path} is not the key that signed this report. A package has one signer.`);
  return pem;
}
