import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../http/failure.ts';
import type { Sighting, Unreadable } from '../overview/model.ts';
import { sightingOf, type Looking } from '../overview/sighting.ts';
import type { Report } from '../report/model.ts';
import { readReport, UnreadableDocument } from '../report/read.ts';
import { verifyReport, type Proof } from '../report/verify.ts';
import { build } from '../run/releases.ts';
import { counted, grouped, printable } from '../report/text.ts';
import { UsageError } from '../settings.ts';
import type { SignOff } from '../sign-off/model.ts';
import { readSignOff } from '../sign-off/read.ts';
import { collectSooner, decoded, LARGEST_REPORT, readUpTo, whyUnreadable } from './files.ts';
import { examined } from './report-file.ts';
import { besideReport } from './sign-off/sign-off-file.ts';
import { signerOf, type Signed, type SignersKey } from './signers-keys.ts';

export interface Seen {
  readonly sightings: readonly Sighting[];
  readonly unreadable: readonly Unreadable[];
}

export interface Reading extends Looking {
  /** The keys of publishers: a file named by its host must be the one that signed. */
  readonly keys?: readonly SignersKey[] | undefined;
  readonly onRead?: (read: number, of: number) => void;
}

/**
 * Reads reports and packages one at a time, and keeps only what an overview shows. A folder means all that are in it.
 */
export async function readReports(paths: readonly string[], reading: Reading): Promise<Seen> {
  const sightings: Sighting[] = [];
  const unreadable: Unreadable[] = [];
  /** One file, whatever is wrong with it, does not keep the others from the page. */
  const trying = async (file: string, read: () => void | Promise<void>) => {
    try {
      await read();
    } catch (error) {
      unreadable.push({
        file: printable(file, { max: 300 }),
        reason: printable(whyNotShown(file, error), { max: 300 }),
      });
    }
  };
  const all: string[] = [];
  for (const path of paths) await trying(path, () => void all.push(...filesAt(path)));
  collectSooner();
  for (const [index, file] of all.entries()) {
    await trying(file, async () => void sightings.push(await sightingAt(file, reading)));
    reading.onRead?.(index + 1, all.length);
  }
  return { sightings, unreadable };
}

async function sightingAt(file: string, reading: Reading): Promise<Sighting> {
  const { report, proofs, signed, signOff, fault } = IS_PACKAGE.test(file)
    ? await packageAt(file, reading)
    : reportAt(file);
  const { name, isOther } = signerOf(signed, report, reading.keys ?? []);
  const shown = examined(report, proofs);
  const other =
    signed.signature === undefined
      ? { word: 'not signed', sentence: 'It is not signed, although --keys has a key of this publisher.' }
      : { word: 'wrong signature', sentence: 'It is not signed with the key of this publisher.' };
  return sightingOf(
    {
      file: printable(file, { max: 300 }),
      report: isOther && shown.unreliable === undefined ? { ...shown, unreliable: other } : shown,
      ...{ signedBy: name, signOff, signOffFault: fault },
    },
    reading,
  );
}

interface Found {
  readonly report: Report;
  readonly proofs: readonly Proof[];
  readonly signed: Signed;
  readonly signOff?: SignOff | undefined;
  readonly fault?: string | undefined;
}

function reportAt(file: string): Found {
  const report = readReport(decoded(bytesOf(file)));
  return { report, proofs: verifyReport(report, { build }), signed: report, ...signOffBeside(file, report) };
}

async function packageAt(file: string, { now }: Reading): Promise<Found> {
  const { verifyPackage } = await import('../package/verify.ts');
  const { proofs, report, signOff, signed = {} } = await verifyPackage(bytesOf(file), { build, now });
  if (report !== undefined) return { report, proofs, signed, signOff };
  throw new UsageError(proofs.find(({ outcome }) => outcome === 'bad')?.message ?? 'It holds no report.');
}

const IS_PACKAGE = /\.zip$/i;
const IS_SIGN_OFF = /\.sign-off\.json$/i;

/** Nobody keeps reports among installed packages, or in hidden folders. */
const IS_ASIDE = /(?:^|[\\/])(?:node_modules|\.[^\\/]+)[\\/]/;

/** The reports and packages at a path. Sign-offs are left out, because they are read with their reports. */
function filesAt(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:json|zip)$/i.test(name) && !IS_SIGN_OFF.test(name) && !IS_ASIDE.test(name))
    .sort()
    .map((name) => join(path, name));
  if (files.length === 0) throw new UsageError('The folder has no JSON file and no package.');
  return files;
}

/** Leaves out sign-offs, which a shell's `*.json` also matches. They are read with their reports. */
export const withoutSignOffs = (paths: readonly string[]): string[] => paths.filter((path) => !IS_SIGN_OFF.test(path));

function bytesOf(file: string): Buffer {
  const stats = statSync(file);
  if (stats.isDirectory()) throw new UsageError('It is a directory.');
  // A pipe may never end.
  if (!stats.isFile()) throw new UsageError('It is not a file.');
  const bytes = readUpTo(file, LARGEST_REPORT);
  if (bytes !== null) return bytes;
  const sizes = `${counted(stats.size, 'byte')}, and a report has ${grouped(LARGEST_REPORT)} at most`;
  throw new UsageError(`It is too large: ${sizes}.`);
}

function whyNotShown(file: string, error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (error instanceof UnreadableDocument) return error.message.replace(/\s*\n\s*/g, ' ');
  const code = codeOf(error);
  if (code === '') return `It cannot be shown: ${error instanceof Error ? error.message : String(error)}.`;
  // A Windows shell passes a pattern on unchanged.
  const isPattern = code === 'ENOENT' && /[*?]/.test(file);
  const why = isPattern ? 'no file has this name; name the folder instead' : whyUnreadable(error);
  return `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
}

function signOffBeside(file: string, report: Report): { signOff?: SignOff; fault?: string } {
  const path = besideReport(file);
  if (report.contracts.length === 0 || !existsSync(path)) return {};
  try {
    const signOff = readSignOff(decoded(bytesOf(path)));
    return signOff.report.digest === report.digest ? { signOff } : { fault: 'It belongs to another report.' };
  } catch (error) {
    return { fault: whyNotShown(path, error) };
  }
}
