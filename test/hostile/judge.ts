import { allCredentials } from '../listing/judge.ts';
import { startPublisher, type Publisher } from '../../fixtures/publisher/index.ts';
import { certify } from '../../src/certify.ts';
import { displayOf } from '../../src/cli/display.ts';
import { reportFormatsWith } from '../../src/cli/report-formats.ts';
import { chunksOf } from '../../src/text/chunks.ts';
import type { Report } from '../../src/report/model.ts';
import { readReport } from '../../src/report/read.ts';
import type { CertifyOptions } from '../../src/settings.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { startFront, type Hostility } from './front.ts';

/**
 * The longest allowed run by its own clock, in seconds: five minutes, plus what a conformant service takes, which is the
 * window of token exchanges.
 */
export const LONGEST = 300 + 62;

/** The result of a run against a hostile service. */
export interface Judged {
  readonly report: Report;
  /** By the run's own clock, which jumps over waits. */
  readonly seconds: number;
  /** Everything that was wrong; empty if all is well. */
  readonly wrong: readonly string[];
}

export interface Service {
  readonly baseUrl: string;
  readonly keys: Publisher['keys'];
  readonly listing: Publisher['listing'];
}

/** Certifies a hostile service, and checks the report and everything written from it. */
export async function judgeHostile(hostility: Hostility, options: Partial<CertifyOptions> = {}): Promise<Judged> {
  const clock = new JumpingClock();
  const publisher = await startPublisher({ now: () => clock.date() });
  const front = await startFront(Number(new URL(publisher.baseUrl).port), hostility);
  const address = new URL(publisher.baseUrl);
  address.port = String(front.port);
  try {
    const service = { ...publisher, baseUrl: address.href };
    return await judgeService(service, clock, () => front.created, options);
  } finally {
    await front.stop();
    await publisher.stop();
  }
}

/** The same for a service that is already running. */
export async function judgeService(
  { baseUrl, keys, listing }: Service,
  clock: JumpingClock,
  created: () => Iterable<string> | Promise<Iterable<string>>,
  options: Partial<CertifyOptions>,
): Promise<Judged> {
  const report = await certify({
    baseUrl,
    apiKey: keys.full,
    keyWithoutRead: keys.withoutRead,
    keyWithoutDraft: keys.withoutDraft,
    keyWithoutReport: keys.withoutReport,
    expiredKey: keys.expired,
    ...allCredentials({ listingUrl: baseUrl, listing }),
    clock,
    timeout: 0.2,
    ...options,
  });
  const secrets = [
    keys.full,
    keys.withoutRead,
    keys.withoutDraft,
    keys.withoutReport,
    keys.expired,
    listing.key,
    listing.secret,
    listing.staticToken,
    listing.limitedKey,
    listing.limitedSecret,
    listing.limitedToken,
  ];
  const seconds = clock.now() / 1000;
  const wrong = [
    ...wrongIn(report, new Set(await created())),
    ...(await wrongInOutputs(report, secrets)),
    ...(seconds > LONGEST ? [`took ${seconds.toFixed(0)} s`] : []),
  ];
  return { report, seconds, wrong };
}

function wrongIn(report: Report, created: ReadonlySet<string>): string[] {
  const checks = report.contracts.flatMap(({ modules }) => modules.flatMap((module) => module.checks));
  const listed = new Set(report.created.map(({ externalRef }) => externalRef));
  return [
    ...checks.filter(({ outcome }) => outcome === 'error').map(({ id, message }) => `${id}: ${message}`),
    ...[...created].filter((ref) => !listed.has(ref)).map((ref) => `the order ${ref} is not listed`),
  ];
}

/** Renders a report in every format. */
export async function rendered(report: Report): Promise<Map<string, string>> {
  const display = displayOf({ color: undefined }, null);
  const outputs = new Map<string, string>();
  for (const [format, render] of Object.entries(reportFormatsWith({})))
    outputs.set(format, [...chunksOf(await render(report, display))].join(''));
  return outputs;
}

async function wrongInOutputs(report: Report, secrets: readonly string[]): Promise<string[]> {
  const outputs = await rendered(report);
  const wrong: string[] = [];
  try {
    readReport(outputs.get('json') ?? '');
  } catch (error) {
    wrong.push(`the report cannot be read: ${String(error).slice(0, 300)}`);
  }
  const spellings = secrets.flatMap((secret) =>
    [
      secret,
      Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1),
      Buffer.from(secret).toString('hex'),
    ].map((each) => each.toLowerCase()),
  );
  for (const [format, text] of outputs) {
    const lower = text.toLowerCase();
    for (const spelling of spellings)
      if (lower.includes(spelling)) wrong.push(`${format} shows ${spelling.slice(0, 12)}…`);
  }
  return wrong;
}
