import type { CheckResult, ContractResult, Report } from '../../src/report/model.ts';
import type { ProofId } from '../../src/report/verify.ts';

// Edits of real reports, each with what must be found out: a publisher holds its own key, and signs what it likes.

/** A report that may be edited anywhere. */
type Editable<T> = T extends object ? { -readonly [K in keyof T]: Editable<T[K]> } : T;
export type Draft = Editable<Report>;

const checksOf = (draft: Draft) => draft.contracts.flatMap(({ modules }) => modules.flatMap(({ checks }) => checks));
const contractOf = (draft: Draft, id: ContractResult['id']) => found(draft.contracts.find((one) => one.id === id));
const check = (draft: Draft, id = 'health.account-id') => found(checksOf(draft).find((one) => one.id === id));
const callTo = (draft: Draft, path: string) => found(draft.exchanges.find(({ request }) => request.url.endsWith(path)));
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the report has no such part');
  return value;
}

/** Lets every binding check pass, and states the verdict that the publisher wishes for. */
function certify(draft: Draft): void {
  for (const one of checksOf(draft))
    if (one.level === 'must' && one.outcome !== 'not-applicable') {
      Object.assign(one, { outcome: 'pass', message: '' });
      delete one.because;
    }
  for (const part of [draft, ...draft.contracts])
    Object.assign(part, { verdict: 'certified', reasons: [], because: [] });
}

/** The same with other options of the run. */
const certifyWith = (options: Readonly<Record<string, unknown>>) => (draft: Draft) => {
  certify(draft);
  Object.assign(draft.run.options, options);
};

const isPublic = (text: string) => text.replace(/^http:\/\/127\.0\.0\.1:\d+/, 'https://ads.publisher.example');
const later = (time: string, milliseconds: number) => new Date(Date.parse(time) + milliseconds).toISOString();
const HOUR = 3_600_000;

/** How the run was made. */
export type Subject = 'local' | 'narrowed' | 'without keys';

export type Edit = readonly [what: string, of: Subject, proof: ProofId, message: RegExp, edit: (draft: Draft) => void];

const OF_VERDICT: readonly Edit[] = [
  ['a certificate from --local', 'local', 'verdict', /ad-server is passed; the report says certified/, certify],
  [
    'an overall verdict of its own',
    'local',
    'verdict',
    /the report is passed; it says cert/,
    (draft) => Object.assign(draft, { verdict: 'certified' }),
  ],
  ['rules that --local waives', 'local', 'options', /connection\.https-only is pass, but .*--local/, certify],
  [
    'a run without --local on loopback',
    'local',
    'options',
    /No run starts .*: 127\.0\.0\.1:\d+ is not a public address/,
    certifyWith({ local: false }),
  ],
  ['a certificate from --only', 'narrowed', 'options', /forecast\.\S+ is pass, but .*--only/, certify],
  [
    'a run whose --only was left out',
    'narrowed',
    'exchanges',
    /is pass, but cites no call/,
    certifyWith({ only: null, readOnly: false, skip: null }),
  ],
  [
    'a certificate from --skip',
    'narrowed',
    'options',
    /inventory\.ids-stable is pass, but .*--skip/,
    certifyWith({ only: null, readOnly: false }),
  ],
  [
    'a certificate from --read-only',
    'narrowed',
    'options',
    /orders\.\S+ is pass, but .*--read-only/,
    certifyWith({ only: null }),
  ],
  ['keys that were not given', 'without keys', 'options', /auth\.\S+ is pass, but .*key-without-/, certify],
  ['a header of the run', 'local', 'verdict', /ad-server is passed/, certifyWith({ local: false, header: ['x-gate'] })],
  [
    'a header of the run to the listing API',
    'local',
    'verdict',
    /listing is passed/,
    certifyWith({ local: false, listingHeader: ['x-gate'] }),
  ],
  [
    '--resolve',
    'local',
    'verdict',
    /listing is passed/,
    certifyWith({ local: false, resolve: ['ads.example:443:1.1.1.1'] }),
  ],
  ['--insecure', 'local', 'verdict', /ad-server is passed/, certifyWith({ local: false, insecure: true })],
  [
    '--throttle-window',
    'local',
    'options',
    /exchange-throttle\.\S+ is pass, but --throttle-window waives it/,
    certifyWith({ throttleWindow: 5 }),
  ],
  [
    'an interrupted run',
    'local',
    'verdict',
    /ad-server is passed/,
    (draft) => {
      certifyWith({ local: false })(draft);
      draft.run.interrupted = true;
    },
  ],
  [
    'a run that was cut short',
    'local',
    'outcomes',
    /health\.account-id is pass, but says why it was not judged/,
    (draft) => {
      check(draft).because = { kind: 'time-limit', seconds: 600 };
    },
  ],
  [
    'a failure that passed',
    'local',
    'outcomes',
    /health\.account-id is pass, but says what broke the rule/,
    (draft) => {
      check(draft).expected = 'a string';
    },
  ],
  [
    'a skipped check that does not apply',
    'without keys',
    'checks',
    /auth\.\S+ is not-applicable, but it applies/,
    (draft) => {
      for (const one of checksOf(draft)) if (one.outcome === 'skip') one.outcome = 'not-applicable';
    },
  ],
  [
    'a rule of the allowlist that does not apply',
    'local',
    'checks',
    /token-exchange\.answers-200 is not-applicable, but it applies/,
    (draft) => {
      Object.assign(check(draft, 'token-exchange.answers-200'), {
        outcome: 'not-applicable',
        because: { kind: 'allowlist', isListed: true },
      } satisfies Partial<CheckResult>);
    },
  ],
  [
    'an address that was not judged',
    'local',
    'options',
    /given the address of listing, but the report does not judge it/,
    (draft) => {
      draft.contracts = draft.contracts.filter(({ id }) => id !== 'listing');
    },
  ],
];

const OF_CALLS: readonly Edit[] = [
  [
    'another target',
    'local',
    'target',
    /The call x\d+ went to http:\/\/127\.0\.0\.1:\d+, which is not a target/,
    (draft) => {
      for (const one of draft.contracts) one.target = 'https://ads.publisher.example/api/v1';
    },
  ],
  [
    'another target, calls included',
    'local',
    'target',
    /The target of ad-server is https:\/\/ads\.publisher\.example\/api\/v1, but the run was given http/,
    (draft) => {
      for (const contract of draft.contracts) contract.target = isPublic(contract.target);
      for (const { request } of draft.exchanges) request.url = isPublic(request.url);
    },
  ],
  [
    'a target that is not https',
    'local',
    'target',
    /connection\.https-only is pass, but the target is http/,
    (draft) => {
      check(draft, 'connection.https-only').outcome = 'pass';
    },
  ],
  [
    'a host whose name begins alike',
    'local',
    'target',
    /which is not a target/,
    (draft) => {
      for (const one of draft.contracts) one.target = one.target.replace(/(:\d)\d*\//, '$1/');
    },
  ],
  [
    'calls of another run',
    'local',
    'target',
    /The call x1 was not made by this run/,
    (draft) => {
      draft.run.id = 'another-id';
    },
  ],
  [
    'a call before the run',
    'local',
    'requests',
    /The call x1 \(.*\) was not made during the run/,
    (draft) => {
      callTo(draft, '/health').startedAt = later(draft.run.startedAt, -HOUR);
    },
  ],
  [
    'a call after the run',
    'local',
    'requests',
    /was not made during the run/,
    (draft) => {
      callTo(draft, '/health').startedAt = later(draft.run.finishedAt, HOUR);
    },
  ],
  [
    'a run moved to another hour',
    'local',
    'requests',
    /was not made during the run/,
    (draft) => {
      Object.assign(draft.run, {
        startedAt: later(draft.run.startedAt, HOUR),
        finishedAt: later(draft.run.finishedAt, HOUR),
      });
    },
  ],
  [
    'another duration',
    'local',
    'requests',
    /The run took 5 ms, but from .* to .* it is \d+ ms/,
    (draft) => {
      draft.run.durationMs = 5;
    },
  ],
  [
    'an end before the beginning',
    'local',
    'requests',
    /ended before it began/,
    (draft) => {
      draft.run.finishedAt = later(draft.run.startedAt, -HOUR);
    },
  ],
  [
    'an end in the future',
    'local',
    'age',
    /ended in the future/,
    (draft) => {
      Object.assign(draft.run, {
        finishedAt: later(draft.run.finishedAt, HOUR),
        durationMs: draft.run.durationMs + HOUR,
      });
    },
  ],
  [
    'a run without calls',
    'local',
    'requests',
    /made no call, but judged connection\./,
    (draft) => {
      Object.assign(draft, { exchanges: [], run: { ...draft.run, requests: 0, chain: 0 } });
      for (const one of checksOf(draft)) one.exchanges = [];
    },
  ],
  [
    'fewer calls',
    'local',
    'requests',
    /counts \d+ requests, but the report has \d+ exchanges/,
    (draft) => {
      draft.exchanges.pop();
    },
  ],
  [
    'a check that cites nothing',
    'local',
    'exchanges',
    /health\.account-id is pass, but cites no call to .*\/health/,
    (draft) => {
      check(draft).exchanges = [];
    },
  ],
  [
    'a check that cites what is not there',
    'local',
    'exchanges',
    /health\.account-id cites x99999, which is not in the report/,
    (draft) => {
      check(draft).exchanges = ['x99999'];
    },
  ],
  [
    'a check that cites another endpoint',
    'local',
    'exchanges',
    /forecast\.unit-type is pass, but cites no call to .*\/forecast/,
    (draft) => {
      check(draft, 'forecast.unit-type').exchanges = [callTo(draft, '/health').id];
    },
  ],
  [
    'a check that cites the other contract',
    'local',
    'exchanges',
    /health\.account-id is pass, but cites no call/,
    (draft) => {
      check(draft).exchanges = [callTo(draft, '/auth/token').id];
    },
  ],
];

const OF_CATALOGUE: readonly Edit[] = [
  [
    'a check that is missing',
    'local',
    'checks',
    /The check health\.account-id is missing/,
    (draft) => {
      for (const { modules } of draft.contracts)
        for (const module of modules) module.checks = module.checks.filter(({ id }) => id !== 'health.account-id');
    },
  ],
  [
    'a module that is missing',
    'local',
    'checks',
    /The check auth\.\S+ is missing/,
    (draft) => {
      for (const contract of draft.contracts) contract.modules = contract.modules.filter(({ id }) => id !== 'auth');
    },
  ],
  [
    'a check that was added',
    'local',
    'checks',
    /Version \S+ has no check health\.is-excellent/,
    (draft) => {
      for (const { modules } of draft.contracts)
        for (const { id, checks } of modules)
          if (id === 'health') checks.push({ ...found(checks[0]), id: 'health.is-excellent' });
    },
  ],
  [
    'another level',
    'local',
    'checks',
    /The check health\.account-id is must; the report says should/,
    (draft) => {
      check(draft).level = 'should';
    },
  ],
  [
    'another requirement',
    'local',
    'checks',
    /requirement of health\.account-id/,
    (draft) => {
      check(draft).requirement = 'All is well.';
    },
  ],
  [
    'another section',
    'local',
    'checks',
    /The section .* of health\.account-id/,
    (draft) => {
      check(draft).section = 'ad-server §9.9';
    },
  ],
  [
    'a rule that applies to everybody',
    'local',
    'checks',
    /health\.account-id is not-applicable, but it applies to every service/,
    (draft) => {
      Object.assign(check(draft), {
        outcome: 'not-applicable',
        because: { kind: 'observed', what: 'No account.' },
      } satisfies Partial<CheckResult>);
    },
  ],
  [
    'a statement that is missing',
    'local',
    'checks',
    /Statements to sign off are missing from ad-server: 1 of \d+/,
    (draft) => {
      contractOf(draft, 'ad-server').attested.pop();
    },
  ],
  [
    'a statement that was reworded',
    'local',
    'checks',
    /no such statement to sign off: We do our best/,
    (draft) => {
      found(contractOf(draft, 'ad-server').attested[0]).requirement = 'We do our best.';
    },
  ],
  [
    'another version of the contract',
    'local',
    'checks',
    /judges version 9\.9 of ad-server, not/,
    (draft) => {
      contractOf(draft, 'ad-server').version = '9.9';
    },
  ],
  [
    'no contract',
    'local',
    'checks',
    /judges no contract/,
    (draft) => {
      Object.assign(draft, { contracts: [], verdict: 'inconclusive' });
    },
  ],
];

const OF_TOOL: readonly Edit[] = [
  [
    'another tool',
    'local',
    'version',
    /made by my-suite, not by adserver-conformance/,
    (draft) => {
      draft.tool.name = 'my-suite';
    },
  ],
  [
    'a version to come',
    'local',
    'version',
    /^It was made by 1\.3\.0, this is \S+: verify it with `npx adserver-conformance@1\.3\.0`\.$/,
    (draft) => {
      draft.tool.version = '1.3.0';
    },
  ],
  [
    'a version that never was',
    'local',
    'version',
    /which never was/,
    (draft) => {
      draft.tool.version = '1.3.0; rm -rf ~';
    },
  ],
  [
    'another version than that of its calls',
    'local',
    'target',
    /The call x1 was not made by this run/,
    (draft) => {
      draft.tool.version = '1.0.0';
    },
  ],
];

export const EDITS: readonly Edit[] = [...OF_VERDICT, ...OF_CALLS, ...OF_CATALOGUE, ...OF_TOOL];
