import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../http/failure.ts';
import type { Sighting, Unreadable } from '../overview/model.ts';
import { sightingOf, type Looking } from '../overview/sighting.ts';
import type { Report } from '../report/model.ts';
import { readReport, UnreadableDocument } from '../report/read.ts';
import { counted, grouped, printable } from '../report/text.ts';
import type { SignOff } from '../sign-off/model.ts';
import { readSignOff } from '../sign-off/read.ts';
import { decoded, LARGEST_REPORT, readUpTo, whyUnreadable } from './files.ts';
import { besideReport } from './sign-off/sign-off-file.ts';

export interface Seen {
  readonly sightings: readonly Sighting[];
  readonly unreadable: readonly Unreadable[];
}

/** Reads reports one at a time, and keeps only what an overview shows. A folder means the JSON files in it. */
export function readReports(paths: readonly string[], looking: Looking): Seen {
  const sightings: Sighting[] = [];
  const unreadable: Unreadable[] = [];
  const refuse = (file: string, reason: string) => {
    unreadable.push({ file: printable(file, { max: 300 }), reason: printable(reason, { max: 300 }) });
  };
  for (const path of paths) {
    const files = orUnusable(path, () => filesAt(path));
    if (files instanceof Unusable) refuse(path, files.why);
    else if (files.length === 0) refuse(path, 'The folder has no JSON file.');
    else
      for (const file of files) {
        const sighting = sightingAt(file, looking);
        if (sighting instanceof Unusable) refuse(file, sighting.why);
        else sightings.push(sighting);
      }
  }
  return { sightings, unreadable };
}

function sightingAt(file: string, looking: Looking): Sighting | Unusable {
  const report = readOne(file, readReport);
  if (report instanceof Unusable) return report;
  return orUnusable(file, () => {
    const { signOff, fault } = signOffBeside(file, report);
    return sightingOf({ file: printable(file, { max: 300 }), report, signOff, signOffFault: fault }, looking);
  });
}

const IS_SIGN_OFF = /\.sign-off\.json$/i;

/** Nobody keeps reports among installed packages, or in hidden folders. */
const IS_ASIDE = /(?:^|[\\/])(?:node_modules|\.[^\\/]+)[\\/]/;

/** The report files at a path. Sign-offs are left out, because they are read with their reports. */
function filesAt(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.json$/i.test(name) && !IS_SIGN_OFF.test(name) && !IS_ASIDE.test(name))
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
    const stats = statSync(file);
    if (stats.isDirectory()) return new Unusable('It is a directory.');
    // A pipe may never end.
    if (!stats.isFile()) return new Unusable('It is not a file.');
    const bytes = readUpTo(file, LARGEST_REPORT);
    return bytes === null
      ? new Unusable(
          `It is too large: ${counted(stats.size, 'byte')}, and a report has ${grouped(LARGEST_REPORT)} at most.`,
        )
      : read(decoded(bytes));
  });
}

/** What was read, or why it is not shown: one file, whatever is wrong with it, does not keep the others from the page. */
function orUnusable<T>(file: string, read: () => T): T | Unusable {
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
