import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chunksOf, type Text } from '../text/chunks.ts';
import { notice } from './streams.ts';

/**
 * Saves a result in a temporary file if it could not be written, so that nobody has to repeat a run because a disk is
 * full.
 */
export async function keepResult(json: Text, forReading: () => Promise<Text>): Promise<void> {
  try {
    const file = join(await mkdtemp(join(tmpdir(), 'adserver-conformance-')), 'result.json');
    await writeFile(file, chunksOf(json));
    notice(`The result is kept as JSON in ${file} instead.`);
  } catch {
    notice(`It cannot be kept as a file either, so here it is:\n${[...chunksOf(await forReading())].join('')}`);
  }
}
