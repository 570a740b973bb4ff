import { resultOf } from './check-result.ts';
import type { ContractId, Rule } from '../engine/rule.ts';
import type { Settled } from '../engine/state.ts';
import type { Session } from '../engine/session.ts';
import { RerunWith } from '../engine/rerun-with.ts';
import type { Suite } from '../engine/suite.ts';
import { contractVerdict, worst } from '../engine/verdict.ts';
import { headerNames } from '../secrets/given-headers.ts';
import { withoutCredentials } from '../secrets/address-secrets.ts';
import type { RecordedCall } from '../http/recorded-call.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { VERSIONS } from './contract-versions.ts';
import type { RunPlan } from './plan.ts';
import type { CertifyOptions } from '../settings.ts';
import { version } from '../version.ts';
import { sealed } from '../report/digest.ts';
import { areTerms } from './booking-terms.ts';
import {
  REPORT_FORMAT,
  type CheckResult,
  type ContractResult,
  type ModuleResult,
  type Report,
  type RunFacts,
} from '../report/model.ts';
import { reasonsOf, runReasons } from '../report/reasons.ts';
import { reasonInWords } from '../report/words/reasons.ts';
import { passesAtMost, relaxedBy } from '../report/relaxed-by.ts';
import { answeredBy } from '../report/sent-to.ts';
import { isExcused, runningOut } from './excused.ts';

interface Parts {
  readonly plan: RunPlan;
  readonly settled: readonly Settled[];
  readonly session: Session;
  readonly redactor: Redactor;
  readonly suite: Suite;
  readonly custom?: readonly ModuleResult[];
}

export function assemble(parts: Parts): Report {
  const { session, redactor } = parts;
  const { identity, options } = parts.plan;
  const recordedCalls = session.transcript.calls;
  const finishedAt = new Date();
  const contracts = [...parts.plan.contracts].map((id) => contractResult(id, parts, recordedCalls));
  const ofRun = runReasons({
    contracts,
    exchanges: recordedCalls,
    stoppedBy: session.stoppedBy?.id ?? null,
    interrupted: options.signal?.aborted ?? false,
    blocked: options.listingBlocked ?? false,
    trouble: new Map([...parts.plan.contracts].map((id) => [id, session.trouble(id)])),
  });
  const known = runningOut(options.expectedFailures ?? [], contracts, identity.startedAt);
  if (known.length > 0) ofRun.push({ kind: 'runs-out', known });
  const told = {
    verdict: worst(contracts.map(({ verdict }) => verdict)),
    reasons: [...ofRun.map(reasonInWords), ...contracts.flatMap(({ reasons }) => reasons)],
    because: [...ofRun, ...contracts.flatMap(({ because = [] }) => because)],
    contracts,
    custom: parts.custom ?? [],
    created: session.created.list(),
  };
  const run = {
    id: identity.id,
    startedAt: identity.startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    durationMs: finishedAt.getTime() - identity.startedAt.getTime(),
    requests: recordedCalls.length,
    chain: Math.max(0, ...parts.settled.map(({ depth }) => depth)),
    options: shownOptions(options, redactor),
    ...(options.signal?.aborted ? { interrupted: true as const } : {}),
    ...bookingOf(parts),
  };
  return sealed(
    {
      format: REPORT_FORMAT,
      tool: { name: 'adserver-conformance', version },
      run,
      // Redaction only changes texts, so the shape stays the same. Exchanges were redacted when they were recorded.
      ...(redactor.redactValue(told) as typeof told),
      exchanges: recordedCalls,
    },
    options.signKey,
  );
}

/** The terms the run booked under. The report states them so that the next run can be given them. */
function bookingOf({ suite: { termsTaken }, settled, redactor }: Parts): Pick<RunFacts, 'booking'> {
  const state = settled.find(({ node }) => node === termsTaken)?.state;
  if (state?.kind !== 'done' || !areTerms(state.value)) return {};
  const terms = redactor.redactValue(state.value);
  return areTerms(terms) ? { booking: terms } : {};
}

function contractResult(id: ContractId, parts: Parts, recordedCalls: readonly RecordedCall[]): ContractResult {
  const target = parts.redactor.redact(withoutCredentials(parts.plan.targets[id]?.href ?? ''));
  const modules = moduleResults(id, parts, recordedCalls);
  const stale = staleOf(modules, parts.plan.options);
  const judged = {
    modules,
    answered: answeredBy({ id, target }, recordedCalls),
    stale,
    only: parts.plan.options.only,
    relaxedBy: relaxedBy(id, parts.plan.options),
    passesAtMost: passesAtMost({
      options: { local: parts.plan.options.local },
      interrupted: parts.plan.options.signal?.aborted,
    }),
  };
  const verdict = contractVerdict(judged);
  const because = reasonsOf(judged, verdict);
  return {
    id,
    version: VERSIONS[id],
    target,
    verdict,
    reasons: because.map(reasonInWords),
    because,
    modules,
    attested: parts.suite.attested
      .filter(({ contract }) => contract === id)
      .map(({ section, requirement, why }) => ({ section, requirement, why })),
  };
}

function moduleResults(id: ContractId, parts: Parts, recordedCalls: readonly RecordedCall[]): ModuleResult[] {
  const { suite, settled, session } = parts;
  const rerunWith = new RerunWith(suite, { settled, senders: session.senders });
  const sent = new Map(recordedCalls.map((call) => [call.id, call]));
  return suite.modules
    .filter((module) => module.contract === id)
    .map((module) => {
      const own = settled.filter(({ node }) => node.module === module);
      return {
        id: module.id,
        title: module.title,
        durationMs: wallTime(
          [...new Set(own.flatMap(({ callIds: ids }) => ids))].flatMap((one) => sent.get(one) ?? []),
        ),
        checks: own.flatMap((one) => {
          if (one.node.kind !== 'check') return [];
          const names = one.state.kind === 'violated' ? rerunWith.names(one) : [];
          return [{ ...checkResult(one.node.rule, one, parts), ...(names.length > 0 && { rerunWith: names }) }];
        }),
      };
    });
}

function checkResult(rule: Rule, settled: Settled, { redactor, plan: { options, identity } }: Parts): CheckResult {
  const known = options.expectedFailures?.find(({ id }) => id === rule.id);
  return resultOf(rule, settled, redactor, known, known !== undefined && isExcused(known, identity.startedAt));
}

/** Expected failures that passed, so the list is out of date. */
function staleOf(modules: readonly ModuleResult[], { expectedFailures = [] }: CertifyOptions): string[] {
  const passed = modules.flatMap(({ checks }) => checks).filter(({ outcome }) => outcome === 'pass');
  return expectedFailures
    .filter(({ id, formerly }) => formerly === undefined && passed.some((check) => check.id === id))
    .map(({ id }) => id);
}

const CREDENTIALS = /key|secret|token/i;
const PLAIN = ['listingTemplateId'];
const ADDRESSES = ['baseUrl', 'listingUrl'];

/** The options as the report shows them. A credential is only shown as given or not; functions are left out. */
function shownOptions(options: CertifyOptions, redactor: Redactor): Record<string, unknown> {
  const hidden = ['ca', 'clientCert', 'environment', 'signal', 'clock', 'transport'];
  const entries = Object.entries(options)
    .filter(([name, value]) => value !== undefined && typeof value !== 'function' && !hidden.includes(name))
    .map(([name, value]): [string, unknown] => [
      name,
      CREDENTIALS.test(name) && !PLAIN.includes(name) ? true : redactor.redactValue(shownValue(name, value)),
    ]);
  return Object.fromEntries(entries);
}

const HEADERS = ['header', 'listingHeader'];

function shownValue(name: string, value: unknown): unknown {
  if (HEADERS.includes(name) && Array.isArray(value)) return headerNames(value.map(String));
  return ADDRESSES.includes(name) && typeof value === 'string' ? withoutCredentials(value) : value;
}

/** Milliseconds during which at least one of these exchanges was under way. */
function wallTime(recordedCalls: readonly RecordedCall[]): number {
  const spans = recordedCalls
    .map(({ startedAt, durationMs }) => ({ from: Date.parse(startedAt), to: Date.parse(startedAt) + durationMs }))
    .sort((one, other) => one.from - other.from);
  let total = 0;
  let end = -Infinity;
  for (const { from, to } of spans) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}
