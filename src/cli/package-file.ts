import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { grouped } from '../report/text.ts';
import { UsageError } from '../settings.ts';
import { LARGEST_REPORT, readUpTo, whyUnreadable } from './files.ts';

/** Enough, because the contents are compressed well, especially a report and its page. */
const MOST_BYTES = LARGEST_REPORT;
const SIGNATURE = Buffer.from('PK');

/**
 * Whether a file is a zip archive.
 * @throws UsageError if it cannot be read.
 */
export function isArchive(path: string): boolean {
  return reading(path, () => {
    if (!statSync(path).isFile()) return false; // What is read from a pipe cannot be read again.
    const file = openSync(path, 'r');
    try {
      const start = Buffer.alloc(SIGNATURE.length);
      return readSync(file, start, 0, start.length, 0) === start.length && start.equals(SIGNATURE);
    } finally {
      closeSync(file);
    }
  });
}

/** @throws UsageError if the file cannot be read, or is larger than a package can be. */
export function readArchiveFile(path: string): Buffer {
  const archive = reading(path, () => readUpTo(path, MOST_BYTES));
  if (archive !== null) return archive;
  throw new UsageError(`${path} is larger than a package can be (${grouped(MOST_BYTES)} bytes).`);
}

function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`The report ${path} cannot be read: ${whyUnreadable(error)}.`);
  }
}
