import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { printable } from '../report/text.ts';

/** An unreliable archive. The message says why. */
export class UnreadableArchive extends Error {
  override readonly name = 'UnreadableArchive';
}

/** No package has more files. */
const MOST_FILES = 20;
const MOST_BYTES = 80 * 1024 * 1024;
/** Size of the end record of a zip archive without a comment. */
const END_SIZE = 22;
const END_SIGNATURE = 0x06054b50;

/**
 * Reads the files of a zip archive into memory; nothing is written. Anybody may have made the archive, so it may only
 * contain plain files, each once, within the limits of a package, and no other bytes.
 * @throws UnreadableArchive
 */
export async function readArchive(bytes: Buffer): Promise<Map<string, Buffer>> {
  try {
    const archive = await fromBufferPromise(bytes, { decodeStrings: false });
    const entries = await entriesOf(archive);
    await assertComplete(archive, entries, bytes);
    const files = new Map<string, Buffer>();
    for (const entry of entries) files.set(nameOf(entry), await contentsOf(archive, entry));
    return files;
  } catch (error) {
    if (error instanceof UnreadableArchive) throw error;
    throw new UnreadableArchive('The archive is cut off or damaged. Ask for it again.', { cause: error });
  }
}

async function entriesOf(archive: ZipFile): Promise<Entry[]> {
  if (archive.entryCount > MOST_FILES)
    throw new UnreadableArchive(`It holds ${archive.entryCount} files; a package has ${MOST_FILES} at most.`);
  const entries: Entry[] = [];
  let total = 0;
  for await (const entry of archive.eachEntry()) {
    assertPlainFile(entry);
    const name = nameOf(entry);
    if (entries.some((other) => nameOf(other) === name)) throw new UnreadableArchive(`It holds ${name} twice.`);
    total += entry.uncompressedSize;
    if (total > MOST_BYTES)
      throw new UnreadableArchive(`It would unpack to more than ${MOST_BYTES} bytes (a zip bomb): ${name}.`);
    entries.push(entry);
  }
  return entries;
}

const nameOf = ({ fileNameRaw }: Entry) => fileNameRaw.toString('latin1');

const TYPE = 0o170000;
const REGULAR = 0o100000;
const LINK = 0o120000;
/** The extra field with a Unicode name, which some programs prefer. */
const OTHER_NAME = 0x7075;
const STORED = 0;
const DEFLATED = 8;

function assertPlainFile(entry: Entry): void {
  const name = nameOf(entry);
  const shown = printable(name, { max: 120 });
  if (/[/\\:]|^\.|[^\x21-\x7e]/.test(name))
    throw new UnreadableArchive(
      `It names the path "${shown}", which may lead out of the folder. A package has plain file names.`,
    );
  if (entry.extraFields.some(({ id }) => id === OTHER_NAME))
    throw new UnreadableArchive(`It gives ${shown} two names.`);
  const type = (entry.externalFileAttributes >>> 16) & TYPE;
  if (type === LINK) throw new UnreadableArchive(`${shown} is a link.`);
  if (type !== 0 && type !== REGULAR) throw new UnreadableArchive(`${shown} is not a plain file.`);
  if (entry.isEncrypted()) throw new UnreadableArchive(`${shown} is encrypted.`);
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw new UnreadableArchive(`${shown} is compressed in an unusual way (method ${entry.compressionMethod}).`);
}

const CENTRAL_HEADER = 46;

/**
 * Refuses an archive whose parts overlap, or that has bytes outside of files: other programs may find other files in
 * it.
 */
async function assertComplete(archive: ZipFile, entries: readonly Entry[], bytes: Buffer): Promise<void> {
  const end = bytes.length - END_SIZE;
  if (bytes.readUInt32LE(end) !== END_SIGNATURE) throw new UnreadableArchive('It has bytes behind its end.');
  const directory = entries.reduce(
    (sum, { fileNameLength, extraFieldLength, fileCommentLength }) =>
      sum + CENTRAL_HEADER + fileNameLength + extraFieldLength + fileCommentLength,
    0,
  );
  let at = 0;
  for (const entry of [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const header = await archive.readLocalFileHeaderPromise(entry);
    if (!header.fileName.equals(entry.fileNameRaw))
      throw new UnreadableArchive(`It gives ${printable(nameOf(entry))} two names.`);
    if (entry.relativeOffsetOfLocalHeader !== at)
      throw new UnreadableArchive('It has files that overlap, or bytes that belong to no file.');
    at = header.fileDataStart + entry.compressedSize;
  }
  if (at + directory !== end) throw new UnreadableArchive('It has bytes that belong to no file.');
}

async function contentsOf(archive: ZipFile, entry: Entry): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  const stream: AsyncIterable<Buffer> = await archive.openReadStreamPromise(entry);
  for await (const piece of stream) {
    size += piece.length;
    if (size > entry.uncompressedSize)
      throw new UnreadableArchive(`${nameOf(entry)} unpacks to more than it declares (a zip bomb).`);
    pieces.push(piece);
  }
  const contents = Buffer.concat(pieces);
  if (size !== entry.uncompressedSize || crc32(contents) !== entry.crc32)
    throw new UnreadableArchive(`${nameOf(entry)} is damaged: its size or its checksum does not match.`);
  return contents;
}
