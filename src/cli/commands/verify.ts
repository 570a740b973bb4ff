import type { Verified } from '../../package/verify.ts';
import { closingOfFindings } from '../../report/closing-of-findings.ts';
import { KeyError } from '../../report/digest.ts';
import type { Report } from '../../report/model.ts';
import { reliance } from '../../report/reliance.ts';
import { renderFindings } from '../../report/render/findings.ts';
import { ageFinding, isGood, verifyReport } from '../../report/verify.ts';
import { UsageError } from '../../settings.ts';
import { version } from '../../version.ts';
import { checksOfRelease } from '../catalogue.ts';
import { daysOf } from '../days.ts';
import { windowWidth } from '../display.ts';
import { readUserFile } from '../files.ts';
import { readIfArchive } from '../package-file.ts';
import { readReportFile } from '../report-file.ts';
import { noticeUnseen, print } from '../streams.ts';

export interface VerifyCommandOptions {
  readonly publicKey?: string;
  readonly maxAge?: string;
  readonly signOffMaxAge?: string;
  readonly format: string;
}

/** Prints what can be verified about a report or a package; exit code 1 if something is wrong with it. */
export async function verifyCommand(file: string, options: VerifyCommandOptions): Promise<0 | 1> {
  const { publicKey, format } = options;
  try {
    const { what, findings, report } = await verified(file, options);
    const all = [...findings, reliance(findings, what, report)];
    await print(format === 'json' ? `${JSON.stringify(all, null, 2)}\n` : renderFindings(all, windowWidth()));
    noticeUnseen(format, closingOfFindings(all));
    return isGood(all) ? 0 : 1;
  } catch (error) {
    throw error instanceof KeyError ? new UsageError(`${publicKey ?? ''}: ${error.message}`) : error;
  }
}

async function verified(
  file: string,
  options: VerifyCommandOptions,
): Promise<Verified & { readonly what: 'report' | 'package' }> {
  const publicKey = options.publicKey === undefined ? undefined : readUserFile(options.publicKey, 'public key');
  const age = { now: Date.now(), maxAgeDays: daysOf(options.maxAge, '--max-age') };
  const signOffMaxAgeDays = daysOf(options.signOffMaxAge, '--sign-off-max-age');
  const archive = readIfArchive(file);
  if (archive !== null) {
    const { verifyPackage } = await import('../../package/verify.ts');
    return {
      what: 'package',
      ...(await verifyPackage(archive, { publicKey, catalogueFor, version, ...age, signOffMaxAgeDays })),
    };
  }
  const report = readReportFile(file);
  const findings = [...verifyReport(report, { catalogue: catalogueFor(report), publicKey }), ageFinding(report, age)];
  return { what: 'report', findings, report };
}

const catalogueFor = (report: Report) => checksOfRelease(report.tool.version);
