import { resolverFor } from '../addresses.ts';
import { assertTerms } from '../run/booking-terms.ts';
import type { ExpectedFailure } from '../engine/rule.ts';
import { aboutAddresses, readTargets } from '../run/targets.ts';
import { alikeAmong } from '../secrets/credentials.ts';
import type { BookingTerms } from '../contract/booking-terms.ts';
import { NoAddress, UsageError, type CertifyOptions } from '../settings.ts';
import type { DiagnoseOptions } from '../diagnose/options.ts';
import { assertOneFromInput, credentialOf, givenAs } from './credentials.ts';
import {
  authorities,
  clientCertificate as readClientCertificate,
  expectedFailures,
  headers,
  insecure,
  rate,
  reportRequest,
  signKey,
  unpaired,
} from './inputs.ts';
import { assertFormats, type Presentation } from './outputs.ts';
import { planFormatNames, reportFormatNames } from './report-formats.ts';
import { optionOf, credentialNames, type CredentialName } from './setting-table.ts';
import { given } from '../text/given.ts';
import { urlOf } from '../text/url.ts';
import { Sources, type Origins } from './sources.ts';
import { notice } from './streams.ts';

export interface CertifySettings {
  readonly options: CertifyOptions;
  readonly presentation: Presentation;
  readonly plan: boolean;
  readonly failedFrom?: string;
  readonly requireCertified: boolean;
  readonly cleanup?: string;
  readonly writeExpectedFailures?: string;
}

/** The settings of `diagnose`. Address and key are kept exactly as typed, because it looks for typing mistakes. */
export interface DiagnoseSettings extends DiagnoseOptions {
  readonly watch: boolean;
  /** In seconds. */
  readonly interval?: number;
  /** Seconds after which `--watch` stops. */
  readonly wait?: number;
  readonly presentation: Presentation;
}

/**
 * Reads the settings of `certify`.
 * @throws UsageError if a setting cannot be used. The message says which, where it came from, and what to do.
 */
export async function certifySettings(origins: Origins): Promise<CertifySettings> {
  const sources = new Sources(origins);
  // Checked first, because a second read of standard input would wait in vain.
  assertOneFromInput(sources);
  const problems = new Problems();
  problems.check(() => sources.assertKnownKeys());
  problems.check(() => sources.assertNotBoth('failedFrom', 'only'));
  problems.check(() => assertPaired(sources));
  const { clientCertificate, ...values } = await problems.all(certifyReaders(sources));
  const options = () => given({ ...values, ...clientCertificate });
  problems.check(() => assertUnlike(sources, values));
  problems.check(() => assertTerms(options(), (pointer) => sources.placeOfTerm(pointer)));
  problems.check(() =>
    resolverFor(options(), Object.values(readTargets(options(), placesOf(sources))), sources.from('resolve')),
  );
  problems.check(() => {
    const plan = sources.flag('plan');
    assertFormats(outputsOf(sources, plan), reportFormatNames, plan ? planFormatNames : reportFormatNames);
  });
  const others = () => ({
    presentation: presentationOf(sources, sources.flag('plan')),
    plan: sources.flag('plan'),
    requireCertified: sources.flag('requireCertified'),
    ...given({
      failedFrom: sources.path('failedFrom'),
      writeExpectedFailures: sources.path('writeExpectedFailures'),
      cleanup: sources.text('cleanup'),
    }),
  });
  problems.check(others);
  problems.end();
  if (!sources.flag('quiet')) aboutAddresses(options()).forEach(notice);
  return { options: options(), ...others() };
}

const placesOf = (sources: Sources) => ({
  baseUrl: sources.baseUrlFrom(),
  listingUrl: sources.rank('listingUrl') === 0 ? undefined : sources.from('listingUrl'),
});

function certifyReaders(sources: Sources) {
  return {
    baseUrl: () => sources.baseUrl(),
    ...credentialReaders(sources),
    slot: () => sources.texts('slot'),
    advertiser: () => sources.text('advertiser'),
    creativeHost: () => sources.text('creativeHost'),
    // Its shape is checked below, together with the options that override it.
    booking: () => sources.booking() as BookingTerms | undefined,
    files: () => sources.files(),
    listingUrl: () => sources.text('listingUrl'),
    listingHeader: () => headers(sources, 'listingHeader'),
    reportRequest: () => reportRequest(sources),
    listingTemplateId: () => sources.number('listingTemplateId'),
    listingBlocked: () => sources.flag('listingBlocked') || undefined,
    throttleWindow: () => sources.number('throttleWindow'),
    local: () => sources.flag('local') || undefined,
    readOnly: () => sources.flag('readOnly') || undefined,
    only: () => knownNames(sources, 'only'),
    skip: () => knownNames(sources, 'skip'),
    maxPages: () => sources.number('maxPages'),
    expectedFailures: () => knownFailures(sources),
    tapChecks: () => sources.texts('tapChecks'),
    concurrency: () => sources.number('concurrency'),
    signKey: () => signKey(sources),
    ...networkReaders(sources),
  };
}

function networkReaders(sources: Sources) {
  return {
    header: () => headers(sources, 'header'),
    rate: () => rate(sources),
    resolve: () => sources.texts('resolve'),
    insecure: () => insecure(sources),
    timeLimit: () => sources.number('timeLimit'),
    timeout: () => sources.number('timeout'),
    connectTimeout: () => sources.number('connectTimeout'),
    wait: () => sources.number('wait'),
    ca: () => authorities(sources),
    clientCertificate: () => readClientCertificate(sources),
  };
}

/** Names of modules and checks. Loads the suite only if names are given. */
async function knownNames(sources: Sources, name: 'only' | 'skip'): Promise<string[] | undefined> {
  const names = sources.list(name);
  if (names === undefined) return undefined;
  await noticeEarlier(sources, names);
  (await import('../run/known-names.ts')).assertNames(names, optionOf(name));
  return names;
}

async function knownFailures(sources: Sources): Promise<ExpectedFailure[] | undefined> {
  const failures = expectedFailures(sources);
  if (failures === undefined) return undefined;
  const ids = failures.map(({ id }) => id);
  await noticeEarlier(sources, ids);
  (await import('../run/known-names.ts')).assertChecks(ids, `${sources.path('expectedFailures') ?? ''} names`);
  return failures;
}

async function noticeEarlier(sources: Sources, names: readonly string[]): Promise<void> {
  const { aboutEarlier } = await import('../run/earlier-names.ts');
  if (!sources.flag('quiet')) aboutEarlier(names).forEach(notice);
}

/** Reads the settings of `diagnose`; throws like `certifySettings`. */
export async function diagnoseSettings(origins: Origins): Promise<DiagnoseSettings> {
  const sources = new Sources(origins);
  const problems = new Problems();
  problems.check(() => sources.assertKnownKeys());
  const values = await problems.all({
    baseUrl: () => sources.baseUrl(),
    interval: () => sources.number('interval'),
    apiKey: () => credentialOf(sources, 'apiKey', 'as typed'),
    ...networkReaders(sources),
  });
  problems.check(() => {
    const typed = urlOf(values.baseUrl?.trim() ?? '');
    resolverFor({ ...values, local: sources.flag('local') }, typed === null ? [] : [typed], sources.from('resolve'));
  });
  const others = () => ({
    local: sources.flag('local'),
    watch: sources.flag('watch') || sources.rank('wait') < Infinity,
    presentation: presentationOf(sources),
  });
  problems.check(others);
  problems.end();
  const { baseUrl, clientCertificate, ...optional } = values;
  if (baseUrl === undefined)
    throw new NoAddress('No address was given. Give the base URL of the ad server, or set ADSERVER_BASE_URL.');
  return { baseUrl, ...others(), ...given(optional), ...clientCertificate };
}

const PAIRS = [
  ['listingKey', 'listingSecret'],
  ['listingLimitedKey', 'listingLimitedSecret'],
] as const satisfies readonly (readonly [CredentialName, CredentialName])[];

function assertPaired(sources: Sources): void {
  for (const [one, other] of PAIRS) {
    const [first, second] = [givenAs(sources, one), givenAs(sources, other)];
    if (first.rank === Infinity && second.rank < Infinity) throw unpaired(second.from, one);
    if (second.rank === Infinity && first.rank < Infinity) throw unpaired(first.from, other);
  }
}

function assertUnlike(sources: Sources, values: Readonly<Partial<Record<CredentialName, string | undefined>>>): void {
  const [alike] = alikeAmong(values);
  if (alike === undefined) return;
  const [other, full] = [givenAs(sources, alike.other), givenAs(sources, alike.full)];
  throw new UsageError(`${other.from} is the same as ${full.from}. Give ${alike.wanted}, or none.`);
}

function credentialReaders(sources: Sources) {
  return Object.fromEntries(
    credentialNames.map((name) => [name, () => credentialOf(sources, name)] as const),
  ) as Readonly<Record<CredentialName, () => Promise<string | undefined>>>; // The entries come from the names, so every name has one.
}

function presentationOf(sources: Sources, plan = false): Presentation {
  const [quiet, verbose] = [sources.flag('quiet'), sources.flag('verbose')];
  if (quiet && verbose) sources.assertNotBoth('quiet', 'verbose');
  return { quiet, verbose, color: sources.color, outputs: outputsOf(sources, plan) };
}

/**
 * Files named in the configuration file are relative to it, like all its paths. A plan replaces none of the reports that
 * the file and the environment ask for.
 */
function outputsOf(sources: Sources, plan: boolean): string[] {
  const rank = sources.rank('output');
  const given = (plan && rank > 0 ? undefined : sources.texts('output')) ?? ['terminal'];
  const fromVariable = rank === 1 && !plan;
  const each = fromVariable ? given.flatMap((text) => text.split(',')) : given;
  return each.map((text) => sources.output(text.trim()));
}

type Readers = Readonly<Record<string, () => unknown>>;
/** The values that were read; `undefined` for a setting that cannot be used. */
type Values<T extends Readers> = { [K in keyof T]: Awaited<ReturnType<T[K]>> | undefined };

/** Collects all problems of the settings, so that they are reported together. */
class Problems {
  readonly #messages: string[] = [];

  /** Reads each setting, even if others are wrong. */
  async all<T extends Readers>(readers: T): Promise<Values<T>> {
    const entries: [string, unknown][] = [];
    for (const [name, read] of Object.entries(readers)) {
      try {
        entries.push([name, await read()]);
      } catch (error) {
        this.#note(error);
      }
    }
    return Object.fromEntries(entries) as Values<T>; // Each member comes from the reader of the same name.
  }

  check(assert: () => unknown): void {
    try {
      assert();
    } catch (error) {
      this.#note(error);
    }
  }

  /** @throws UsageError naming every problem. */
  end(): void {
    const [first, ...others] = this.#messages;
    if (first === undefined) return;
    if (others.length === 0) throw new UsageError(first);
    throw new UsageError(
      [`${this.#messages.length} settings cannot be used:`, ...this.#messages.map((message) => `- ${message}`)].join(
        '\n',
      ),
    );
  }

  #note(error: unknown): void {
    if (!(error instanceof UsageError)) throw error;
    if (!this.#messages.includes(error.message)) this.#messages.push(error.message);
  }
}
