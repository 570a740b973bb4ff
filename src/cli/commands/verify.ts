import { closingOfProofs } from '../../report/closing.ts';
import { publicKey as publicKeyOf } from '../../report/digest.ts';
import { renderProofs } from '../../report/render/proofs.ts';
import type { Requirement } from '../../report/requirements.ts';
import { printable } from '../../report/text.ts';
import { UsageError } from '../../settings.ts';
import { urlOf } from '../../text/url.ts';
import { windowWidth } from '../display.ts';
import { readUserFile } from '../files.ts';
import { usable } from '../report-file.ts';
import { notice, noticeUnseen, print } from '../streams.ts';
import { verifiedFile, type VerifiedFile, type Verifying } from '../verified.ts';

export interface VerifyCommandOptions {
  readonly publicKey?: string;
  readonly require?: readonly Requirement[];
  readonly target?: string;
  readonly maxAge?: number;
  readonly minVersion?: string;
  readonly signOffMaxAge?: number;
  readonly format: string;
}

const FORMAT = 'adserver-conformance/verification@1';

/**
 * Prints what can be verified about reports and packages; exit code 1 if one falls short, 3 if one cannot be read. One
 * that cannot be read does not hide the others.
 */
export async function verifyCommand(files: readonly string[], options: VerifyCommandOptions): Promise<0 | 1 | 3> {
  const verifying = verifyingOf(options);
  const results: VerifiedFile[] = [];
  const unreadable: UsageError[] = [];
  for (const file of files)
    try {
      results.push(await verifiedFile(file, verifying));
    } catch (error) {
      if (!(error instanceof UsageError) || files.length === 1) throw error;
      unreadable.push(error);
    }
  const isRead = unreadable.length === 0 && results.every(({ verdict }) => verdict !== undefined);
  const holds = isRead && results.every((one) => one.holds);
  await print(options.format === 'json' ? asJson(results, holds) : asText(results));
  for (const { message } of unreadable) notice(`error: ${message}`);
  for (const { proofs } of results) noticeUnseen(options.format, closingOfProofs(proofs));
  return isRead ? (holds ? 0 : 1) : 3;
}

function verifyingOf({ publicKey, require = [], target, ...options }: VerifyCommandOptions): Verifying {
  if (target !== undefined && urlOf(target) === null)
    throw new UsageError(`--target is ${JSON.stringify(target)}. Give a whole address, https://{host}/api/v1.`);
  return {
    publicKey: publicKey === undefined ? undefined : publicKeyIn(publicKey),
    now: Date.now(),
    maxAgeDays: options.maxAge,
    signOffMaxAgeDays: options.signOffMaxAge,
    ...{ require, target, minVersion: options.minVersion },
  };
}

/** The PEM in a file, which must be a public key even if nothing is signed. */
function publicKeyIn(path: string): string {
  const pem = readUserFile(path, 'public key');
  usable(path, () => publicKeyOf(pem));
  return pem;
}

function asJson(files: readonly VerifiedFile[], holds: boolean): string {
  const shown = files.map(({ proofs, ...file }) => ({ ...file, findings: proofs }));
  return `${JSON.stringify({ format: FORMAT, holds, files: shown }, null, 2)}\n`;
}

function asText(files: readonly VerifiedFile[]): string {
  const width = windowWidth();
  if (files.length === 1) return files.map(({ proofs }) => renderProofs(proofs, width)).join('');
  return files.map(({ file, proofs }) => `${printable(file, { max: 300 })}\n${renderProofs(proofs, width)}`).join('\n');
}
