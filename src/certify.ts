import { suite as wholeSuite } from '../checks/index.ts';
import * as givens from '../checks/givens.ts';
import type { Given, Node } from './engine/node.ts';
import { nearest } from './engine/nearest.ts';
import type { ContractId, Relaxation } from './engine/rule.ts';
import { newRun, type RunIdentity } from './engine/run-identity.ts';
import { run, type GivenValue, type Settled } from './engine/schedule.ts';
import { select, UnknownName, type LeftOut } from './engine/selection.ts';
import { Session } from './engine/session.ts';
import { checksOf, nodesOf } from './engine/suite.ts';
import { outcomeOf } from './engine/verdict.ts';
import { Client } from './http/client.ts';
import { ExchangeLedger } from './http/exchange-ledger.ts';
import { Limiter } from './http/limiter.ts';
import { Redactor } from './http/redaction.ts';
import { describeRoute } from './http/route.ts';
import { Secret } from './http/secret.ts';
import { Transcript } from './http/transcript.ts';
import { createTransport } from './http/undici-transport.ts';
import { assemble } from './report/assemble.ts';
import type { ModuleResult, Report } from './report/model.ts';
import {
  DEFAULT_CONCURRENCY,
  DEFAULT_CONNECT_TIMEOUT,
  DEFAULT_MAX_PAGES,
  DEFAULT_THROTTLE_WINDOW,
  DEFAULT_TIMEOUT,
  UsageError,
  type CertifyOptions,
} from './settings.ts';
import { version } from './version.ts';

/** The bound of one answer, in bytes after decompression: two hundred slots need a fraction of it. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/**
 * Judges a publisher's services against the contracts whose addresses are given.
 * @throws UsageError before anything is sent, where the options cannot be run.
 */
export async function certify(options: CertifyOptions): Promise<Report> {
  const targets = readTargets(options);
  const plan = planRun(options);
  const identity = newRun(new Date());
  const redactor = new Redactor();
  const secrets = readSecrets(options);
  Object.values(secrets).forEach((secret) => {
    redactor.protect(secret);
  });
  const transcript = new Transcript(redactor);
  const network = {
    allowNonPublic: options.local ?? false,
    connectTimeoutMs: (options.connectTimeout ?? DEFAULT_CONNECT_TIMEOUT) * 1000,
    totalTimeoutMs: (options.timeout ?? DEFAULT_TIMEOUT) * 1000,
    maxBodyBytes: MAX_BODY_BYTES,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
  };
  const transport = createTransport(network);
  const client = (base: URL) =>
    new Client({
      base,
      transport,
      transcript,
      redactor,
      limiter: new Limiter(options.concurrency ?? DEFAULT_CONCURRENCY),
      userAgent: `adserver-conformance/${version} (run ${identity.id})`,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      onWait: (notice) => options.onProgress?.({ kind: 'waiting', notice }),
    });
  const session = new Session({
    clients: Object.fromEntries(Object.entries(targets).map(([id, base]) => [id, client(base)])),
    credential: secrets['ADSERVER_API_KEY'] ?? null,
    transcript,
    ledger: new ExchangeLedger({
      windowMs: (options.throttleWindow ?? DEFAULT_THROTTLE_WINDOW) * 1000,
      onWait: (notice) => options.onProgress?.({ kind: 'waiting', notice }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    }),
    watches: checksOf(wholeSuite).filter((check) => check.watch && plan.contracts.has(check.chapter.contract)),
    readOnly: options.readOnly ?? false,
  });
  options.onProgress?.({ kind: 'planned', ...plan.totals });
  try {
    const settled = await run({
      nodes: plan.nodes,
      leftOut: plan.leftOut,
      givens: giveValues(options, targets, secrets, identity, network),
      relaxed: relaxationsOf(options),
      session,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      onSettled: progress(plan, options),
    });
    const custom = await customModules(options, redactor);
    return assemble({ options, targets, plan, identity, settled, session, redactor, suite: wholeSuite, custom });
  } finally {
    await transport.close();
  }
}

/** The results of the publisher's own programs, which run when the suite is done. */
async function customModules(
  { tapChecks, baseUrl, signal }: CertifyOptions,
  redactor: Redactor,
): Promise<ModuleResult[]> {
  if (tapChecks === undefined) return [];
  const { runTapChecks } = await import('./custom/tap-checks.ts');
  return runTapChecks(tapChecks, { baseUrl, signal, redact: (text) => redactor.redact(text) });
}

export type Targets = Readonly<Partial<Record<ContractId, URL>>>;

/** What a run would do: which nodes run, and what they send and create on a conformant service. */
export interface RunPlan {
  readonly contracts: ReadonlySet<ContractId>;
  readonly nodes: readonly Node[];
  readonly leftOut: LeftOut;
  readonly totals: { readonly checks: number; readonly requests: number; readonly drafts: number };
}

/**
 * Says what a run would do, and sends nothing.
 * @throws UsageError where the options cannot be run.
 */
export function planRun(options: CertifyOptions): RunPlan {
  const contracts = new Set<ContractId>();
  if (options.baseUrl !== undefined) contracts.add('ad-server');
  if (options.listingUrl !== undefined) contracts.add('listing');
  if (contracts.size === 0)
    throw new UsageError('No address was given. Name the base URL of the ad server, or --listing-url.');
  if (options.baseUrl !== undefined && !options.apiKey)
    throw new UsageError('No API key was given. Set ADSERVER_API_KEY, or use --api-key-file or --api-key.');
  const leftOut = selectOrExplain(options, contracts);
  assertKnown(options.expectedFailures?.map(({ id }) => id) ?? []);
  const nodes = nodesOf(wholeSuite).filter((node) => contracts.has(node.chapter.contract));
  const running = nodes.filter((node) => !leftOut.has(node.id));
  if (!running.some((node) => node.kind === 'check'))
    throw new UsageError('The filters leave no check to run. Take back some of --only, --skip and --read-only.');
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    contracts,
    nodes,
    leftOut,
    totals: {
      checks: running.filter((node) => node.kind === 'check').length,
      requests: sum(running.flatMap((node) => Object.values(node.sends))),
      drafts: sum(running.map((node) => node.drafts)),
    },
  };
}

function selectOrExplain(options: CertifyOptions, contracts: ReadonlySet<ContractId>): LeftOut {
  try {
    return select(wholeSuite, {
      contracts,
      ...(options.only === undefined ? {} : { only: options.only }),
      ...(options.skip === undefined ? {} : { skip: options.skip }),
      readOnly: options.readOnly ?? false,
    });
  } catch (error) {
    throw error instanceof UnknownName ? new UsageError(error.message) : error;
  }
}

function assertKnown(ids: readonly string[]): void {
  const known = checksOf(wholeSuite).map(({ id }) => id);
  for (const id of ids)
    if (!known.includes(id))
      throw new UsageError(
        `The expected failures name ${JSON.stringify(id)}, which is no check. ${nearest(id, known)}`,
      );
}

function readTargets(options: CertifyOptions): Targets {
  return {
    ...(options.baseUrl === undefined ? {} : { 'ad-server': readAddress(options.baseUrl, 'base URL') }),
    ...(options.listingUrl === undefined ? {} : { listing: readAddress(options.listingUrl, 'listing URL') }),
  };
}

/** Reads an address as the user gave it. */
function readAddress(text: string, what: string): URL {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed))
    throw new UsageError(`The ${what} ${JSON.stringify(trimmed)} is not an address. Give it as https://{host}/api/v1.`);
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new UsageError(
      `The ${what} begins with ${url.protocol}//, which nothing can be sent to. Give it as https://{host}/api/v1.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `The ${what} carries a user name or password. Take them out: the API key is the only credential.`,
    );
  url.hash = '';
  return url;
}

const SECRETS = {
  apiKey: 'ADSERVER_API_KEY',
  keyWithoutRead: 'ADSERVER_KEY_WITHOUT_READ',
  keyWithoutDraft: 'ADSERVER_KEY_WITHOUT_DRAFT',
  keyWithoutReport: 'ADSERVER_KEY_WITHOUT_REPORT',
  expiredKey: 'ADSERVER_EXPIRED_KEY',
  listingKey: 'LISTING_KEY',
  listingSecret: 'LISTING_SECRET',
  listingToken: 'LISTING_TOKEN',
  listingLimitedKey: 'LISTING_LIMITED_KEY',
  listingLimitedSecret: 'LISTING_LIMITED_SECRET',
  listingLimitedToken: 'LISTING_LIMITED_TOKEN',
} as const satisfies Partial<Record<keyof CertifyOptions, string>>;

type Secrets = Readonly<Record<string, Secret>>;

function readSecrets(options: CertifyOptions): Secrets {
  const entries = Object.entries(SECRETS).flatMap(([option, name]) => {
    const text = options[option as keyof typeof SECRETS];
    if (text === undefined) return [];
    if (!/^[\x21-\x7e]+$/.test(text))
      throw new UsageError(
        `The credential in ${name} is empty or holds a space, a line break or a character that is not visible ASCII. Copy it anew, without quotes and without "Bearer ".`,
      );
    return [[name, new Secret(name, text)] as const];
  });
  return Object.fromEntries(entries);
}

function relaxationsOf(options: CertifyOptions): Set<Relaxation> {
  const relaxed = new Set<Relaxation>();
  if (options.local) relaxed.add('local');
  if (options.throttleWindow !== undefined && options.throttleWindow !== DEFAULT_THROTTLE_WINDOW)
    relaxed.add('throttle-window');
  return relaxed;
}

const DEFAULT_REPORT = { line_item_ids: '{{line_item_ids}}', start_date: '{{start_date}}', end_date: '{{end_date}}' };

function giveValues(
  options: CertifyOptions,
  targets: Targets,
  secrets: Secrets,
  identity: RunIdentity,
  network: Parameters<typeof describeRoute>[1],
): Map<Given<unknown>, GivenValue> {
  const values = new Map<Given<unknown>, GivenValue>();
  const give = <T>(given: Given<T>, value: T | undefined, missing: string): unknown =>
    values.set(given, value === undefined ? { missing } : { value });
  const secret = (name: string) => secrets[name];
  const pair = (key: Secret | undefined, other: Secret | undefined) =>
    key === undefined || other === undefined ? undefined : { key, secret: other };
  const base = targets['ad-server'];
  give(givens.run, identity, '');
  give(givens.baseAddress, base, 'No base URL was given.');
  give(givens.route, base && (() => describeRoute(base, network)), 'No base URL was given.');
  give(givens.apiKey, secret(SECRETS.apiKey), 'No API key was given.');
  give(
    givens.keyWithoutRead,
    secret(SECRETS.keyWithoutRead),
    notSupplied('--key-without-read', SECRETS.keyWithoutRead),
  );
  give(
    givens.keyWithoutDraft,
    secret(SECRETS.keyWithoutDraft),
    notSupplied('--key-without-draft', SECRETS.keyWithoutDraft),
  );
  give(
    givens.keyWithoutReport,
    secret(SECRETS.keyWithoutReport),
    notSupplied('--key-without-report', SECRETS.keyWithoutReport),
  );
  give(givens.expiredKey, secret(SECRETS.expiredKey), notSupplied('--expired-key', SECRETS.expiredKey));
  give(givens.reportTemplate, options.reportRequest ?? DEFAULT_REPORT, '');
  give(givens.maxPages, options.maxPages ?? DEFAULT_MAX_PAGES, '');
  give(givens.readOnly, options.readOnly ?? false, '');
  give(givens.listingAddress, targets.listing, 'No listing URL was given.');
  give(
    givens.listingCredentials,
    pair(secret(SECRETS.listingKey), secret(SECRETS.listingSecret)),
    notSupplied('--listing-key and --listing-secret', 'LISTING_KEY, LISTING_SECRET'),
  );
  give(givens.listingToken, secret(SECRETS.listingToken), notSupplied('--listing-token', SECRETS.listingToken));
  give(
    givens.limitedCredentials,
    pair(secret(SECRETS.listingLimitedKey), secret(SECRETS.listingLimitedSecret)),
    notSupplied('--listing-limited-key and --listing-limited-secret', 'LISTING_LIMITED_KEY, LISTING_LIMITED_SECRET'),
  );
  give(
    givens.limitedToken,
    secret(SECRETS.listingLimitedToken),
    notSupplied('--listing-limited-token', SECRETS.listingLimitedToken),
  );
  give(givens.templateId, { id: options.listingTemplateId ?? 1, guessed: options.listingTemplateId === undefined }, '');
  give(givens.throttleWindow, options.throttleWindow ?? DEFAULT_THROTTLE_WINDOW, '');
  const onList = 'Only where this machine is not on the allowlist (--listing-blocked).';
  const offList = 'This machine is said not to be on the allowlist (--listing-blocked).';
  values.set(givens.blocked, options.listingBlocked ? { value: true } : { missing: onList, conditional: true });
  values.set(givens.notBlocked, options.listingBlocked ? { missing: offList, conditional: true } : { value: true });
  return values;
}

const notSupplied = (option: string, variable: string) => `Not supplied: ${option} (${variable}).`;

function progress({ totals }: RunPlan, { onProgress }: CertifyOptions): (settled: Settled) => void {
  let done = 0;
  return ({ node, state }) => {
    if (node.kind === 'stage' || onProgress === undefined || state.kind === 'skipped') return;
    const outcome =
      state.kind === 'violated' ? outcomeOf(node.rule.level, 'broken') : state.kind === 'done' ? 'pass' : state.kind;
    onProgress({ kind: 'judged', id: node.id, outcome, done: ++done, of: totals.checks });
  };
}
