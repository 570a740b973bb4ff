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
  const refuse = (file: string, reason: string) => {
    unreadable.push({ file: printable(file, { max: 300 }), reason: printable(reason, { max: 300 }) });
  };
  const all: string[] = [];
  for (const path of paths) {
    const files = orUnusable(path, () => filesAt(path));
    if (files instanceof Unusable) refuse(path, files.why);
    else if (files.length === 0) refuse(path, 'The folder has no JSON file and no package.');
    else all.push(...files);
  }
  collectSooner();
  for (const [index, file] of all.entries()) {
    const sighting = await sightingAt(file, reading);
    if (sighting instanceof Unusable) refuse(file, sighting.why);
    else sightings.push(sighting);
    reading.onRead?.(index + 1, all.length);
  }
  return { sightings, unreadable };
}

async function sightingAt(file: string, reading: Reading): Promise<Sighting | Unusable> {
  const found = IS_PACKAGE.test(file) ? await packageAt(file, reading) : reportAt(file);
  if (found instanceof Unusable) return found;
  return orUnusable(file, () => {
    const { proofs, signed, signOff, fault } = found;
    const { name, isOther } = signerOf(signed, found.report, reading.keys ?? []);
    const shown = examined(found.report, proofs);
    const other = { word: 'wrong signature', sentence: 'It is not signed with the key of this publisher.' };
    const report = isOther && shown.unreliable === undefined ? { ...shown, unreliable: other } : shown;
    return sightingOf(
      { file: printable(file, { max: 300 }), report, isExamined: true, signedBy: name, signOff, signOffFault: fault },
      reading,
    );
  });
}

interface Found {
  readonly report: Report;
  readonly proofs: readonly Proof[];
  readonly signed: Signed;
  readonly signOff?: SignOff | undefined;
  readonly fault?: string | undefined;
}

function reportAt(file: string): Found | Unusable {
  const report = readOne(file, readReport);
  if (report instanceof Unusable) return report;
  return orUnusable(file, () => {
    return { report, proofs: verifyReport(report, { build }), signed: report, ...signOffBeside(file, report) };
  });
}

async function packageAt(file: string, { now }: Reading): Promise<Found | Unusable> {
  const bytes = orUnusable(file, () => bytesOf(file));
  if (bytes instanceof Unusable) return bytes;
  const { verifyPackage } = await import('../package/verify.ts');
  const { proofs, report, signOff, signed = {} } = await verifyPackage(bytes, { build, now });
  if (report !== undefined) return { report, proofs, signed, signOff };
  return new Unusable(proofs.find(({ outcome }) => outcome === 'bad')?.message ?? 'It holds no report.');
}

const IS_PACKAGE = /\.zip$/i;
const IS_SIGN_OFF = /\.sign-off\.json$/i;

/** Nobody keeps reports among installed packages, or in hidden folders. */
const IS_ASIDE = /(?:^|[\\/])(?:node_modules|\.[^\\/]+)[\\/]/;

/** The reports and packages at a path. Sign-offs are left out, because they are read with their reports. */
function filesAt(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:json|zip)$/i.test(name) && !IS_SIGN_OFF.test(name) && !IS_ASIDE.test(name))
    .sort()
    .map((name) => join(path, name));
}

/** Leaves out sign-offs, which a shell's `*.json` also matches. They are read with their reports. */
export const withoutSignOffs = (paths: readonly string[]): string[] => paths.filter((path) => !IS_SIGN_OFF.test(path));

/** Why a file is not shown. */
class Unusable {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}

function readOne<T>(file: string, read: (text: string) => T): T | Unusable {
  return orUnusable(file, () => {
    const bytes = bytesOf(file);
    return bytes instanceof Unusable ? bytes : read(decoded(bytes));
  });
}

function bytesOf(file: string): Buffer | Unusable {
  const stats = statSync(file);
  if (stats.isDirectory()) return new Unusable('It is a directory.');
  // A pipe may never end.
  if (!stats.isFile()) return new Unusable('It is not a file.');
  return (
    readUpTo(file, LARGEST_REPORT) ??
    new Unusable(
      `It is too large: ${counted(stats.size, 'byte')}, and a report has ${grouped(LARGEST_REPORT)} at most.`,
    )
  );
}

/** What was read, or why it is not shown: one file, whatever is wrong with it, does not keep the others from the page. */
function orUnusable<T>(file: string, read: () => T | Unusable): T | Unusable {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableDocument) return new Unusable(error.message.replace(/\s*\n\s*/g, ' '));
    if (codeOf(error) === '')
      return new Unusable(`It cannot be shown: ${error instanceof Error ? error.message : String(error)}.`);
    // A Windows shell passes a pattern on unchanged.
    const isPattern = codeOf(error) === 'ENOENT' && /[*?]/.test(file);
    const why = isPattern ? 'no file has this name; name the folder instead' : whyUnreadable(error);
    return new Unusable(`${why.charAt(0).toUpperCase()}${why.slice(1)}.`);
  }
}

function signOffBeside(file: string, report: Report): { signOff?: SignOff; fault?: string } {
  const path = besideReport(file);
  if (report.contracts.length === 0 || !existsSync(path)) return {};
  const signOff = readOne(path, readSignOff);
  if (signOff instanceof Unusable) return { fault: signOff.why };
  return signOff.report.digest === report.digest ? { signOff } : { fault: 'It belongs to another report.' };
}
