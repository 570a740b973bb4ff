import { generateKeyPairSync } from 'node:crypto';
import { unzipSync, zipSync, type Zippable } from 'fflate';
import { makePackage } from '../../src/package/make.ts';
import { FILES, MANIFEST, type Manifest } from '../../src/package/model.ts';
import { partsOf } from '../../src/package/parts.ts';
import { verifyPackage, type VerifyPackageOptions } from '../../src/package/verify.ts';
import { digestOfBytes, publicPartOf, sealed } from '../../src/report/digest.ts';
import type { Report } from '../../src/report/model.ts';
import { reliance } from '../../src/report/reliance.ts';
import type { ProofId } from '../../src/report/verify.ts';
import type { SignOff } from '../../src/sign-off/model.ts';
import { buildOf } from '../report/known-release.ts';
import { now, reportToSign, signOffFor } from '../sign-off/sample.ts';

export const report = reportToSign();
export const signOff = signOffFor(report);
export const createdAt = new Date(now).toISOString();
export const tool = { name: 'adserver-conformance', version: '1.0.0' };

export const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
export const signKey = newKey();
export const publicKey = publicPartOf(signKey);

export const packed = (over: Partial<Parameters<typeof makePackage>[0]> = {}): Uint8Array =>
  makePackage({ report, signOff, tool, createdAt, ...over });

type Texts = Record<string, string>;
const decode = (contents: Uint8Array) => Buffer.from(contents).toString('utf8');

/** A package whose files were changed without hiding it. */
export function withFiles(bytes: Uint8Array, change: (files: Texts) => Texts): Uint8Array {
  const files = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, contents]) => [name, decode(contents)]),
  );
  return zipped(change(files));
}

export const zipped = (files: Texts, over: Partial<Record<string, object>> = {}): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, text]): [string, Zippable[string]] => [
        name,
        [Buffer.from(text), over[name] ?? {}],
      ]),
    ),
  );

/** Replaces a text in a file, which must contain it. */
export const replaced =
  (name: string, from: string, to: string) =>
  (files: Texts): Texts => {
    const text = files[name] ?? '';
    if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
    return { ...files, [name]: text.replace(from, to) };
  };

/** Lists the files of the package again, as a forger who knows how digests are made would; signs if a key is given. */
export function relisted(bytes: Uint8Array, subject: Report, its: SignOff | undefined, key?: string): Uint8Array {
  return withFiles(bytes, (files) => {
    const manifest = JSON.parse(files[MANIFEST] ?? '') as Manifest;
    const { publicKey: _old, ...rest } = manifest;
    const listed = Object.entries(files).filter(([name]) => name !== MANIFEST);
    const anew = sealed(
      {
        ...rest,
        report: { digest: subject.digest },
        files: listed.map(([name, text]) => ({
          name,
          bytes: Buffer.byteLength(text),
          digest: digestOfBytes(Buffer.from(text)),
        })),
        parts: partsOf(subject, its),
        ...(key === undefined ? {} : { publicKey: publicPartOf(key) }),
      },
      key,
    );
    return { ...files, [MANIFEST]: JSON.stringify(anew) };
  });
}

/** Every proof as `outcome id: message`, with the line about what can be relied on. */
export async function proofs(bytes: Uint8Array, over: Partial<VerifyPackageOptions> = {}): Promise<string[]> {
  const { proofs: found, report: read } = await verifyPackage(Buffer.from(bytes), {
    build: buildOf(report),
    now,
    ...over,
  });
  return [...found, reliance(found, { what: 'package', report: read, word: read?.verdict ?? 'none' })].map(
    ({ id, outcome, message }) => `${outcome} ${id}: ${message}`,
  );
}

/** The bad proofs about a package by their ids, without the last line. */
export async function badOf(
  bytes: Uint8Array,
  over: Partial<VerifyPackageOptions> = {},
): Promise<Partial<Record<ProofId, string>>> {
  const bad = (await proofs(bytes, over)).flatMap((line) => {
    const [, id, message] = /^bad ([a-z-]+): (.*)$/s.exec(line) ?? [];
    return id === undefined || id === 'summary' ? [] : [[id, message]];
  });
  return Object.fromEntries(bad) as Partial<Record<ProofId, string>>;
}

export { FILES };
