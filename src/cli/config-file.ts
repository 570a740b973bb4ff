import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { nearest, sentences } from '../engine/did-you-mean.ts';
import { codeOf } from '../http/failure.ts';
import { UsageError } from '../settings.ts';
import { isObject } from '../text/json.ts';
import { CONFIG_FILE } from './config-name.ts';
import { decoded, parseUserJson, whyUnreadable } from './files.ts';
import { settingTable } from './setting-table.ts';

export interface ConfigFile {
  /** As messages name it. */
  readonly path: string;
  /** Relative paths in the file start here. */
  readonly folder: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Keys that have no option. */
export const OTHER_KEYS = ['$schema', 'baseUrl', 'booking', 'noColor'];

/**
 * Reads a configuration file; the default one may be absent.
 * @throws UsageError if it cannot be read or is not a JSON object.
 */
export function readConfigFile(named: string | undefined, workingDirectory: string): ConfigFile | null {
  const path = named ?? CONFIG_FILE;
  const file = resolve(workingDirectory, path);
  let text: string;
  try {
    text = decoded(readFileSync(file));
  } catch (error) {
    if (named === undefined && codeOf(error) === 'ENOENT') return null;
    throw new UsageError(
      `The configuration file ${path} cannot be read: ${whyUnreadable(error)}. Give another one with --config.`,
    );
  }
  const values = parseUserJson(text, path, 'configuration file');
  if (!isObject(values))
    throw new UsageError(`The configuration file ${path} is not a JSON object. Write {"baseUrl": "https://…", …}.`);
  return { path, folder: dirname(file), values };
}

/** @throws UsageError naming every key that is not a setting. */
export function assertKnownKeys({ path, values }: ConfigFile): void {
  const known = [...settingTable.map(({ name }): string => name), ...OTHER_KEYS];
  const unknown = Object.keys(values).filter((key) => !known.includes(key));
  if (unknown.length === 0) return;
  throw new UsageError(
    unknown
      .map((key) =>
        sentences(`The configuration file ${path} has the unknown key ${JSON.stringify(key)}.`, nearest(key, known)),
      )
      .join('\n- '),
  );
}
