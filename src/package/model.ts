export const PACKAGE_FORMAT = 'adserver-conformance/package@1';

/** The files of a package besides its manifest. Only the sign-off is optional. */
export const FILES = {
  report: 'report.json',
  page: 'report.html',
  certificate: 'certificate.html',
  drafts: 'drafts.csv',
  signOff: 'sign-off.json',
} as const;
export const MANIFEST = 'manifest.json';

/** Lists the files of a package with their digests. */
export interface Manifest {
  readonly format: typeof PACKAGE_FORMAT;
  readonly tool: { readonly name: string; readonly version: string };
  readonly createdAt: string;
  readonly report: { readonly digest: string };
  readonly files: readonly PackedFile[];
  /** A short digest of each part of the report and the sign-off, which allows naming the part that was altered. */
  readonly parts: Readonly<Record<string, string>>;
  /** The public key, PEM. Only its owner can say whose it is. */
  readonly publicKey?: string;
  readonly digest: string;
  readonly signature?: string;
}

export interface PackedFile {
  readonly name: string;
  readonly bytes: number;
  readonly digest: string;
}
