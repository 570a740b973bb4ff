import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { nearest, quoted, sentences } from '../engine/did-you-mean.ts';
import { UsageError } from '../settings.ts';
import { isObject } from '../text/json.ts';
import { CONFIG_FILE, settingTable } from './setting-table.ts';
import { parseUserJson, readUserFile } from './files.ts';

export interface ConfigFile {
  /** The path as messages show it. */
  readonly path: string;
  readonly folder: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export const OTHER_KEYS = ['$schema', 'baseUrl', 'booking', 'noColor'];

/**
 * Reads a configuration file. The default one may be missing.
 * @throws UsageError if it cannot be read or is not a JSON object.
 */
export function readConfigFile(named: string | undefined, workingDirectory: string): ConfigFile | null {
  const path = named ?? CONFIG_FILE;
  const file = resolve(workingDirectory, path);
  if (named === undefined && !existsSync(file)) return null;
  const values = parseUserJson(readUserFile(file, 'configuration file'), path, 'configuration file');
  if (!isObject(values))
    throw new UsageError(`The configuration file ${path} is not a JSON object. Write {"baseUrl": "https://…", …}.`);
  return { path, folder: dirname(file), values };
}

/** @throws UsageError naming the keys that are not settings. */
export function assertKnownKeys({ path, values }: ConfigFile): void {
  const known = [...settingTable.map(({ name }): string => name), ...OTHER_KEYS];
  const unknown = Object.keys(values).filter((key) => !known.includes(key));
  const told = unknown.map((key) =>
    sentences(`The configuration file ${path} has the unknown key ${quoted(key)}.`, nearest(key, known)),
  );
  if (told.length > 0) throw new UsageError(told.join('\n- '));
}
