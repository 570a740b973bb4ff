import { isAbsolute, resolve } from 'node:path';
import type { Environment } from '../http/proxy.ts';
import { TERM_OPTIONS } from '../run/booking-terms.ts';
import { UsageError, type CertifyOptions } from '../settings.ts';
import { assertKnownKeys, readConfigFile, type ConfigFile } from './config-file.ts';
import { colorWish } from './display.ts';
import { numberIn, optionOf, settingOf, shown, variableOf, type SettingName } from './setting-table.ts';

export interface Origins {
  /** Only the options given on the command line, by name of the setting. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly baseUrl?: string | undefined;
  readonly environment: Environment;
  readonly workingDirectory: string;
}

interface Found {
  readonly value: unknown;
  readonly from: string;
  /** 0 for an option, 1 for the environment, 2 for the file. */
  readonly rank: number;
}

/** The settings of one call, by precedence: option, environment, configuration file. */
export class Sources {
  readonly #origins: Origins;
  readonly #file: ConfigFile | null;
  /** The configuration file, if one was named. */
  readonly #named: string | undefined;

  /** @throws UsageError if the configuration file cannot be used. */
  constructor(origins: Origins) {
    this.#origins = origins;
    const named = origins.options['config'] ?? given(origins.environment['ADSERVER_CONFIG']);
    this.#named = typeof named === 'string' ? named : undefined;
    this.#file = readConfigFile(this.#named, origins.workingDirectory);
  }

  /** @throws UsageError naming every key of the configuration file that is not a setting. */
  assertKnownKeys(): void {
    if (this.#file !== null) assertKnownKeys(this.#file);
  }

  /** The base address, from the argument, `ADSERVER_BASE_URL` or the file. */
  baseUrl(): string | undefined {
    const { baseUrl, environment } = this.#origins;
    const value = baseUrl ?? given(environment['ADSERVER_BASE_URL']) ?? this.#file?.values['baseUrl'];
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw this.#refused(this.#inFile('baseUrl'), 'is not a string');
    return value;
  }

  /** Where it was given, for messages; `undefined` for the argument. */
  baseUrlFrom(): string | undefined {
    if (this.#origins.baseUrl !== undefined) return undefined;
    return given(this.#origins.environment['ADSERVER_BASE_URL']) === undefined
      ? this.#inFile('baseUrl')
      : 'ADSERVER_BASE_URL';
  }

  text(name: SettingName): string | undefined {
    return this.#read(name, ({ value, from }) => {
      if (typeof value !== 'string') throw this.#refused(from, 'is not a string');
      if (value.trim() === '') throw this.#refused(from, 'is empty', 'Give it a value, or leave it out.');
      return value;
    });
  }

  /** Reads the path of a file. A path in the configuration file is relative to that file. */
  path(name: SettingName): string | undefined {
    const text = this.text(name);
    if (text === undefined || text === '-') return text;
    return this.#resolved(name, text);
  }

  /** Resolves the file in an output, `format` or `format=file`, like `path`. */
  output(text: string): string {
    const [, format, file] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    return format === undefined || !file || file === '-' ? text : `${format}=${this.#resolved('output', file)}`;
  }

  /** A path from the configuration file is relative to that file, any other to the working directory. */
  #resolved(name: SettingName, path: string): string {
    const inFile = this.#find(name)?.rank === 2 && this.#file !== null;
    return isAbsolute(path) || !inFile ? path : resolve(this.#file.folder, path);
  }

  flag(name: SettingName): boolean {
    const given = this.#read(name, ({ value, from }) => {
      if (typeof value === 'boolean') return value;
      const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
      if (['1', 'true', 'yes', 'on'].includes(word)) return true;
      if (['0', 'false', 'no', 'off'].includes(word)) return false;
      throw this.#refused(from, `is ${shown(value)}, not true or false`, 'Give true or false.');
    });
    return given ?? false;
  }

  number(name: SettingName): number | undefined {
    return this.#read(name, ({ value, from }) => numberIn(value, from, settingOf(name).bounds));
  }

  /** Reads names separated by commas; in the file also an array. */
  list(name: SettingName): string[] | undefined {
    const names = this.texts(name)?.flatMap((text) => text.split(',').map((one) => one.trim()));
    if (names?.includes('') === true)
      throw this.#refused(this.from(name), 'contains an empty name', 'Separate names with single commas.');
    return names;
  }

  /** Reads a setting that may be given more than once. In a variable, each value stands on a line of its own. */
  texts(name: SettingName): string[] | undefined {
    return this.#read(name, ({ value, from, rank }) => {
      const lines =
        rank === 1
          ? String(value)
              .trim()
              .split(/\s*\n\s*/)
          : [value];
      const texts: unknown[] = Array.isArray(value) ? value : lines;
      const good = texts.filter((text) => typeof text === 'string' && text.trim() !== '');
      if (texts.includes('')) throw this.#refused(from, 'is empty', 'Give it a value, or leave it out.');
      if (good.length < texts.length || texts.length === 0)
        throw this.#refused(from, 'is not a string or a list of strings', 'Give it a value, or leave it out.');
      return good as string[]; // The filter above removed everything else.
    });
  }

  /** The files that decide what is sent, as typed. Whoever runs some of the checks again needs them. */
  files(): CertifyOptions['files'] {
    const config = this.#named ?? (this.booking() === undefined ? undefined : this.#file?.path);
    const typed = this.rank('reportRequest') === 2 ? undefined : this.text('reportRequest');
    const reportRequest = typed === '-' ? undefined : typed;
    if (config === undefined && reportRequest === undefined) return undefined;
    return { ...(config !== undefined && { config }), ...(reportRequest !== undefined && { reportRequest }) };
  }

  booking(): unknown {
    return this.#file?.values['booking'];
  }

  /** Where a term was stated, for messages: its own option, or its pointer in the file. */
  placeOfTerm(pointer: string): string {
    const [, term = ''] = pointer.split('/');
    const alone = Object.entries(TERM_OPTIONS).find(([name, option]) => name === term && this.rank(option) < Infinity);
    return alone === undefined ? this.#inFile(`/booking${pointer}`) : this.from(alone[1]);
  }

  from(name: SettingName): string {
    return this.#find(name)?.from ?? optionOf(name);
  }

  /** How close to the command line a setting was given: 0 is closest, `Infinity` means not given. */
  rank(name: SettingName): number {
    return this.#find(name)?.rank ?? Infinity;
  }

  assertNotBoth(one: SettingName, other: SettingName): void {
    if (this.rank(one) < Infinity && this.rank(other) < Infinity)
      throw new UsageError(`${this.from(one)} and ${this.from(other)} exclude each other. Give one.`);
  }

  /** `false` if a setting says that there are no colours. */
  get color(): false | undefined {
    const noColor = this.#file?.values['noColor'];
    if (noColor !== undefined && typeof noColor !== 'boolean')
      throw this.#refused(this.#inFile('noColor'), 'is not true or false');
    const isOff = noColor === true && colorWish(this.#origins.environment) === undefined;
    return this.#origins.options['color'] === false || isOff ? false : undefined;
  }

  #read<T>(name: SettingName, read: (found: Found) => T): T | undefined {
    const found = this.#find(name);
    return found && read(found);
  }

  #find(name: SettingName): Found | undefined {
    const option = this.#origins.options[name];
    if (option !== undefined) return { value: option, from: optionOf(name), rank: 0 };
    const variable = variableOf(settingOf(name));
    const value = given(this.#origins.environment[variable]);
    if (value !== undefined) return { value, from: variable, rank: 1 };
    const inFile = this.#file?.values[name];
    return inFile === undefined ? undefined : { value: inFile, from: this.#inFile(name), rank: 2 };
  }

  #inFile(name: string): string {
    return `"${name}" in ${this.#file?.path ?? 'the configuration file'}`;
  }

  #refused(from: string, what: string, remedy = ''): UsageError {
    return new UsageError(`${from} ${what}.${remedy === '' ? '' : ` ${remedy}`}`);
  }
}

/** An empty variable counts as absent, because CI systems pass a missing secret that way. */
function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
