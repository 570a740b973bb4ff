import { randomBytes } from 'node:crypto';
import { constants, existsSync, realpathSync, statSync, type Stats } from 'node:fs';
import { access, chmod, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { codeOf } from '../http/failure.ts';
import { UsageError } from '../settings.ts';
import { chunksOf, type Text } from '../text/chunks.ts';
import type { Lines } from '../text/inert.ts';
import { whyUnreadable } from './files.ts';

/**
 * Tests by doing what `writeWhole` does, because permissions, quotas and read-only mounts only show that way.
 * @throws UsageError saying why the file cannot be written.
 */
export async function assertWritable(file: string, called: string): Promise<void> {
  const why = await whyUnwritable(file);
  if (why !== undefined) throw new UsageError(`${called} cannot be written: ${why}.`);
}

async function whyUnwritable(file: string): Promise<string | undefined> {
  try {
    const target = targetOf(file);
    if (target.stats?.isDirectory()) return 'it is a directory';
    if (target.stats !== null) await access(target.path, constants.W_OK);
    if (target.stats !== null && !target.stats.isFile()) return undefined;
    // Windows refuses to create the root of a drive, even though it exists.
    if (!existsSync(dirname(target.path))) await mkdir(dirname(target.path), { recursive: true });
    const trial = temporaryFileFor(target.path);
    await (await open(trial, 'wx')).close();
    await rm(trial);
    return undefined;
  } catch (error) {
    return whyUnreadable(error);
  }
}

/**
 * Writes a file that the user named, completely or not at all.
 * @throws UsageError if it cannot be written.
 */
export async function writeUserFile(file: string, contents: string | Uint8Array): Promise<void> {
  try {
    await writeWhole(file, contents);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${whyUnreadable(error)}.`);
  }
}

/** Writes a temporary file and renames it, so that a reader never sees half a report. */
export async function writeWhole(file: string, contents: Text | Uint8Array, lines?: Lines): Promise<void> {
  const { path, stats } = targetOf(file);
  const written = contents instanceof Uint8Array ? contents : chunksOf(contents, lines);
  if (stats !== null && !stats.isFile()) {
    await writeFile(path, written); // A device or a pipe cannot be replaced.
    return;
  }
  const draft = temporaryFileFor(path);
  try {
    await writeFile(draft, written, { flag: 'wx' });
    if (stats !== null) await chmod(draft, stats.mode);
    await renameOver(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

const PAUSES_MS = [20, 50, 100, 200, 400, 800];
const IN_USE = ['EACCES', 'EBUSY', 'EPERM'];

/** Windows does not replace a file while a program has it open. A virus scanner or indexer closes it soon. */
async function renameOver(from: string, to: string): Promise<void> {
  for (const ms of process.platform === 'win32' ? PAUSES_MS : []) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!IN_USE.includes(codeOf(error))) throw error;
    }
    await setTimeout(ms);
  }
  await rename(from, to);
}

/** The file that a path refers to. A link is kept, and its target replaced. A pipe has no other path. */
function targetOf(file: string): { path: string; stats: Stats | null } {
  const stats = statSync(file, { throwIfNoEntry: false }) ?? null;
  return { path: stats?.isFile() || stats?.isDirectory() ? realpathSync(file) : resolve(file), stats };
}

const temporaryFileFor = (path: string) =>
  join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.tmp`);
