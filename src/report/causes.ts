import type { Outcome } from '../engine/rule.ts';
import { blockerOf } from '../causes/because.ts';
import { isRefusalDue, isSuccessDue, type Found } from '../causes/found.ts';
import type { RecordedCall } from '../http/recorded-call.ts';
import { groupedBy } from '../text/grouped-by.ts';
import { inWords } from '../text/in-words.ts';
import { becauseOf, foundOf, besideRuleOf, withCauses } from './earlier-builds.ts';
import { endpointLine } from './call-line.ts';
import { answerInWords } from '../causes/answer.ts';
import { isCalledUnreadable } from './words/fix.ts';
import { titleOfFramework } from './words/frameworks.ts';
import { gotInWords, titleOfFound, wrappersOf } from './words/found.ts';
import type { Report, CheckResult, ContractResult } from './model.ts';
import { decisiveCall, callsById, needingAction, placedChecks, type Calls, type PlacedCheck } from './tally.ts';
import { unjudgedModules } from '../engine/verdict.ts';

/** One problem and every check that it affects. */
export interface Cause {
  readonly lead: PlacedCheck;
  /** The other checks that fail, or cannot be judged, for the same reason. */
  readonly echoes: readonly PlacedCheck[];
  /** What they have in common, if there are several checks: `POST /orders answers 500`. */
  readonly common?: string;
  /** What to change, if that is one thing for all of them. */
  readonly fix?: string;
  /** The checks that are blocked by one of these. */
  readonly keeps: readonly PlacedCheck[];
}

const CAUSED: readonly Outcome[] = ['fail', 'error', 'inconclusive'];

/** Every problem, or only those of binding rules: each root cause once, the most important first. */
export function causes(report: Report, outcomes: readonly Outcome[] = CAUSED, only?: 'must'): Cause[] {
  const calls = callsById(report);
  const waiting = waitingFor(report);
  const all = needingAction(report, outcomes).filter(({ check }) => only === undefined || check.level === only);
  const wrongly = new Set(all.flatMap((placed) => refusedWrongly(placed, calls) ?? []));
  const roots = wronglyAccepted(all, calls);
  const places = new Map([...calls.keys()].map((id, place) => [id, place]));
  const refusing = endpointsRefusing(all, calls);
  const placed = all.map((one) => {
    const call = decisiveCall(one.check, calls);
    const root = isOfForm(one) ? roots.get(call?.id ?? '') : undefined;
    const shared = sharedCause(root ?? one, { calls, wrongly, refusing });
    return { ...one, ...shared, follows: root !== undefined, at: places.get(call?.id ?? '') ?? 0 };
  });
  const found = [...groupedBy(placed, ({ key }) => key).values()].flatMap((group) => {
    const blockedBy = ({ check }: PlacedCheck) => waiting.get(check.id) ?? [];
    // What was asked first is the simplest that shows the cause.
    const [lead, ...echoes] = [...group].sort(
      (one, other) =>
        +one.follows - +other.follows ||
        rankOf(one) - rankOf(other) ||
        one.at - other.at ||
        blockedBy(other).length - blockedBy(one).length,
    );
    if (lead === undefined) return [];
    const keeps = group.flatMap(blockedBy);
    const { common } = lead;
    const fix = [lead, ...echoes].find((one) => one.fix !== FIX_OF_IDS)?.fix ?? lead.fix;
    const shared = common !== undefined && echoes.length > 0 && { common, ...(fix !== undefined && { fix }) };
    return [{ lead, echoes, keeps, ...shared }];
  });
  return byImportance(found);
}

/**
 * Why something could not be judged. Once there is a verdict, only what keeps the report from a certificate counts.
 */
export function openCauses(report: Report): Cause[] {
  return causes(report, ['inconclusive'], report.verdict === 'inconclusive' ? undefined : 'must');
}

/** How many rules these causes break. Every format shows this number. */
export function rulesOf(found: readonly Cause[]): number {
  const isRule = ({ check, contract }: PlacedCheck) => contract !== null && check.outcome === 'fail';
  return found.flatMap(({ lead, echoes }) => [lead, ...echoes]).filter(isRule).length;
}

/** The skipped checks, by the check that blocks them. */
function waitingFor(report: Report): ReadonlyMap<string | undefined, readonly PlacedCheck[]> {
  const blockerOfSkipped = ({ check }: PlacedCheck) =>
    check.outcome === 'skip' ? blockerOf(becauseOf(check)) : undefined;
  return groupedBy(placedChecks(report), blockerOfSkipped);
}

/** What is known of all checks. */
interface Known {
  readonly calls: Calls;
  /** The answers that refuse something valid in words of their own. */
  readonly wrongly: ReadonlySet<string>;
  /** The endpoints that refuse valid requests, by the contract and what they answer. */
  readonly refusing: ReadonlyMap<string, readonly string[]>;
}

/** Checks with the same key have the same cause. */
function sharedCause(
  { check, module, contract }: PlacedCheck,
  { calls, wrongly, refusing }: Known,
): { key: string; common?: string; fix?: string } {
  const alone = { key: `check ${module.id} ${check.id}` };
  // For an inconclusive check, only the message shows the cause.
  if (check.outcome === 'inconclusive' && check.message !== '')
    return { key: `open ${check.message}`, common: check.message };
  const call = decisiveCall(check, calls);
  if (check.outcome !== 'fail' || call === undefined) return alone;
  const found = foundOf(check);
  const shownByItself = titleOfFound(found) ?? defaultOfFramework(found);
  if (shownByItself !== undefined)
    return { key: `itself ${contract?.id ?? ''} ${shownByItself}`, common: shownByItself };
  const wrapper = commonWrapper(found);
  if (wrapper !== undefined)
    return {
      key: `inside ${contract?.id ?? ''} ${wrapper}`,
      common: `Members are inside \`${wrapper}\`, not at the top level`,
    };
  const instead = insteadOfRefusal(found);
  if (instead !== null)
    return { key: `instead ${contract?.id ?? ''} ${instead.status}`, ...instead, fix: found?.fix ?? instead.fix };
  const refusal = refusalIn(found);
  const endpoints = refusing.get(`${contract?.id ?? ''} ${refusal ?? ''}`) ?? [];
  if (refusal !== undefined && endpoints.length > 1)
    return {
      key: `at all ${contract?.id ?? ''} ${refusal}`,
      common: `${refusal} at ${inWords(endpoints, 'and')}`,
      ...(refusal === FORBIDDEN && { fix: FIX_OF_FORBIDDEN }),
    };
  const answer = unexpectedAnswer(found, call);
  const swapped = swappedRefusal(found);
  if (swapped !== null && (answer === null || !wrongly.has(answer)))
    return { key: `refused ${contract?.id ?? ''} ${swapped}`, common: swapped };
  const ofOneCause = answerOfOneCause(found, call);
  if (ofOneCause !== null) return { key: `answer ${check.outcome} ${ofOneCause}`, common: ofOneCause };
  // The words of a refusal say less than what the first rule is about.
  if (answer !== null) return { key: `answer ${check.outcome} ${answer}` };
  if (check.pointer !== undefined && check.pointer !== '')
    return {
      key: `place ${call.id} ${check.pointer}`,
      common: `${endpointLine(call)}: ${check.pointer}`,
    };
  return alone;
}

/**
 * What refuses something valid in words of its own, such as those of a business rule: where it refuses something else
 * in the place of another refusal, that is no second mistake. Words about values (400, 422) are often the same for all.
 */
function refusedWrongly({ check }: PlacedCheck, calls: Calls): string | null {
  const [found, call] = [foundOf(check), decisiveCall(check, calls)];
  if (call === undefined || found?.kind !== 'status' || found.answer.said === undefined) return null;
  const { status } = found.answer;
  return status === 400 || status === 422 || swappedRefusal(found) !== null ? null : unexpectedAnswer(found, call);
}

const FORBIDDEN = 'The API key is answered 403';
const UNREAD = 'Valid JSON is refused as unreadable';

/** What refuses valid requests for a reason that is the same at every endpoint; `undefined` if nothing does. */
function refusalIn(found: Found | undefined): string | undefined {
  if (found?.kind !== 'status' || !isSuccessDue(found.expected)) return undefined;
  if (found.answer.status === 403) return FORBIDDEN;
  return isCalledUnreadable(found) ? UNREAD : undefined;
}

function endpointsRefusing(placed: readonly PlacedCheck[], calls: Calls): Known['refusing'] {
  const endpoints = new Map<string, string[]>();
  for (const { check, contract } of placed) {
    const [refusal, call] = [refusalIn(foundOf(check)), decisiveCall(check, calls)];
    if (refusal === undefined || call === undefined) continue;
    const key = `${contract?.id ?? ''} ${refusal}`;
    const of = endpoints.get(key) ?? [];
    if (!of.includes(endpointLine(call))) endpoints.set(key, [...of, endpointLine(call)]);
  }
  return endpoints;
}

const FIX_OF_FORBIDDEN =
  'Give the key the scopes read, create-draft and report; `GET /health` needs only a valid key (§5 rule 7). If it has them, look how they are compared. An authorizer whose result is cached for each token, as in AWS API Gateway, must allow the whole API, not only the path that was called first.';

/** The checks of a request that should have been refused, by its call: the form of that answer is no second mistake. */
function wronglyAccepted(placed: readonly PlacedCheck[], calls: Calls): ReadonlyMap<string, PlacedCheck> {
  const found = placed.flatMap((one): [string, PlacedCheck][] => {
    const [mistake, call] = [foundOf(one.check), decisiveCall(one.check, calls)];
    if (mistake?.kind !== 'status' || call === undefined || one.check.outcome !== 'fail') return [];
    const { expected, answer } = mistake;
    return isRefusalDue(expected) && answer.status !== null && answer.status < 300 ? [[call.id, one]] : [];
  });
  return new Map(found);
}

const isOfForm = ({ check }: PlacedCheck) => ['shape', 'not-json', 'value'].includes(foundOf(check)?.kind ?? '');

/** The wrapper that holds what belongs at the top level of a body: `data`, `error`. */
function commonWrapper(found: Found | undefined): string | undefined {
  const fault = found?.kind === 'shape' ? found.faults[0] : undefined;
  return fault?.place === '' ? wrappersOf(fault)[0] : undefined;
}

/** What is refused when a status of §7 is due. */
const REFUSED: Readonly<Record<number, string>> = {
  400: 'Malformed requests',
  401: 'Calls without a valid key',
  403: 'Calls without the scope',
  404: 'Unknown slots',
  409: 'Used keys with other bodies',
  422: 'Impossible values',
};

/**
 * One refusal in the place of another: `Malformed requests are answered 422, not 400`, or none for want of a scope. It is
 * one line in a program.
 */
function swappedRefusal(found: Found | undefined): string | null {
  if (found?.kind !== 'status' || found.brings !== undefined) return null;
  const { status } = found.answer;
  const [due, another] = typeof found.expected === 'string' ? [] : found.expected;
  if (due === undefined || another !== undefined || REFUSED[due] === undefined || status === null) return null;
  if (due === 403 && status >= 200 && status < 300) return `${REFUSED[due]} are served, not answered ${due}`;
  return REFUSED[status] === undefined ? null : `${REFUSED[due]} are answered ${status}, not ${due}`;
}

const FIX_OF_CRASHES =
  'Check your log for the error behind this. Check that required members are there, and all members of the right type, before you use them. If they are, what refuses the request throws what the error handler does not know: give each refusal its own status there.';

const FIX_OF_IDS =
  'Answer 404 to an unknown id, also to one that its column cannot hold, such as a text where it is a UUID or an integer: catch what the lookup or the database throws. Your log has the error.';

const FIX_OF_HANGS =
  'Answer each of them: an error seems to get lost where these requests are refused, so that they stay open. In Express 4, what an `async` handler or middleware throws reaches no error handler: catch it and call `next(error)`, or use Express 5.';

/** 502 is what a gateway answers in place of a program that crashed, or whose answer is none. */
const CRASHES = [500, 502];

const FIX_OF_GATEWAY =
  ' If the 502 comes from a gateway, the service gave it no answer that it can read: on AWS, for example, a `body` that is an object and not a string.';

interface Instead {
  readonly status: number | null;
  readonly common: string;
  readonly fix: string;
}

/** A server error or no answer in the place of a refusal, wherever it is due: the error handler may know no other. */
function insteadOfRefusal(found: Found | undefined): Instead | null {
  if (found?.kind !== 'status' && found?.kind !== 'no-answer') return null;
  const { expected, answer } = found;
  const { status } = answer;
  const isDue = isRefusalDue(expected);
  if (isDue && answer.failure?.reason === 'timeout')
    return { status, common: 'Requests that must be refused get no answer', fix: FIX_OF_HANGS };
  if (status === null || !CRASHES.includes(status) || !(isDue || found.isMalformed)) return null;
  const requests = isDue ? 'Requests that must be refused' : 'Malformed requests';
  return {
    status,
    common: `${requests} get status ${status}`,
    fix: isDue && expected.includes(404) ? FIX_OF_IDS : FIX_OF_CRASHES + (status === 502 ? FIX_OF_GATEWAY : ''),
  };
}

/** Errors that a framework writes: their members and their status are changed in one place. */
function defaultOfFramework(found: Found | undefined): string | undefined {
  const isOfError = found?.kind === 'shape' || found?.kind === 'not-json' || swappedRefusal(found) !== null;
  return isOfError ? titleOfFramework(found?.framework) : undefined;
}

/**
 * The error that a check got instead of an answer it could judge. Wrongly accepted requests are not grouped, because
 * each rule that accepts one is a separate mistake.
 */
function unexpectedAnswer(found: Found | undefined, call: RecordedCall): string | null {
  return answerOfOneCause(found, call) ?? refusalInWords(found, call);
}

/** Refusals with the same words count as the same refusal, whatever was sent. */
function refusalInWords(found: Found | undefined, call: RecordedCall): string | null {
  if (found?.kind !== 'status' && found?.kind !== 'error-code') return null;
  const { status = 0 } = call.response ?? {};
  if (status < 400 || status !== found.answer.status) return null;
  return `${endpointLine(call)} answers ${found.answer.said === undefined ? gotInWords(found, '') : answerInWords(found.answer, '', '')}`;
}

/** An answer that names its cause by its status alone. */
function answerOfOneCause(found: Found | undefined, call: RecordedCall): string | null {
  const endpoint = endpointLine(call);
  const { status = 0 } = call.response ?? {};
  if (found?.kind === 'no-answer' && call.response === null) return `${endpoint} does not answer`;
  if (found?.kind === 'not-json' && isOfNoCause(status)) return `${endpoint} answers ${status}`;
  if (found?.kind !== 'status' && found?.kind !== 'error-code') return null;
  if (status === 201 && found.kind === 'status' && found.expected[0] === 200) return `${endpoint} answers 201, not 200`;
  if (status === 202 && found.kind === 'status' && isSuccessDue(found.expected)) return `${endpoint} answers 202`;
  if (status < 400 || status !== found.answer.status) return null;
  if (found.kind === 'status' && found.brings === 'data') return `${endpoint} sends data with its refusals`;
  return isOfNoCause(status) ? `${endpoint} answers ${status}` : null;
}

/** Whether an error has a status to which the contract gives no cause (§7), such as 413 or 500. */
const isOfNoCause = (status: number) => status >= 400 && ![...Object.keys(REFUSED), '429', '501'].includes(`${status}`);

interface Weighed {
  readonly lead: PlacedCheck;
  readonly keeps: readonly unknown[];
}

/**
 * Sorts by importance: orders that may be live, then what breaks the connection, then what blocks most checks, then the
 * order of the report. Inconclusive checks come after broken ones.
 */
function byImportance<T extends Weighed>(found: readonly T[]): T[] {
  return [...found].sort((one, other) => rankOf(one.lead) - rankOf(other.lead) || blocking(other) - blocking(one));
}

const RANKS: Readonly<Record<string, number>> = { 'live-order': 0, connection: 1, account: 2 };

function rankOf({ check, contract }: PlacedCheck): number {
  if (check.outcome === 'inconclusive') return 6;
  if (check.outcome !== 'fail') return 5;
  if (contract === null) return 4;
  const { weight } = besideRuleOf(check);
  return RANKS[weight ?? ''] ?? 3;
}

const blocking = ({ keeps }: Weighed) => keeps.length;

/** The checks that make a contract's verdict inconclusive; empty if it has another verdict. */
export function undecided({ verdict, modules }: ContractResult): ReadonlySet<CheckResult> {
  if (verdict !== 'inconclusive') return new Set();
  const unjudged = unjudgedModules(withCauses(modules));
  const ids = new Set((unjudged.length > 0 ? unjudged : modules).map(({ id }) => id));
  const checks = modules.filter(({ id }) => ids.has(id)).flatMap((module) => module.checks);
  return new Set(checks.filter(({ outcome, level }) => outcome === 'inconclusive' && level === 'must'));
}
