import type { ShownReport } from '../../src/report/verdict-words.ts';
import { sealed } from '../../src/report/digest.ts';
import type { CheckResult, Report } from '../../src/report/model.ts';
import { overviewOf } from '../../src/overview/overview.ts';
import type { Overview, Unreadable } from '../../src/overview/model.ts';
import { sightingOf, type Looking, type ReportFile } from '../../src/overview/sighting.ts';
import { check, contract, exchange, module, report } from '../report/sample.ts';

/** The morning after the nightly runs. */
export const now = Date.parse('2026-11-24T08:00:00.000Z');

export interface Night {
  /** Days before this morning. */
  readonly ago: number;
  readonly broken?: readonly string[];
  readonly verdict?: Report['verdict'];
  readonly checks?: readonly CheckResult[];
  readonly options?: Record<string, unknown>;
  readonly account?: { readonly account_name?: string; readonly account_id?: string } | null;
}

const RULES = ['health.timezone-is-iana', 'forecast.answers-200', 'orders.created-is-201', 'updates.answers-200'];
const ATTESTED = [
  { section: 'ad-server §1', requirement: 'Nothing serves.', why: 'Not visible from outside.' },
  { section: 'ad-server §5', requirement: 'The key is hashed.', why: 'Not visible from outside.' },
];

/** The report of one night about a publisher at this host. */
export function night(host: string, { ago, broken = [], verdict, checks, options, account }: Night): Report {
  const target = `https://${host}/api/v1`;
  const results = checks ?? RULES.map((id) => check({ id, outcome: broken.includes(id) ? 'fail' : 'pass' }));
  const shown = verdict ?? (broken.length > 0 ? 'failed' : 'certified');
  const finishedAt = new Date(now - ago * 86_400_000 - 4 * 3_600_000).toISOString();
  const context = account === undefined ? { account_name: `${host} GmbH`, account_id: host } : account;
  return report({
    verdict: shown,
    run: {
      id: `r-${host}-${ago}`,
      startedAt: finishedAt,
      finishedAt,
      durationMs: 1000,
      requests: 1,
      chain: 1,
      options: options ?? {},
    },
    contracts: [
      contract(
        results.map((one) => module([one], { id: one.id.split('.')[0] ?? '' })),
        { target, verdict: shown, attested: ATTESTED },
      ),
    ],
    exchanges: [
      exchange({
        request: { method: 'GET', url: `${target}/health`, headers: {} },
        response:
          context === null
            ? { status: 401, headers: {}, body: '{}' }
            : { status: 200, headers: {}, body: JSON.stringify(context) },
      }),
    ],
  });
}

const unanswered = check({ outcome: 'inconclusive', message: 'No answer came within 10 s.' });
const silent = (subject: Report): Report =>
  sealed({ ...subject, exchanges: [exchange({ response: null, error: 'connect timeout' })] });

export const altered = (subject: Report): ShownReport => ({ ...subject, verdict: 'certified', altered: true });

export const overviewFrom = (
  files: readonly (Report | ReportFile)[],
  looking: Partial<Looking> = {},
  unreadable: readonly Unreadable[] = [],
): Overview => {
  const at = { now, ...looking };
  const seen = files.map((one, index) =>
    sightingOf('report' in one ? one : { file: `reports/${index}.json`, report: one }, at),
  );
  return overviewOf(seen, unreadable, at);
};

/** The reports that a support team finds in the morning. */
export const fleet = (): Overview =>
  overviewFrom(
    [
      night('ads.steady.example', { ago: 1 }),
      night('ads.steady.example', { ago: 0 }),
      night('ads.worse.example', { ago: 1, broken: ['forecast.answers-200'] }),
      night('ads.worse.example', { ago: 0, broken: ['forecast.answers-200', 'health.timezone-is-iana'] }),
      night('ads.broken.example', { ago: 1, broken: ['updates.answers-200'] }),
      night('ads.broken.example', { ago: 0, broken: ['updates.answers-200'] }),
      night('ads.mended.example', { ago: 1, broken: ['orders.created-is-201'] }),
      night('ads.mended.example', { ago: 0, options: { only: ['orders'] } }),
      night('ads.old.example', { ago: 40 }),
      night('ads.new.example', {
        ago: 0,
        verdict: 'passed',
        checks: [
          check(),
          check({
            id: 'auth.key',
            outcome: 'skip',
            message: 'No key without the read scope was given (--key-without-read).',
          }),
        ],
      }),
      silent(night('ads.silent.example', { ago: 0, verdict: 'inconclusive', checks: [unanswered] })),
      altered(night('ads.altered.example', { ago: 0, broken: RULES })),
    ],
    { maxAgeDays: 30 },
    [
      {
        file: 'reports/notes.json',
        reason: 'Not a report of this tool ("format" is not adserver-conformance/report@1).',
      },
    ],
  );
