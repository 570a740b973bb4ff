import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { grouped } from '../report/text.ts';
import { UsageError } from '../settings.ts';
import { LARGEST_REPORT, readUpTo, whyUnreadable } from './files.ts';

/** Enough, because the contents are compressed well, especially a report and its page. */
const MOST_BYTES = LARGEST_REPORT;
const SIGNATURE = Buffer.from('PK');

/**
 * The bytes of a zip archive; `null` if the file is something else.
 * @throws UsageError if the file cannot be read, or is larger than a package can be.
 */
export function readIfArchive(path: string): Buffer | null {
  try {
    const file = openSync(path, 'r');
    try {
      if (!fstatSync(file).isFile()) return null; // What is read from a pipe cannot be read again.
      const start = Buffer.alloc(SIGNATURE.length);
      const isArchive = readSync(file, start, 0, start.length, 0) === start.length && start.equals(SIGNATURE);
      if (!isArchive) return null;
      const archive = readUpTo(path, MOST_BYTES);
      if (archive !== null) return archive;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new UsageError(`The report ${path} cannot be read: ${whyUnreadable(error)}.`);
  }
  throw new UsageError(`${path} is larger than a package can be (${grouped(MOST_BYTES)} bytes).`);
}
