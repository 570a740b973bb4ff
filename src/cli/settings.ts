import { UsageError, type CertifyOptions } from '../settings.ts';
import { assertOneFromInput, credentialOf, givenAs } from './credentials.ts';
import { authorities, clientCertificate, expectedFailures, reportRequest, signKey } from './inputs.ts';
import { optionOf } from './setting.ts';
import { credentialNames, type CredentialName } from './setting-table.ts';
import { Sources, type Origins } from './sources.ts';

/** How a command shows its progress and its result. */
export interface Presentation {
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** `undefined`: colours if the stream supports them. */
  readonly color: boolean | undefined;
  /** As given, `format` or `format=file`. */
  readonly outputs: readonly string[];
}

export interface CertifySettings {
  readonly options: CertifyOptions;
  readonly presentation: Presentation;
  readonly plan: boolean;
  readonly failedFrom?: string;
  readonly requireCertified: boolean;
}

/** The settings of `diagnose`; address and key exactly as typed, since it looks for typing mistakes. */
export interface DiagnoseSettings {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly local: boolean;
  readonly timeout?: number;
  readonly connectTimeout?: number;
  readonly ca?: string;
  readonly clientCert?: string;
  readonly clientKey?: string;
  readonly watch: boolean;
  /** Seconds. */
  readonly interval?: number;
  readonly presentation: Presentation;
}

/**
 * Reads the settings of `certify`.
 * @throws UsageError if one cannot be used; the message names it, where it came from, and what to do.
 */
export async function certifySettings(origins: Origins): Promise<CertifySettings> {
  const sources = new Sources(origins);
  const failedFrom = sources.path('failedFrom');
  if (failedFrom !== undefined && sources.rank('only') < Infinity)
    throw new UsageError(`${sources.from('failedFrom')} and ${sources.from('only')} exclude each other. Give one.`);
  assertPaired(sources);
  assertOneFromInput(sources);
  const values = {
    baseUrl: sources.baseUrl(),
    ...(await credentials(sources)),
    listingUrl: sources.text('listingUrl'),
    reportRequest: reportRequest(sources),
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
    ...(await clientCertificate(sources)),
    signKey: await signKey(sources),
  };
  assertUnlike(sources, values);
  return {
    options: given(values),
    presentation: presentationOf(sources),
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
    presentation: presentationOf(sources),
    ...given({
      interval: sources.number('interval'),
      apiKey: await credentialOf(sources, 'apiKey', 'as typed'),
      timeout: sources.number('timeout'),
      connectTimeout: sources.number('connectTimeout'),
      ca: await authorities(sources),
      ...(await clientCertificate(sources)),
    }),
  };
}

const PAIRS = [
  ['listingKey', 'listingSecret'],
  ['listingLimitedKey', 'listingLimitedSecret'],
] as const satisfies readonly (readonly [CredentialName, CredentialName])[];

function assertPaired(sources: Sources): void {
  for (const [one, other] of PAIRS) {
    const [first, second] = [givenAs(sources, one), givenAs(sources, other)];
    if ((first.rank === Infinity) !== (second.rank === Infinity)) {
      const [there, missing] = first.rank === Infinity ? [second, one] : [first, other];
      throw new UsageError(`${there.from} was given without ${optionOf(missing)}. Give both, or neither.`);
    }
  }
}

/** A credential that must be refused cannot be the one that must be accepted. */
const UNLIKE = [
  ['apiKey', 'keyWithoutRead', 'a key that lacks the scope'],
  ['apiKey', 'keyWithoutDraft', 'a key that lacks the scope'],
  ['apiKey', 'keyWithoutReport', 'a key that lacks the scope'],
  ['apiKey', 'expiredKey', 'a key that has expired or was revoked'],
  ['listingKey', 'listingLimitedKey', 'credentials that lack the scope'],
  ['listingToken', 'listingLimitedToken', 'a token that lacks the scope'],
] as const satisfies readonly (readonly [CredentialName, CredentialName, string])[];

function assertUnlike(sources: Sources, values: Credentials): void {
  for (const [full, less, wanted] of UNLIKE) {
    // The same key with another secret may be another credential.
    const isOther = less === 'listingLimitedKey' && values.listingLimitedSecret !== values.listingSecret;
    if (values[less] !== undefined && values[less] === values[full] && !isOther)
      throw new UsageError(
        `${givenAs(sources, less).from} is the same as ${givenAs(sources, full).from}. Give ${wanted}, or none.`,
      );
  }
}

type Credentials = Readonly<Record<CredentialName, string | undefined>>;

async function credentials(sources: Sources): Promise<Credentials> {
  const entries: (readonly [CredentialName, string | undefined])[] = [];
  for (const name of credentialNames) entries.push([name, await credentialOf(sources, name)]);
  return Object.fromEntries(entries) as Credentials; // Every name has an entry.
}

function presentationOf(sources: Sources): Presentation {
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

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The members that have a value. */
function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
}
