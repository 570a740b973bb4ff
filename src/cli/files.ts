import { readFileSync, statSync } from 'node:fs';
import { codeOf } from '../http/failure.ts';
import { grouped } from '../report/text.ts';
import { UsageError } from '../settings.ts';
import { firstFault } from '../text/json-fault.ts';
import { getSystemErrorMap } from 'node:util';
import { setFlagsFromString } from 'node:v8';

/** Why a file could not be read or written, as text after a colon. */
export function whyUnreadable(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EISDIR') return 'it is a directory';
  const [, words] = [...getSystemErrorMap().values()].find(([name]) => name === code) ?? [];
  return words ?? (code === '' ? 'the system does not say why' : `the system says ${code}`);
}

/** The largest report that is read, in bytes: more than one about the maximum number of pages has. */
export const LARGEST_REPORT = 34 * 1024 * 1024;
/** The same for any other file, such as a configuration or all authorities of a system. */
const LARGEST_FILE = 4 * 1024 * 1024;

/**
 * Reads a text file that the user named.
 * @throws UsageError naming the file and its purpose.
 */
export function readUserFile(path: string, what: string, largest = LARGEST_FILE): string {
  return decoded(readUserBytes(path, what, largest));
}

/** Decodes a text and drops its byte order mark. It may be UTF-8, or UTF-16 as written by Windows PowerShell. */
export function decoded(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
}

/** Like `readUserFile`, for a file that may be an archive. */
export function readUserBytes(path: string, what: string, largest: number): Buffer {
  let bytes: Buffer | null;
  try {
    bytes = readUpTo(path, largest);
  } catch (error) {
    throw new UsageError(`The ${what} ${path} cannot be read: ${whyUnreadable(error)}.`);
  }
  if (bytes !== null) return bytes;
  throw new UsageError(
    `The ${what} ${path} is too large: more than ${grouped(largest)} bytes. Check that it is the file you meant.`,
  );
}

/** More than nearly every report has, in bytes. */
const LARGE = 8 * 1024 * 1024;

/** The bytes of a file; `null` if there are more than `most`. */
export function readUpTo(path: string, most: number): Buffer | null {
  if (statSync(path).size > most) return null;
  const bytes = readFileSync(path);
  if (bytes.length > LARGE) collectSooner();
  return bytes.length > most ? null : bytes;
}

/** Like `readUserFile`, for a JSON document. */
export function readUserJson(path: string, what: string): unknown {
  return parseUserJson(readUserFile(path, what), path, what);
}

/** @throws UsageError saying where the text is not valid JSON. */
export function parseUserJson(text: string, path: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message is not shown, because it quotes the text around the error, which may be a credential.
    throw new UsageError(`The ${what} ${path} is not valid JSON. ${firstFault(text)}`);
  }
}

/**
 * For large documents that are only needed for a short time: memory grows by no more than a fifth before it is collected.
 * Answers of 5 MB take 247 MB at most with this flag, and 370 MB without; a million slots 186 and 197 MB.
 */
export function collectSooner(): void {
  setFlagsFromString('--heap-growing-percent=20');
}
