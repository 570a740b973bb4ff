import type { ExpectedFailure } from '../engine/rule.ts';
import { UsageError, type CertifyOptions } from '../settings.ts';
import { readUserFile, readUserJson } from './files.ts';
import { optionOf, type SettingName } from './setting-table.ts';
import { Sources, type Origins } from './sources.ts';

/** How a command shows what it does. */
export interface Manner {
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** `undefined`: as the stream can. */
  readonly color: boolean | undefined;
  /** As given, `format` or `format=file`. */
  readonly outputs: readonly string[];
}

export interface CertifySettings {
  readonly options: CertifyOptions;
  readonly manner: Manner;
  readonly plan: boolean;
  readonly failedFrom?: string;
  readonly requireCertified: boolean;
}

/** What `diagnose` is asked; address and key as they were typed, since typing mistakes are what it looks for. */
export interface DiagnoseSettings {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly local: boolean;
  readonly timeout?: number;
  readonly connectTimeout?: number;
  readonly ca?: string;
  readonly watch: boolean;
  /** Seconds. */
  readonly interval?: number;
  readonly manner: Manner;
}

/**
 * Reads the settings of `certify`.
 * @throws UsageError where one cannot be used; the message names it, where it came from, and the remedy.
 */
export async function certifySettings(origins: Origins): Promise<CertifySettings> {
  const sources = new Sources(origins);
  const failedFrom = sources.path('failedFrom');
  if (failedFrom !== undefined && sources.rank('only') < Infinity)
    throw new UsageError(`${sources.from('failedFrom')} and ${sources.from('only')} exclude each other. Give one.`);
  for (const [one, other] of PAIRS) {
    const [first, second] = [sources.rank(one), sources.rank(other)];
    if ((first === Infinity) !== (second === Infinity)) {
      const [there, missing] = first === Infinity ? [other, one] : [one, other];
      throw new UsageError(`${sources.from(there)} was given without ${optionOf(missing)}. Give both, or neither.`);
    }
  }
  const values = {
    baseUrl: sources.baseUrl(),
    apiKey: await apiKeyOf(sources),
    ...texts(sources),
    reportRequest: jsonAt(sources, 'reportRequest', 'report request template'),
    listingTemplateId: sources.number('listingTemplateId'),
    listingBlocked: sources.flag('listingBlocked') || undefined,
    throttleWindow: sources.number('throttleWindow'),
    local: sources.flag('local') || undefined,
    readOnly: sources.flag('readOnly') || undefined,
    only: sources.list('only'),
    skip: sources.list('skip'),
    maxPages: sources.number('maxPages'),
    expectedFailures: expectedFailures(sources),
    tapChecks: sources.texts('tapChecks'),
    concurrency: sources.number('concurrency'),
    timeout: sources.number('timeout'),
    connectTimeout: sources.number('connectTimeout'),
    ca: await authorities(sources),
    signKey: await signKey(sources),
  };
  return {
    options: given(values),
    manner: mannerOf(sources),
    plan: sources.flag('plan'),
    requireCertified: sources.flag('requireCertified'),
    ...(failedFrom === undefined ? {} : { failedFrom }),
  };
}

/** Reads the settings of `diagnose`; throws as `certifySettings` does. */
export async function diagnoseSettings(origins: Origins): Promise<DiagnoseSettings> {
  const sources = new Sources(origins);
  const baseUrl = sources.baseUrl();
  if (baseUrl === undefined)
    throw new UsageError('No address was given. Name the base URL of the ad server, or set ADSERVER_BASE_URL.');
  return {
    baseUrl,
    local: sources.flag('local'),
    watch: sources.flag('watch'),
    manner: mannerOf(sources),
    ...given({
      interval: sources.number('interval'),
      apiKey: await apiKeyOf(sources, 'as typed'),
      timeout: sources.number('timeout'),
      connectTimeout: sources.number('connectTimeout'),
      ca: await authorities(sources),
    }),
  };
}

const PAIRS = [
  ['listingKey', 'listingSecret'],
  ['listingLimitedKey', 'listingLimitedSecret'],
] as const satisfies readonly (readonly [SettingName, SettingName])[];

function texts(sources: Sources) {
  return {
    keyWithoutRead: sources.secret('keyWithoutRead'),
    keyWithoutDraft: sources.secret('keyWithoutDraft'),
    keyWithoutReport: sources.secret('keyWithoutReport'),
    expiredKey: sources.secret('expiredKey'),
    listingUrl: sources.text('listingUrl'),
    listingKey: sources.secret('listingKey'),
    listingSecret: sources.secret('listingSecret'),
    listingToken: sources.secret('listingToken'),
    listingLimitedKey: sources.secret('listingLimitedKey'),
    listingLimitedSecret: sources.secret('listingLimitedSecret'),
    listingLimitedToken: sources.secret('listingLimitedToken'),
  };
}

/** The key, given as it is or by a file; of the two the one given nearer to the command line counts. */
async function apiKeyOf(sources: Sources, how: 'as sent' | 'as typed' = 'as sent'): Promise<string | undefined> {
  const [plain, file] = [sources.rank('apiKey'), sources.rank('apiKeyFile')];
  if (plain === file && plain < Infinity)
    throw new UsageError(`${sources.from('apiKey')} and ${sources.from('apiKeyFile')} exclude each other. Give one.`);
  if (plain <= file) return how === 'as sent' ? sources.secret('apiKey') : sources.text('apiKey');
  const path = sources.path('apiKeyFile') ?? '';
  const where = path === '-' ? 'standard input' : path;
  const text = path === '-' ? await standardInput() : readUserFile(path, 'key file');
  const key = text.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, '');
  if (how === 'as typed') return key;
  if (key.trim() === '') throw new UsageError(`No key is in ${where}, which ${sources.from('apiKeyFile')} names.`);
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError(
      `The key in ${where} holds a space, a line break or a character that is not visible ASCII. Put nothing but the key there, without quotes and without "Bearer ".`,
    );
  return key;
}

async function standardInput(): Promise<string> {
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text;
}

function jsonAt(sources: Sources, name: SettingName, what: string): unknown {
  const path = sources.path(name);
  return path === undefined ? undefined : readUserJson(path, what);
}

function expectedFailures(sources: Sources): ExpectedFailure[] | undefined {
  const document = jsonAt(sources, 'expectedFailures', 'list of expected failures');
  if (document === undefined) return undefined;
  const path = sources.path('expectedFailures') ?? '';
  const form = 'Write { "expectedFailures": [ { "id": "…", "reason": "…" } ] }.';
  const list = isObject(document) ? document['expectedFailures'] : undefined;
  if (!Array.isArray(list)) throw new UsageError(`${path} lists no expected failures. ${form}`);
  const entries = list.map((entry: unknown, index): ExpectedFailure => {
    const id = isObject(entry) ? entry['id'] : undefined;
    const reason = isObject(entry) ? entry['reason'] : undefined;
    if (typeof id !== 'string' || id === '')
      throw new UsageError(`Entry ${index + 1} of ${path} has no "id", the id of a check. ${form}`);
    if (typeof reason !== 'string' || reason.trim() === '')
      throw new UsageError(`The expected failure ${JSON.stringify(id)} in ${path} has no "reason". ${form}`);
    return { id, reason };
  });
  const twice = entries.find(({ id }, index) => entries.findIndex((other) => other.id === id) < index);
  if (twice) throw new UsageError(`${path} lists ${JSON.stringify(twice.id)} twice. Keep one of the two.`);
  return entries;
}

async function authorities(sources: Sources): Promise<string | undefined> {
  const path = sources.path('caFile');
  if (path === undefined) return undefined;
  const pem = readUserFile(path, 'file of certificate authorities');
  const { X509Certificate } = await import('node:crypto');
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  try {
    if (certificates.length === 0) throw new Error('none');
    certificates.forEach((certificate) => new X509Certificate(certificate));
  } catch {
    throw new UsageError(`${path}, which ${sources.from('caFile')} names, holds no readable certificate in PEM form.`);
  }
  return pem;
}

async function signKey(sources: Sources): Promise<string | undefined> {
  const path = sources.path('signKey');
  if (path === undefined) return undefined;
  const pem = readUserFile(path, 'signing key');
  const { KeyError, privateKey } = await import('../report/digest.ts');
  try {
    privateKey(pem);
  } catch (error) {
    throw error instanceof KeyError ? new UsageError(`${path}: ${error.message}`) : error;
  }
  return pem;
}

function mannerOf(sources: Sources): Manner {
  const [quiet, verbose] = [sources.flag('quiet'), sources.flag('verbose')];
  if (quiet && verbose)
    throw new UsageError(`${sources.from('quiet')} and ${sources.from('verbose')} exclude each other. Give one.`);
  return {
    quiet,
    verbose,
    color: sources.color,
    outputs: outputsOf(sources),
  };
}

/** Files named in the configuration file are relative to it, like every path there. */
function outputsOf(sources: Sources): string[] {
  const fromVariable = sources.rank('output') === 1;
  const given = sources.texts('output') ?? ['terminal'];
  const each = fromVariable ? given.flatMap((text) => text.split(',')) : given;
  return each.map((text) => sources.output(text.trim()));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The members that have a value. */
function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
}
