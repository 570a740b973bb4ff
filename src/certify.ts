import { suite as wholeSuite } from '../checks/suite.ts';
import type { ContractId } from './engine/rule.ts';
import { run } from './engine/schedule.ts';
import { Session } from './engine/session.ts';
import { checksOf } from './engine/suite.ts';
import { ADDRESS_SECRET, credentialsInQuery } from './secrets/address-secrets.ts';
import { Client } from './http/client.ts';
import { ExchangeLedger } from './http/exchange-ledger.ts';
import { Limiter } from './http/limiter.ts';
import { Pace } from './http/pace.ts';
import { TimeLimit } from './http/time-limit.ts';
import { Redactor } from './secrets/redaction.ts';
import { Secret } from './secrets/secret.ts';
import { Transcript } from './http/transcript.ts';
import { createTransport } from './http/network-transport.ts';
import { assemble } from './run/assemble.ts';
import type { ModuleResult, Report } from './report/model.ts';
import { giveValues } from './run/given-values.ts';
import { planRun, type RunPlan } from './run/plan.ts';
import { progressOf } from './run/progress.ts';
import { servicesOf } from './run/targets.ts';
import { waitForServices } from './run/wait.ts';
import { DEFAULT_CONCURRENCY, DEFAULT_THROTTLE_WINDOW, type CertifyOptions } from './settings.ts';
import { version } from './version.ts';

/**
 * Judges a publisher's services against the contracts whose addresses are given.
 * @throws UsageError before anything is sent, if the options cannot be run.
 */
export async function certify(options: CertifyOptions): Promise<Report> {
  return carryOut(planRun(options));
}

/** Carries out what was planned. */
export async function carryOut(plan: RunPlan): Promise<Report> {
  const { options, targets, identity, secrets, headers, interval, network } = plan;
  const services = servicesOf(targets);
  const redactor = new Redactor();
  const inAddresses = Object.values(targets)
    .flatMap((target) => credentialsInQuery(target))
    .map((secret) => new Secret(ADDRESS_SECRET, secret, 'guessed'));
  const inHeaders = Object.values(headers).flatMap((given) => given.secrets);
  for (const secret of [...Object.values(secrets), ...inAddresses, ...inHeaders]) redactor.protect(secret);
  const timeLimit = new TimeLimit(plan.totals.timeLimitSeconds, options.signal);
  const { signal } = timeLimit;
  const transcript = new Transcript(redactor);
  const transport = options.transport ?? createTransport(network);
  // Both contracts may be served by one host.
  const paces = new Map(
    services.flatMap(({ base }) => (interval === undefined ? [] : [[base.host, new Pace(interval)]])),
  );
  const client = (id: ContractId, base: URL) =>
    new Client({
      base,
      allowPlain: options.local ?? false,
      transport,
      transcript,
      redactor,
      limiter: new Limiter(options.concurrency ?? DEFAULT_CONCURRENCY, options.clock, paces.get(base.host)),
      headers: headers[id],
      userAgent: `adserver-conformance/${version} (run ${identity.id})`,
      signal,
      ...(options.clock === undefined ? {} : { clock: options.clock }),
      onWait: (notice) => options.onProgress?.({ kind: 'waiting', notice }),
    });
  const session = new Session({
    clients: Object.fromEntries(services.map(({ id, base }) => [id, client(id, base)])),
    credential: secrets['ADSERVER_API_KEY'] ?? null,
    transcript,
    ledger: new ExchangeLedger({
      pacedMs: plan.pacedSeconds * 1000,
      windowMs: (options.throttleWindow ?? DEFAULT_THROTTLE_WINDOW) * 1000,
      onWait: (notice) => options.onProgress?.({ kind: 'waiting', notice }),
      signal,
      ...(options.clock === undefined ? {} : { clock: options.clock }),
    }),
    watches: checksOf(wholeSuite).filter((check) => check.watch && plan.contracts.has(check.module.contract)),
    readOnly: options.readOnly ?? false,
  });
  try {
    if (options.wait !== undefined)
      await waitForServices(
        services.map(({ id, base }) => ({ base, headers: headers[id].sent, pace: paces.get(base.host) })),
        {
          transport,
          userAgent: `adserver-conformance/${version}`,
          seconds: options.wait,
          clock: options.clock,
          signal: options.signal,
          onWait: (notice) => options.onProgress?.({ kind: 'waiting', notice }),
        },
      );
    options.onProgress?.({ kind: 'planned', ...plan.totals });
    session.ledger.start();
    timeLimit.start();
    const settled = await run({
      nodes: plan.nodes,
      leftOut: plan.leftOut,
      givens: giveValues(plan, transport.inspect?.bind(transport)),
      relaxed: plan.relaxed,
      session,
      ...(wholeSuite.yields === undefined ? {} : { yields: wholeSuite.yields }),
      signal,
      ...(options.startOrder === undefined ? {} : { startOrder: options.startOrder }),
      onSettled: progressOf(plan, () => transcript.requests, signal),
    });
    const custom = await customModules(options, redactor);
    return assemble({ plan, settled, session, redactor, suite: wholeSuite, custom });
  } finally {
    timeLimit.stop();
    await transport.close();
  }
}

/** The results of the publisher's own programs, which run after the suite. */
async function customModules(
  { tapChecks, baseUrl, signal }: CertifyOptions,
  redactor: Redactor,
): Promise<ModuleResult[]> {
  if (tapChecks === undefined) return [];
  const { runTapChecks } = await import('./custom/tap-checks.ts');
  return runTapChecks(tapChecks, { baseUrl, signal, redact: (text) => redactor.redact(text) });
}
