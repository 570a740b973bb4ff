import { digestOf, digestOfBytes } from '../report/digest.ts';
import type { Report } from '../report/model.ts';
import { printable } from '../report/text.ts';
import { proof, type Proof } from '../report/verify.ts';
import type { SignOff } from '../sign-off/model.ts';
import { drawnFiles } from './make.ts';
import { FILES, MANIFEST, type Manifest } from './model.ts';
import type { Files } from './open.ts';
import { partFaults, partsOf } from './parts.ts';
import { keyInside } from './signature.ts';

/** In milliseconds: the clocks of two machines may differ. */
const TOLERANCE = 86_400_000;

/** Whether the list of files is complete and belongs to this report. */
export function manifestProof(manifest: Manifest, report: Report | undefined, now: number): Proof {
  const { createdAt, tool } = manifest;
  const made = Date.parse(createdAt);
  const faults: string[] = [];
  if (digestOf(manifest) !== manifest.digest) faults.push('The manifest was altered: its digest does not match.');
  if (report !== undefined && report.digest !== manifest.report.digest)
    faults.push('The manifest was made for another report.');
  if (report !== undefined && (tool.name !== report.tool.name || tool.version !== report.tool.version))
    faults.push(`${oneLine(tool)} made the package, but ${oneLine(report.tool)} made the report.`);
  if (made > now + TOLERANCE) faults.push(`The package was made in the future (${createdAt}).`);
  if (report !== undefined && made < Date.parse(report.run.finishedAt) - TOLERANCE)
    faults.push(`The package was made on ${createdAt}, before the run ended.`);
  return proof('manifest', faults, `The manifest is whole; the package was made on ${createdAt}.`);
}

const oneLine = ({ name, version }: Manifest['tool']) => printable(`${name} ${version}`, { max: 120 });

/** Whether exactly the listed files are present and unaltered. Names what was altered. */
export function filesProof(files: Files, manifest: Manifest, report?: Report, signOff?: SignOff): Proof {
  const listed = new Map(manifest.files.map((file) => [file.name, file]));
  const wanted: readonly string[] = Object.values(FILES).filter((name) => name !== FILES.signOff);
  const known: readonly string[] = Object.values(FILES);
  const faults = [
    ...wanted.filter((name) => !listed.has(name)).map((name) => `The manifest does not list ${name}.`),
    ...[...listed.keys()].filter((name) => !files.has(name)).map((name) => `${name} is missing.`),
    ...[...listed.keys()].filter((name) => !known.includes(name)).map((name) => `No package has a ${name}.`),
    ...[...files.keys()]
      .filter((name) => name !== MANIFEST && !listed.has(name))
      .map((name) => `${name} is one file more than the manifest lists.`),
    ...[...listed.values()].filter((file) => isAltered(files, file)).map(({ name }) => `${name} was altered.`),
    ...(report === undefined ? [] : partFaults(manifest.parts, partsOf(report, signOff))),
  ];
  return proof('files', faults, 'All listed files are present and unaltered, and there are no others.');
}

function isAltered(files: Files, { name, bytes, digest }: Manifest['files'][number]): boolean {
  const contents = files.get(name);
  return contents !== undefined && (contents.length !== bytes || digestOfBytes(contents) !== digest);
}

/** Whether the pages show what the report says. A page may match the manifest and still show something else. */
export function pagesProof(
  files: Files,
  manifest: Manifest,
  { report, signOff, version }: { readonly report: Report; readonly signOff?: SignOff; readonly version: string },
): Proof {
  const { tool } = manifest;
  if (tool.version !== version)
    return {
      id: 'pages',
      outcome: 'unknown',
      message: `Version ${tool.version} made the pages, so this version cannot check that they show what the report says. Rely only on ${FILES.report}.`,
    };
  const faults = Object.entries(drawnFiles(report, signOff, keyInside(manifest)))
    .filter(([name, text]) => files.get(name)?.toString('utf8') !== text)
    .map(([name]) => `${name} does not show what the report says.`);
  return proof('pages', faults, 'The pages show what the report and its sign-off say.');
}
