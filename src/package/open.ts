import type { Report } from '../report/model.ts';
import { readDocument, readReport, UnreadableDocument } from '../report/read.ts';
import { packageManifest as fitsManifest } from '../schema/generated/package-validator.js';
import type { SignOff } from '../sign-off/model.ts';
import { readSignOff } from '../sign-off/read.ts';
import { FILES, MANIFEST, PACKAGE_FORMAT, type Manifest } from './model.ts';

export type Files = ReadonlyMap<string, Buffer>;

/** The documents of a package that can be read. */
export interface Opened {
  readonly report?: Report;
  readonly signOff?: SignOff;
  /** By file name, why a document in the package cannot be read. */
  readonly unreadable: ReadonlyMap<string, string>;
}

/** @throws UnreadableDocument */
export function openManifest(files: Files): Manifest {
  const contents = files.get(MANIFEST);
  if (contents === undefined) throw new UnreadableDocument(`There is no ${MANIFEST}.`);
  return readDocument(contents.toString('utf8'), { format: PACKAGE_FORMAT, called: 'manifest', fits: fitsManifest });
}

export function openDocuments(files: Files): Opened {
  const unreadable = new Map<string, string>();
  const opened = <T>(name: string, read: (text: string) => T): T | undefined => {
    const contents = files.get(name);
    if (contents === undefined) return undefined;
    try {
      return read(contents.toString('utf8'));
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error;
      unreadable.set(name, error.message);
      return undefined;
    }
  };
  const report = opened(FILES.report, readReport);
  const signOff = opened(FILES.signOff, readSignOff);
  return {
    ...(report === undefined ? {} : { report }),
    ...(signOff === undefined ? {} : { signOff }),
    unreadable,
  };
}
