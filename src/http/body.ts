import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type InputType, type ZlibOptions } from 'node:zlib';
import { CallFailure, codeOf, notHttp } from './failure.ts';
import { violationOf } from './violation.ts';

type Decode = (bytes: InputType, options: ZlibOptions) => Promise<Uint8Array>;

const decoders: ReadonlyMap<string, Decode> = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
  ['deflate', promisify(inflate)],
]);
/** The standard demands a zlib stream for `deflate`, but some servers send a bare deflate stream. */
const decodeBare: Decode = promisify(inflateRaw);

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
    throw notHttp(violationOf('unknown-coding', 'has a body that is compressed over and over'));
  let decoded = bytes;
  for (const coding of codings.reverse()) decoded = await decodeOnce(decoded, coding, limit);
  return decoded;
}

export function tooLarge(limit: number): CallFailure {
  return new CallFailure('too-large', `The body is larger than ${limit.toLocaleString('en')} bytes.`);
}

async function decodeOnce(bytes: Uint8Array, coding: string, limit: number): Promise<Uint8Array> {
  const [first] = bytes;
  if (first === undefined) return bytes;
  const decode = coding === 'deflate' && (first & 0x0f) !== 8 ? decodeBare : decoders.get(coding);
  if (decode === undefined) throw notHttp(violationOf('unknown-coding', unknownCoding(coding)));
  try {
    return await decode(bytes, { maxOutputLength: limit });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    const does = `says Content-Encoding: ${coding}, but its body cannot be decompressed (${code})`;
    throw notHttp(violationOf('false-coding', does));
  }
}

function unknownCoding(coding: string): string {
  const named = /^[\w.-]{1,20}$/.test(coding) ? `: ${coding}, which` : ' that';
  return `has Content-Encoding${named} the client does not understand`;
}
