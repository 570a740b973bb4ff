import type { RecordedCall } from '../http/recorded-call.ts';
import { jsonOf, member } from '../text/json.ts';
import { curlParts, withStandIns } from './curl.ts';
import { besideRuleOf } from './earlier-builds.ts';
import type { CheckResult, Report, RunFacts } from './model.ts';
import { powershellLines, type Variable } from './powershell.ts';
import { shellWordOf } from './shell.ts';
import { citedCalls, callsById } from './tally.ts';

/** Commands that reproduce a failure by hand, before and after it is fixed. */
export interface Repeat {
  /** For sh, bash and zsh: commands in order, each in parts between which a line break is allowed. */
  readonly commands: readonly (readonly string[])[];
  readonly powershell: readonly string[];
}

/** Maximum number of requests before the one that shows the failure. */
const MOST_CALLS = 4;
/** A longer string in a body is moved to a variable, and so is a longer line that is sent more than once. */
const LONGEST_STRING = 160;
const CALLS_NOW_AND_THEN = 20;

/** How to reproduce by hand what a check found; `undefined` if it cites no call. */
export function repeatOf(check: CheckResult, report: Report): Repeat | undefined {
  const cited = citedCalls(check, callsById(report));
  const last = cited.at(-1);
  if (last === undefined) return undefined;
  const times = timesOf(check);
  const run = report.run.options;
  if (times > 1) return loop(last, times, run);
  const calls = isOrder(last) ? leadingTo(last, cited, report) : [last];
  const variables = variablesFor(calls, report);
  const standIns = standInsOf(variables);
  const values = variables.map(({ name, text, sh }, index) => [
    `${name}=${sh ?? shellWordOf(withStandIns([{ text }], standInsOf(variables.slice(index + 1))))}`,
  ]);
  const atOnce = calls.length > 1 && calls.slice(0, -1).some((call) => overlap(call, last));
  const commands = calls.map((call) => [...curlParts(call, { standIns, run }), ...(atOnce ? ['&'] : [])]);
  return {
    commands: [...values.toReversed(), ...commands, ...(atOnce ? [['wait']] : [])],
    powershell: powershellLines(calls, variables, run),
  };
}

/** How often to send the request: a limit only shows when it is exceeded, and an unstable failure only sometimes. */
function timesOf(check: CheckResult): number {
  return besideRuleOf(check).requestsToShow ?? (check.unstable ? CALLS_NOW_AND_THEN : 1);
}

export function repeatLines({ commands }: Repeat): string[] {
  return commands.map((parts) => parts.join(' '));
}

function loop(call: RecordedCall, times: number, run: RunFacts['options']): Repeat {
  const numbers = Array.from({ length: times }, (_none, index) => index + 1).join(' ');
  return {
    commands: [[`for i in ${numbers}; do`, ...curlParts(call, { statusOnly: true, run }), '; done']],
    powershell: [`1..${times} | ForEach-Object {`, ...powershellLines([call], [], run), '}'],
  };
}

const isOrder = ({ request }: RecordedCall) => request.method === 'POST' && /\/orders(?:\?|$)/.test(request.url);

interface OrderIds {
  readonly key: unknown;
  readonly reference: unknown;
}

function idsOf({ request }: RecordedCall): OrderIds {
  const body = jsonOf(request.body ?? '');
  const order = member(body, 'order');
  return {
    key: member(body, 'idempotency_key') ?? request.headers['idempotency-key'],
    reference: member(order, 'external_ref'),
  };
}

/** The final request, after the earlier ones with the same key or for the same order that were accepted, or refused otherwise. */
function leadingTo(last: RecordedCall, cited: readonly RecordedCall[], { exchanges: calls }: Report): RecordedCall[] {
  const own = idsOf(last);
  const isSame = ({ key, reference }: OrderIds) =>
    (key !== undefined && key === own.key) || (reference !== undefined && reference === own.reference);
  const isRefusedOtherwise = (call: RecordedCall) =>
    cited.includes(call) && isRefused(call) && call.response?.status !== last.response?.status;
  const [first, ...others] = calls
    .slice(0, calls.indexOf(last))
    .filter((call) => isOrder(call) && (isAccepted(call) || isRefusedOtherwise(call)) && isSame(idsOf(call)));
  if (first === undefined) return [last];
  const nearest = others.filter((call) => cited.includes(call) || call === others.at(-1));
  return [first, ...nearest.slice(-(MOST_CALLS - 2)), last];
}

const isAccepted = ({ response }: RecordedCall) => response !== null && response.status >= 200 && response.status < 300;

const isRefused = ({ response }: RecordedCall) =>
  response !== null && response.status >= 400 && response.status < 500 && response.status !== 429;

function overlap(one: RecordedCall, other: RecordedCall): boolean {
  const [from, until] = [Date.parse(one.startedAt), Date.parse(one.startedAt) + one.durationMs];
  const start = Date.parse(other.startedAt);
  return start < until && start + other.durationMs > from;
}

const standInsOf = (variables: readonly Variable[]) => new Map(variables.map(({ text, name }) => [text, name]));

/** The longest first, since it may contain others. */
function variablesFor(calls: readonly RecordedCall[], { run }: Report): Variable[] {
  const bodies = calls.map(({ request }) => request.body ?? '').join('\n');
  const strings = bodies.match(/"(?:[^"\\]|\\.)*"/g)?.map((quoted) => quoted.slice(1, -1)) ?? [];
  const repeated = calls.flatMap(linesOf).filter((line) => bodies.split(line).length > 2);
  const named = (name: string, texts: readonly string[]) =>
    [...new Set(texts.filter((text) => text.length > LONGEST_STRING))].map((text, index) => ({
      name: `${name}${index + 1}`,
      text,
    }));
  const ids = calls.some(isOrder) ? freshIds(calls, run.id, bodies) : [];
  return [...named('TAG', strings), ...ids, ...named('LINE', repeated)].sort(
    (one, other) => other.text.length - one.text.length,
  );
}

function linesOf({ request }: RecordedCall): string[] {
  const lines = member(jsonOf(request.body ?? ''), 'line_items');
  return Array.isArray(lines) ? lines.map((line) => JSON.stringify(line)) : [];
}

/** Whether two keys differ only in letter case, or at one end. Any other two of a run differ at both. */
function areNear(one: string, other: string): boolean {
  const [key, same] = [one.toLowerCase(), other.toLowerCase()];
  const isAtEnd = [same, same.slice(0, -1)].includes(key.slice(0, -1));
  return key.length >= 12 && (isAtEnd || key === same || key.slice(1) === same.slice(1));
}

const NEW_UUID = 'uuidgen 2> /dev/null || cat /proc/sys/kernel/random/uuid';

/** New keys. Those that differ little keep their difference: what they have in common is replaced. */
function freshKeys(keys: readonly string[]): Variable[] {
  const isNear = (key: string) => keys.some((other) => key !== other && (areNear(key, other) || areNear(other, key)));
  const near = keys.filter(isNear);
  const inLowerCase = near.find((key) => key === key.toLowerCase()) ?? near[0];
  const common = inLowerCase?.slice(1, -1).slice(0, 34) ?? '';
  const upper = common.toUpperCase();
  const others = keys.filter((key) => !isNear(key));
  return [
    ...(upper !== common && keys.some((key) => key.includes(upper))
      ? [
          {
            name: 'OTHER_CASE',
            text: upper,
            sh: `$(printf %s "$KEY" | tr a-zA-Z A-Za-z)`,
            powershell: '$KEY.ToUpper()',
          },
        ]
      : []),
    ...(common === ''
      ? []
      : [
          {
            name: 'KEY',
            text: common,
            sh: `$({ ${NEW_UUID}; } | cut -c 2-35)`,
            powershell: '"$([guid]::NewGuid())".Substring(1, 34)',
          },
        ]),
    ...others.map((text, index) => ({
      name: keys.length === 1 ? 'KEY' : `KEY${index + 1}`,
      text,
      sh: `$(${NEW_UUID})`,
      powershell: '[guid]::NewGuid()',
    })),
  ];
}

/** A service remembers used keys and references, so only fresh ones reproduce what it did when they were new. */
function freshIds(calls: readonly RecordedCall[], runId: string, bodies: string): Variable[] {
  const keys = [...new Set(calls.map((call) => idsOf(call).key))].filter((key) => typeof key === 'string');
  const now = { sh: '$(date +%s)', powershell: '[DateTimeOffset]::Now.ToUnixTimeSeconds()' };
  // Some references are the run's id as a number.
  const run = [
    { name: 'RUN', text: runId, ...now },
    { name: 'NUMBER', text: String(parseInt(runId, 16)), ...now },
  ];
  return [...freshKeys(keys.filter(Boolean)), ...run.filter(({ text }) => text !== '' && bodies.includes(text))];
}
