import { expect } from 'vitest';
import { suite } from '../../checks/suite.ts';
import type { Fault, Variation } from '../../fixtures/entries.ts';
import { startPublisher, type BehaviourChange, type PublisherOptions } from '../../fixtures/publisher/index.ts';
import { certify } from '../../src/certify.ts';
import type { CheckResult, Report } from '../../src/report/model.ts';
import type { CertifyOptions } from '../../src/settings.ts';
import { parseJson } from '../../src/text/parsed-json.ts';
import { pointerTokens } from '../../src/text/pointer.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { allCredentials } from '../listing/judge.ts';

/** Milliseconds for one run on the slowest machine. */
export const PATIENCE = 100_000;

export interface Circumstances extends Omit<PublisherOptions, 'behaviour'> {
  /** Options of the run besides the address, the keys and `local`. */
  readonly certify?: Partial<CertifyOptions>;
  /** What is appended to the base address, such as a query string. */
  readonly suffix?: string;
  /** Certifies the listing API besides. */
  readonly withListing?: true;
  /** Keys that are not given; all are by default. */
  readonly without?: readonly (keyof typeof OTHER_KEYS)[];
}

/** The keys besides the run's own, by the option that gives them. */
const OTHER_KEYS = {
  keyWithoutRead: 'withoutRead',
  keyWithoutDraft: 'withoutDraft',
  keyWithoutReport: 'withoutReport',
  expiredKey: 'expired',
} as const;

/**
 * Starts a publisher with this behaviour, certifies its ad server in this process with all keys, and stops it. Publisher
 * and run share one time, which does not pass by itself.
 */
export async function judge(
  behaviour: BehaviourChange | readonly BehaviourChange[] = [],
  { certify: options, suffix = '', withListing, without = [], ...publisherOptions }: Circumstances = {},
): Promise<Report> {
  const clock = new JumpingClock();
  const publisher = await startPublisher({ now: () => clock.date(), ...publisherOptions, behaviour });
  const others = Object.entries(OTHER_KEYS).filter(([option]) => !without.some((left) => left === option));
  try {
    return await certify({
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

/**
 * Judges a fault by the whole suite where everything is proven, and else, in a third of the time, by its module and the
 * checks that it lists, as long as these show it exactly.
 */
export async function judgeFault({ name, behaviour, fails, unjudged = [] }: Fault): Promise<Report> {
  if (process.env['CI'] !== undefined) return judge(behaviour);
  const report = await judge(behaviour, { certify: { only: [moduleOf(name), ...fails, ...unjudged] } });
  const found = Object.keys(endedAs(report, 'fail', 'warn', 'error'));
  return found.toSorted().join() === fails.toSorted().join() ? report : judge(behaviour);
}

/** The module whose id a fault's name begins with: the longest that fits. */
export function moduleOf(fault: string): string {
  const [module] = suite.modules
    .map(({ id }) => id)
    .filter((id) => fault.startsWith(`${id}-`))
    .sort((one, other) => other.length - one.length);
  if (module === undefined) throw new Error(`No module has a fault "${fault}".`);
  return module;
}

/** Every result of a report, whatever its module. */
export function resultsOf(report: Report): CheckResult[] {
  return report.contracts.flatMap(({ modules }) => modules).flatMap(({ checks }) => checks);
}

/** Ids of the checks that ended so, with what they found. */
export function endedAs(report: Report, ...outcomes: readonly CheckResult['outcome'][]): Record<string, string> {
  const ended = resultsOf(report).filter(({ outcome }) => outcomes.includes(outcome));
  return Object.fromEntries(ended.map(({ id, outcome, message }) => [id, `${outcome}: ${message}`]));
}

/** Ids of the checks that came to no judgement. */
export function unjudgedIn(report: Report): string[] {
  return Object.keys(endedAs(report, 'skip', 'inconclusive', 'not-applicable'));
}

/** Ids of the checks that blame the service without naming an exchange that shows it, or point at nothing in its answer. */
export function withoutEvidence(report: Report): string[] {
  return resultsOf(report)
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')
    .filter((result) => result.exchanges.length === 0 || pointsNowhere(result, report))
    .map(({ id }) => id);
}

function pointsNowhere({ pointer, exchanges }: CheckResult, report: Report): boolean {
  const response = report.exchanges.find(({ id }) => id === exchanges.at(-1))?.response;
  // The empty pointer is the answer as a whole, be it JSON or not.
  if (!pointer || response?.body === undefined || response.bodyTruncated !== undefined) return false;
  const json = parseJson(Buffer.from(response.body));
  // A number that is a secret was taken out.
  if (!json.ok) return false;
  let { value } = json;
  for (const token of pointerTokens(pointer) ?? ['no pointer']) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return true;
    value = Object.getOwnPropertyDescriptor(value, token)?.value;
  }
  return false;
}

/** A fault must fail the checks that it lists, those alone, on evidence, and must not break the suite. */
export function expectCaught({ fails, unjudged = [] }: Fault, report: Report): void {
  const caught = endedAs(report, 'fail', 'warn', 'error');
  expect(Object.keys(caught).sort(), JSON.stringify(caught, null, 2)).toEqual([...fails].sort());
  expect(endedAs(report, 'error')).toEqual({});
  expect(withoutEvidence(report)).toEqual([]);
  expect(unjudged.filter((id) => !unjudgedIn(report).includes(id))).toEqual([]);
}

/** A variation must not be held against anyone, and must lead to the verdict that it states. */
export function expectTolerated({ verdict, unjudged = [], warns = [] }: Variation, report: Report): void {
  expect(endedAs(report, 'fail', 'error')).toEqual({});
  expect(Object.keys(endedAs(report, 'warn')).sort()).toEqual([...warns].sort());
  expect(unjudged.filter((id) => !unjudgedIn(report).includes(id))).toEqual([]);
  expect(report.verdict, JSON.stringify(report.reasons)).toBe(verdict);
}
