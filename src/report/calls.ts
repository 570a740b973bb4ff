import type { RecordedCall } from '../http/recorded-call.ts';
import { checksOf, contractChecks, modulesOf, repeated } from './checks-of.ts';
import type { CheckResult, ContractResult, Report } from './model.ts';
import { endpointOf } from './sent-to.ts';
import { counted } from './text.ts';

/** For each check, the endpoints by whose answers it is judged. It cites a call to at least one of them. */
export type EndpointsOfChecks = ReadonlyMap<string, readonly string[]>;

/** In milliseconds. Two clocks measure a run, and one may be set meanwhile. */
const TOLERANCE = 1_000;

/** Calls to hosts that the report does not name, and contracts whose host was never called. */
export function targetFaults({ contracts, exchanges: recordedCalls, run, tool }: Report): string[] {
  const elsewhere = recordedCalls.filter(
    ({ request: { url } }) => !contracts.some((one) => endpointOf(one, url) !== null),
  );
  const asked = { 'ad-server': run.options['baseUrl'], listing: run.options['listingUrl'] };
  const agent = `${tool.name}/${tool.version} (run ${run.id})`;
  return [
    ...elsewhere.map(({ id, request: { url } }) => `The call ${id} went to ${originOf(url)}, which is not a target.`),
    ...contracts.flatMap((contract) => {
      const given = asked[contract.id];
      const isSame = typeof given !== 'string' || originOf(given) === originOf(contract.target);
      const isHttps = originOf(contract.target).startsWith('https:');
      const pretending = isHttps
        ? []
        : checksOf(contract.modules).filter(({ id, outcome }) => id.endsWith('.https-only') && outcome === 'pass');
      return [
        ...(isSame ? [] : [`The target of ${contract.id} is ${contract.target}, but the run was given ${given}.`]),
        ...pretending.map(({ id }) => `${id} is pass, but the target is ${contract.target}.`),
      ];
    }),
    ...recordedCalls
      .filter(({ request: { headers } }) => !isOwnAgent(headers['user-agent'], agent))
      .map(({ id }) => `The call ${id} was not made by this run: its User-Agent is not ${agent}.`),
  ];
}

const isOwnAgent = (sent: unknown, agent: string) => sent === undefined || sent === agent;

function originOf(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0].toLowerCase() ?? url;
}

/** Checks that cite calls which are not there, or none of those that they judge. */
export function citationFaults(report: Report, endpoints: EndpointsOfChecks = new Map()): string[] {
  const { contracts, exchanges: recordedCalls } = report;
  const calls = new Map(recordedCalls.map((call) => [call.id, call]));
  const cited = checksOf(modulesOf(report)).flatMap((check) =>
    check.exchanges.filter((id) => !calls.has(id)).map((id) => `${check.id} cites ${id}, which is not in the report.`),
  );
  return [
    ...repeated(recordedCalls.map(({ id }) => id)).map((id) => `The exchange ${id} appears twice.`),
    ...cited,
    ...contracts.flatMap((contract) =>
      checksOf(contract.modules).flatMap((check) => unfounded(check, contract, { calls, endpoints })),
    ),
  ];
}

const BY_CALLS: readonly CheckResult['outcome'][] = ['pass', 'fail', 'warn', 'expected-fail'];

interface Calls {
  readonly calls: ReadonlyMap<string, RecordedCall>;
  readonly endpoints: EndpointsOfChecks;
}

function unfounded(
  { id, outcome, exchanges: callIds }: CheckResult,
  contract: ContractResult,
  { calls, endpoints }: Calls,
): string[] {
  const due = endpoints.get(id);
  if (due === undefined || !BY_CALLS.includes(outcome)) return [];
  const called = callIds.flatMap((cited) => endpointOf(contract, calls.get(cited)?.request.url ?? '') ?? []);
  if (called.some((endpoint) => due.includes(endpoint))) return [];
  return [`${id} is ${outcome}, but cites no call to ${due.join(' or ')}.`];
}

export function requestFaults(report: Report): string[] {
  const { run, exchanges: recordedCalls } = report;
  const faults: string[] = [];
  if (run.requests !== recordedCalls.length)
    faults.push(
      `The run counts ${counted(run.requests, 'request')}, but the report has ${counted(recordedCalls.length, 'exchange')}.`,
    );
  if (run.chain > run.requests)
    faults.push(`Its longest chain (${run.chain}) is longer than the number of requests (${run.requests}).`);
  const judged = contractChecks(report).find(({ outcome }) => BY_CALLS.includes(outcome));
  if (recordedCalls.length === 0 && judged !== undefined) faults.push(`The run made no call, but judged ${judged.id}.`);
  const [began, ended] = [Date.parse(run.startedAt), Date.parse(run.finishedAt)];
  if (ended < began) faults.push('The run ended before it began.');
  else if (Math.abs(ended - began - run.durationMs) > 1)
    faults.push(
      `The run took ${run.durationMs} ms, but from ${run.startedAt} to ${run.finishedAt} it is ${ended - began} ms.`,
    );
  for (const { id, startedAt, durationMs } of recordedCalls) {
    const at = Date.parse(startedAt);
    if (at < began - TOLERANCE || at + durationMs > ended + TOLERANCE)
      faults.push(`The call ${id} (${startedAt}) was not made during the run.`);
  }
  return faults;
}
