import { sealed } from '../../src/report/digest.ts';
import type { CheckResult, ContractResult, ModuleResult, Report } from '../../src/report/model.ts';
import type { RecordedCall } from '../../src/http/recorded-call.ts';

/** A report before it is sealed: the parts that its digest and signature cover. */
export type UnsealedReport = Omit<Report, 'digest' | 'signature'>;

/** A check of the health module that passed, with these members changed. */
export const check = (over: Partial<CheckResult> = {}): CheckResult => ({
  id: 'health.timezone-is-iana',
  level: 'must',
  section: 'ad-server §2.2',
  requirement: 'The time zone is an IANA identifier.',
  outcome: 'pass',
  message: '',
  exchanges: ['x1'],
  durationMs: 12,
  ...over,
});

export const module = (checks: readonly CheckResult[], over: Partial<ModuleResult> = {}): ModuleResult => ({
  id: 'health',
  title: 'Health',
  durationMs: 12,
  checks,
  ...over,
});

export const contract = (modules: readonly ModuleResult[], over: Partial<ContractResult> = {}): ContractResult => ({
  id: 'ad-server',
  version: '1.0.1',
  target: 'https://ads.example.com/api/v1',
  verdict: 'certified',
  reasons: [],
  modules,
  attested: [],
  ...over,
});

export const exchange = (over: Partial<RecordedCall> = {}): RecordedCall => ({
  id: 'x1',
  startedAt: '2026-03-02T10:00:00.100Z',
  durationMs: 12,
  attempt: 1,
  request: {
    method: 'GET',
    url: 'https://ads.example.com/api/v1/health',
    headers: { authorization: 'Bearer [ADSERVER_API_KEY]' },
  },
  response: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"timezone":"Europe/Berlin"}' },
  ...over,
});

export const unsealed = (over: Partial<UnsealedReport> = {}): UnsealedReport => {
  const exchanges = over.exchanges ?? [exchange()];
  return {
    format: 'adserver-conformance/report@1',
    tool: { name: 'adserver-conformance', version: '1.0.0' },
    run: {
      id: 'k3v9',
      startedAt: '2026-03-02T10:00:00.000Z',
      finishedAt: '2026-03-02T10:00:01.000Z',
      durationMs: 1000,
      requests: exchanges.length,
      chain: exchanges.length,
      options: { apiKey: true },
    },
    verdict: 'certified',
    reasons: [],
    contracts: [contract([module([check()])])],
    custom: [],
    created: [],
    exchanges,
    ...over,
  };
};

export const report = (over: Partial<UnsealedReport> = {}): Report => sealed(unsealed(over));

/** A report with one module, these checks and this verdict. */
export const reportOf = (
  verdict: Report['verdict'],
  checks: readonly CheckResult[],
  over: Partial<UnsealedReport> = {},
): Report => report({ verdict, contracts: [contract([module(checks)], { verdict })], ...over });
