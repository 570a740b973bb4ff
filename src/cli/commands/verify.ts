import { suite } from '../../../checks/suite.ts';
import { checksOf } from '../../engine/suite.ts';
import { KeyError } from '../../report/digest.ts';
import { renderFindings } from '../../report/render/findings.ts';
import { isGood, verifyReport } from '../../report/verify.ts';
import { UsageError } from '../../settings.ts';
import { version } from '../../version.ts';
import { readUserFile } from '../files.ts';
import { readReportFile } from '../report-file.ts';
import { print } from '../streams.ts';

export interface VerifyCommandOptions {
  readonly publicKey?: string;
  readonly format: string;
}

/** Prints what can be said about a report; exit code 1 if something is wrong with it. */
export async function verifyCommand(file: string, { publicKey, format }: VerifyCommandOptions): Promise<0 | 1> {
  const report = readReportFile(file);
  // Only the version that made a report knows which checks it must contain.
  const catalogue = report.tool.version === version ? checksOf(suite).map(catalogueEntry) : undefined;
  try {
    const findings = verifyReport(report, {
      catalogue,
      publicKey: publicKey === undefined ? undefined : readUserFile(publicKey, 'public key'),
    });
    await print(format === 'json' ? `${JSON.stringify(findings, null, 2)}\n` : renderFindings(findings));
    return isGood(findings) ? 0 : 1;
  } catch (error) {
    throw error instanceof KeyError ? new UsageError(`${publicKey ?? ''}: ${error.message}`) : error;
  }
}

function catalogueEntry({ id, rule, module }: ReturnType<typeof checksOf>[number]) {
  return { contract: module.contract, id, level: rule.level };
}
