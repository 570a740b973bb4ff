import { expect } from 'vitest';
import { suite } from '../../checks/suite.ts';
import type { Fault, Variation } from '../../fixtures/entries.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { startPublisher, type BehaviourChange, type PublisherOptions } from '../../fixtures/publisher/index.ts';
import { certify } from '../../src/certify.ts';
import { checksOf } from '../../src/engine/suite.ts';
import type { CheckResult, Report } from '../../src/report/model.ts';
import { verifyReport } from '../../src/report/verify.ts';
import { build } from '../../src/run/releases.ts';
import type { CertifyOptions } from '../../src/settings.ts';
import { parseJson } from '../../src/text/parsed-json.ts';
import { pointerTokens } from '../../src/text/pointer.ts';
import { type DirectTransport, judgeDirectly } from '../direct-transport.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { allCredentials } from '../listing/judge.ts';

/** Timeout of one run on the slowest machine, in milliseconds. */
export const PATIENCE = 100_000;

export interface Circumstances extends Omit<PublisherOptions, 'behaviour'> {
  /** Options of the run besides the address, the keys and `local`. */
  readonly certify?: Partial<CertifyOptions>;
  /** Appended to the base address, such as a query string. */
  readonly suffix?: string;
  /** Also certifies the listing API. */
  readonly withListing?: true;
  /** Keys that are not given; by default all are. */
  readonly without?: readonly (keyof typeof OTHER_KEYS)[];
}

/** The keys other than the run's own, by option. */
const OTHER_KEYS = {
  keyWithoutRead: 'withoutRead',
  keyWithoutDraft: 'withoutDraft',
  keyWithoutReport: 'withoutReport',
  expiredKey: 'expired',
} as const;

type Behaviours = BehaviourChange | readonly BehaviourChange[];

/**
 * Starts a publisher with this behaviour, certifies its ad server in this process with all keys, and stops it. The
 * publisher and the run share one clock, which only moves when somebody waits. They use the network only if something
 * hangs on it.
 */
export function judge(behaviour: Behaviours = [], circumstances: Circumstances = {}): Promise<Report> {
  return judgeDirectly((transport) => judgeBy(transport, behaviour, circumstances));
}

async function judgeBy(
  transport: DirectTransport | null,
  behaviour: Behaviours,
  { certify: options, suffix = '', withListing, without = [], ...publisherOptions }: Circumstances,
): Promise<Report> {
  const clock = new JumpingClock();
  const publisher = await startPublisher({ now: () => clock.date(), ...publisherOptions, behaviour });
  const others = Object.entries(OTHER_KEYS).filter(([option]) => !without.some((left) => left === option));
  try {
    return await certify({
      ...transport?.to(publisher),
      ...(withListing ? allCredentials(publisher) : {}),
      baseUrl: publisher.baseUrl + suffix,
      apiKey: publisher.keys.full,
      ...Object.fromEntries(others.map(([option, name]) => [option, publisher.keys[name]])),
      local: true,
      environment: {},
      clock,
      ...options,
    });
  } finally {
    await publisher.stop();
  }
}

/** The first fault of each check, in the order of the modules. */
const firstOfCheck = new Set(
  checksOf(suite).flatMap(({ id }) => faults.find(({ fails }) => fails.includes(id))?.name ?? []),
);

/**
 * Uses only the fault's module and the listed checks, which takes a third of the time, as long as they show the fault
 * exactly; the whole suite for what concerns every request. `npm run detection` always uses that.
 */
export async function judgeFault({ name, behaviour, fails, unjudged = [] }: Fault): Promise<Report> {
  if (moduleOf(name) === 'connection') return judge(behaviour);
  const report = await judge(behaviour, { certify: { only: [moduleOf(name), ...fails, ...unjudged] } });
  const found = Object.keys(endedAs(report, 'fail', 'warn', 'error'));
  return found.toSorted().join() === fails.toSorted().join() ? report : judge(behaviour);
}

/** The module whose id the fault's name begins with; the longest one if several do. */
export function moduleOf(fault: string): string {
  const [module] = suite.modules
    .map(({ id }) => id)
    .filter((id) => fault.startsWith(`${id}-`))
    .sort((one, other) => other.length - one.length);
  if (module === undefined) throw new Error(`No module has a fault "${fault}".`);
  return module;
}

/** Every result of a report, of all modules. */
export function resultsOf(report: Report): CheckResult[] {
  return report.contracts.flatMap(({ modules }) => modules).flatMap(({ checks }) => checks);
}

/** The ids and findings of the checks with these outcomes. */
export function endedAs(report: Report, ...outcomes: readonly CheckResult['outcome'][]): Record<string, string> {
  const ended = resultsOf(report).filter(({ outcome }) => outcomes.includes(outcome));
  return Object.fromEntries(ended.map(({ id, outcome, message }) => [id, `${outcome}: ${message}`]));
}

/** The ids of the checks without a judgement. */
export function unjudgedIn(report: Report): string[] {
  return Object.keys(endedAs(report, 'skip', 'inconclusive', 'not-applicable'));
}

/**
 * The ids of the checks that blame the service without citing an exchange that shows it, or with a pointer that leads
 * nowhere.
 */
export function withoutEvidence(report: Report): string[] {
  return resultsOf(report)
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')
    .filter((result) => result.exchanges.length === 0 || pointsNowhere(result, report))
    .map(({ id }) => id);
}

function pointsNowhere({ pointer, exchanges }: CheckResult, report: Report): boolean {
  const response = report.exchanges.find(({ id }) => id === exchanges.at(-1))?.response;
  // An empty pointer means the whole answer, whether or not it is JSON.
  if (!pointer || response?.body === undefined || response.bodyTruncated !== undefined) return false;
  const json = parseJson(Buffer.from(response.body));
  // Redaction of a number makes a body invalid JSON.
  if (!json.ok) return false;
  let { value } = json;
  for (const token of pointerTokens(pointer) ?? ['no pointer']) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return true;
    value = Object.getOwnPropertyDescriptor(value, token)?.value;
  }
  return false;
}

/** What a recipient would find wrong with a report as it was made. */
export function contradictionsIn(report: Report): string[] {
  const proofs = verifyReport(report, { build });
  return proofs.flatMap(({ id, outcome, message }) => (outcome === 'bad' ? [`${id}: ${message}`] : []));
}

/** A fault must fail exactly the checks that it lists, with evidence, and must not make the suite itself fail. */
export function expectCaught({ name, fails, unjudged = [] }: Fault, report: Report): void {
  const caught = endedAs(report, 'fail', 'warn', 'error');
  expect(Object.keys(caught).sort(), JSON.stringify(caught, null, 2)).toEqual([...fails].sort());
  expect(endedAs(report, 'error')).toEqual({});
  expect(withoutEvidence(report)).toEqual([]);
  if (firstOfCheck.has(name)) expect(contradictionsIn(report)).toEqual([]);
  expect(unjudged.filter((id) => !unjudgedIn(report).includes(id))).toEqual([]);
}

/** A variation must not fail any check, and must have the verdict that it states. */
export function expectTolerated({ verdict, unjudged = [], warns = [] }: Variation, report: Report): void {
  expect(endedAs(report, 'fail', 'error')).toEqual({});
  expect(Object.keys(endedAs(report, 'warn')).sort()).toEqual([...warns].sort());
  expect(unjudged.filter((id) => !unjudgedIn(report).includes(id))).toEqual([]);
  expect(report.verdict, JSON.stringify(report.reasons)).toBe(verdict);
  expect(contradictionsIn(report)).toEqual([]);
}
