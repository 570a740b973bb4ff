import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { UsageError } from '../settings.ts';
import { whyUnreadable } from './files.ts';

/** Larger than any package. */
const MOST_BYTES = 128 * 1024 * 1024;
const SIGNATURE = Buffer.from('PK');

/**
 * The bytes of a file that is a zip archive; `null` if it is something else.
 * @throws UsageError if the file cannot be read, or is larger than a package can be.
 */
export function readIfArchive(path: string): Buffer | null {
  try {
    const file = openSync(path, 'r');
    try {
      if (!fstatSync(file).isFile()) return null; // What is read from a pipe is gone.
      const start = Buffer.alloc(SIGNATURE.length);
      const isArchive = readSync(file, start, 0, start.length, 0) === start.length && start.equals(SIGNATURE);
      if (!isArchive) return null;
      if (fstatSync(file).size <= MOST_BYTES) return readFileSync(path);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new UsageError(`The report ${path} cannot be read: ${whyUnreadable(error)}.`);
  }
  throw new UsageError(`${path} is larger than a package can be (${MOST_BYTES} bytes).`);
}
