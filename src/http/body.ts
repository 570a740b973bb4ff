import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type InputType, type ZlibOptions } from 'node:zlib';
import { CallFailure, codeOf, NotHttp } from './failure.ts';
import { violationOf } from './violation.ts';

type Decode = (bytes: InputType, options: ZlibOptions) => Promise<Uint8Array>;

const decodeGzip: Decode = promisify(gunzip);
const decodeInflate: Decode = promisify(inflate);
const decodeInflateRaw: Decode = promisify(inflateRaw);
const decodeBrotli: Decode = promisify(brotliDecompress);

/** How much of an error body is read, in bytes. Its status counts even if the body is larger. */
export const LARGEST_ERROR = 256 * 1024;

/** More content codings than any real server applies. */
const MOST_CODINGS = 3;

/** Decompresses a body according to its `Content-Encoding`, to at most `limit` bytes. Rejects with a `CallFailure`. */
export async function decodeBody(bytes: Uint8Array, contentEncoding: string, limit: number): Promise<Uint8Array> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MOST_CODINGS)
    throw new NotHttp(violationOf('unknown-coding', 'The body is compressed over and over.'));
  let decoded = bytes;
  for (const coding of codings.reverse()) decoded = await decodeOnce(decoded, coding, limit);
  return decoded;
}

export function tooLarge(limit: number): CallFailure {
  return new CallFailure('too-large', `The body is larger than ${limit.toLocaleString('en')} bytes.`);
}

async function decodeOnce(bytes: Uint8Array, coding: string, limit: number): Promise<Uint8Array> {
  if (bytes.length === 0) return bytes;
  try {
    return await decoderOf(coding, bytes)(bytes, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof CallFailure) throw error;
    const code = codeOf(error);
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    const sentence = `The body is declared as ${coding} but cannot be decompressed (${code}).`;
    throw new NotHttp(violationOf('false-coding', sentence));
  }
}

function decoderOf(coding: string, bytes: Uint8Array): Decode {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return decodeGzip;
    case 'br':
      return decodeBrotli;
    case 'deflate':
      // The standard demands a zlib stream, but some servers send a bare deflate stream.
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? decodeInflate : decodeInflateRaw;
    default:
      throw new NotHttp(violationOf('unknown-coding', unknownCoding(coding)));
  }
}

function unknownCoding(coding: string): string {
  const named = /^[\w.-]{1,20}$/.test(coding) ? `, ${coding},` : '';
  return `The body's Content-Encoding${named} is not one that the client understands.`;
}
