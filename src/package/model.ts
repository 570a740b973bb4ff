export const PACKAGE_FORMAT = 'adserver-conformance/package@1';

/** What a package holds besides its manifest; the sign-off is the only one that may be absent. */
export const FILES = {
  report: 'report.json',
  page: 'report.html',
  certificate: 'certificate.html',
  drafts: 'drafts.csv',
  signOff: 'sign-off.json',
} as const;
export const MANIFEST = 'manifest.json';

/** The list of files in a package, with what each must be. */
export interface Manifest {
  readonly format: typeof PACKAGE_FORMAT;
  readonly tool: { readonly name: string; readonly version: string };
  readonly createdAt: string;
  readonly report: { readonly digest: string };
  readonly files: readonly PackedFile[];
  /** A short digest of each part of the report and the sign-off, so that an altered part can be named. */
  readonly parts: Readonly<Record<string, string>>;
  /** PEM; whose key it is, only its owner can say. */
  readonly publicKey?: string;
  readonly digest: string;
  readonly signature?: string;
}

export interface PackedFile {
  readonly name: string;
  readonly bytes: number;
  readonly digest: string;
}
