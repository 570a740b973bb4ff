import { readFileSync } from 'node:fs';
import { codeOf } from '../http/failure.ts';
import { UsageError } from '../settings.ts';
import { firstFault } from '../text/json-fault.ts';

/** Why a file could not be read or written, in words that fit after a colon. */
export function whyUnreadable(error: unknown): string {
  const code = codeOf(error);
  switch (code) {
    case 'ENOENT':
      return 'it does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'permission is denied';
    case 'EBUSY':
      return 'another program is using it';
    case 'ENAMETOOLONG':
      return 'its name is too long';
    case 'EINVAL':
      return 'the system allows no such file name';
    case 'EISDIR':
      return 'it is a directory';
    case 'ENOTDIR':
      return 'a part of its path is not a directory';
    case 'EROFS':
      return 'the file system is read-only';
    case 'ENOSPC':
      return 'no space is left on the device';
    case '':
      return 'the system does not say why';
    default:
      return `the system says ${code}`;
  }
}

/** More than any file that a person means to give, in bytes: a report is bounded when it is written. */
const LARGEST_FILE = 200_000_000;

/**
 * Reads a text file that the user named.
 * @throws UsageError naming the file and what it was for.
 */
export function readUserFile(path: string, what: string): string {
  const bytes = bytesOf(path, what);
  if (bytes.length > LARGEST_FILE)
    throw new UsageError(
      `The ${what} ${path} is too large: ${bytes.length.toLocaleString('en')} bytes, more than ${LARGEST_FILE.toLocaleString('en')}.`,
    );
  return decoded(bytes);
}

/** A text without its byte order mark, in UTF-8, or in UTF-16 as Windows PowerShell writes it. */
export function decoded(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
}

function bytesOf(path: string, what: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`The ${what} ${path} cannot be read: ${whyUnreadable(error)}.`);
  }
}

/** As `readUserFile`, of a JSON document. */
export function readUserJson(path: string, what: string): unknown {
  return parseUserJson(readUserFile(path, what), path, what);
}

/** @throws UsageError saying where the text stops being JSON. */
export function parseUserJson(text: string, path: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message is not passed on: it quotes the text around the error, which may be a credential.
    throw new UsageError(`The ${what} ${path} is not valid JSON. ${firstFault(text)}`);
  }
}
