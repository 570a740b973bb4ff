import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { addressKey } from '../report/address.ts';
import { publicKey, signatureFits } from '../report/digest.ts';
import type { Report } from '../report/model.ts';
import { UsageError } from '../settings.ts';
import { readUserFile, whyUnreadable } from './files.ts';
import { usable } from './report-file.ts';

/** The public key of a publisher, by the name of its file without its ending. */
export interface SignersKey {
  readonly name: string;
  readonly pem: string;
}

/** What was signed, if anything was. */
export interface Signed {
  readonly digest?: string;
  readonly signature?: string | undefined;
}

/** @throws UsageError if the folder cannot be read, or one of its PEM files is not a public key. */
export function readKeys(folder: string): SignersKey[] {
  const files = namesIn(folder).filter((name) => /\.(?:pem|pub)$/i.test(name));
  if (files.length === 0) throw new UsageError(`--keys ${folder} has no public key (.pem or .pub).`);
  return files.map((file) => {
    const pem = readUserFile(join(folder, file), 'public key');
    usable(join(folder, file), () => publicKey(pem));
    return { name: basename(file).replace(/\.\w+$/, ''), pem };
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    throw new UsageError(`The folder of keys ${folder} cannot be read: ${whyUnreadable(error)}.`);
  }
}

/** Whose key signed it, and whether that is not the key of the host that it is about. */
export function signerOf(
  { digest = '', signature }: Signed,
  { contracts }: Report,
  keys: readonly SignersKey[],
): { readonly name?: string | undefined; readonly isOther: boolean } {
  const hosts = contracts.map(({ target }) => addressKey(target).replace(/^[a-z]+:\/\/|[:/].*$/gi, ''));
  const own = keys.filter(({ name }) => hosts.includes(name.toLowerCase()));
  const fits = ({ pem }: SignersKey) => signature !== undefined && signatureFits(digest, signature, pem);
  const name = [...own, ...keys].find(fits)?.name;
  return { name, isOther: own.length > 0 && !own.some(fits) };
}
