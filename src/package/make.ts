import { strToU8, zipSync, type Zippable } from 'fflate';
import { digestOfBytes, fingerprintOf, publicPartOf, sealed } from '../report/digest.ts';
import type { Report } from '../report/model.ts';
import { renderCertificate } from '../certificate/certificate.ts';
import { renderDrafts } from '../report/render/drafts.ts';
import { html } from '../report/render/html.ts';
import { renderJson } from '../report/render/json.ts';
import type { SignOff } from '../sign-off/model.ts';
import { FILES, MANIFEST, PACKAGE_FORMAT, type Manifest } from './model.ts';
import { partsOf } from './parts.ts';

export interface Packing {
  readonly report: Report;
  /** The sign-off, if it belongs to this report. */
  readonly signOff?: SignOff | undefined;
  /** Signs the manifest, and so every file: an Ed25519 private key, PEM. */
  readonly signKey?: string | undefined;
  readonly tool: Manifest['tool'];
  readonly createdAt: string;
}

/** The pages generated from a report. The recipient can generate them again and compare. */
export function drawnFiles(
  report: Report,
  signOff: SignOff | undefined,
  fingerprint: string | undefined,
): Record<string, string> {
  return {
    [FILES.page]: html(report),
    [FILES.certificate]: renderCertificate(report, { signOff, fingerprint }),
    [FILES.drafts]: renderDrafts(report),
  };
}

/** One zip file with everything to hand in. */
export function makePackage({ report, signOff, signKey, tool, createdAt }: Packing): Uint8Array {
  const publicKey = signKey === undefined ? undefined : publicPartOf(signKey);
  const fingerprint = publicKey === undefined ? undefined : fingerprintOf(publicKey);
  const texts: Record<string, string> = {
    [FILES.report]: [...renderJson(report)].join(''),
    ...drawnFiles(report, signOff, fingerprint),
    ...(signOff === undefined ? {} : { [FILES.signOff]: jsonText(signOff) }),
  };
  const files = Object.entries(texts).map(([name, text]) => ({ name, contents: strToU8(text) }));
  const manifest: Manifest = sealed(
    {
      format: PACKAGE_FORMAT,
      tool,
      createdAt,
      report: { digest: report.digest },
      files: files.map(({ name, contents }) => ({ name, bytes: contents.length, digest: digestOfBytes(contents) })),
      parts: partsOf(report, signOff),
      ...(publicKey === undefined ? {} : { publicKey }),
    },
    signKey,
  );
  return zipped([{ name: MANIFEST, contents: strToU8(jsonText(manifest)) }, ...files], new Date(createdAt));
}

const jsonText = (document: object) => `${JSON.stringify(document, null, 2)}\n`;

/** Unix mode of a regular file that everybody may read. */
const FILE_MODE = 0o100644 << 16;
const UNIX = 3;

function zipped(files: readonly { name: string; contents: Uint8Array }[], mtime: Date): Uint8Array {
  const entries = files.map(({ name, contents }): [string, Zippable[string]] => [
    name,
    [contents, { mtime, attrs: FILE_MODE, os: UNIX, level: 9 }],
  ]);
  return zipSync(Object.fromEntries(entries));
}
