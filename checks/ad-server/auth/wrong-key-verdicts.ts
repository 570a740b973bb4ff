import { describe, expect, otherAnswer, violation, because } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { CallOptions } from '../../../src/engine/wire.ts';
import { isServed, type Endpoint, type Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { placeWhere } from '../../../src/text/pointer.ts';
import { PRESENTATIONS, type Presentation } from './wrong-credentials.ts';

export interface Guarded {
  readonly endpoint: string;
  /** Goes behind the endpoint in messages if it was called in another way than usual. */
  readonly how?: string;
  readonly call: (options: CallOptions) => Promise<Reply>;
}

/** A wrong credential for one endpoint and its answer; `reply` is `null` if it was not sent any more. */
export interface Attempt extends Guarded {
  readonly presentation: Presentation;
  readonly reply: Reply | null;
  /** Whether the right key was accepted before and after. */
  readonly certain: boolean;
  /** The answer to the right key, requested if the wrong one was neither refused nor accepted. */
  readonly usual?: Reply | undefined;
}

export interface Attempts {
  readonly list: readonly Attempt[];
  /** The refusal of the right key after which nothing more was sent. */
  readonly lockedOut: Reply | null;
}

/** Neither a success nor a refusal of the key: the right key may get the same. */
export function isOtherAnswer(reply: Reply): boolean {
  return !isServed(reply) && reply.status !== 401 && reply.status !== 429;
}

/** Whether an attempt got an answer other than 401 that nothing else explains. */
export function isOdd({ reply, usual, certain }: Attempt, lockedOut: Reply | null): boolean {
  if (reply === null || reply.status === 401 || reply.status === 429 || isUsualRefusal(reply, usual)) return false;
  return certain || (reply.status !== null && reply.status !== lockedOut?.status);
}

function isMistaken(attempt: Attempt, lockedOut: Reply | null): boolean {
  return isOdd(attempt, lockedOut) && !isRefused(attempt);
}

function isRefused({ presentation, reply }: Attempt): boolean {
  return reply?.status === 401 || (reply?.status === 400 && PRESENTATIONS[presentation].mayBe400 === true);
}

/** Expects every attempt to get 401 with only the error in it. Returns a sentence about which endpoints refused. */
export function expectUnauthorised(attempts: readonly Attempt[], lockedOut: Reply | null): string {
  const answered = attempts.flatMap(({ reply, ...attempt }) => (reply === null ? [] : [{ ...attempt, reply }]));
  const accepted = answered.filter((attempt) => isMistaken(attempt, lockedOut));
  const [first] = accepted;
  if (first !== undefined) {
    const [own = '', ...others] = endpoints(accepted);
    const holds = isServed(first.reply) ? `${servedAnyway(first.reply) === null ? 'without' : 'with'} data ` : '';
    const how = own.replace(/^\S+(?: \/\S+)?/, '');
    const like = others.length === 0 ? '' : `, the same at ${inWords(others, 'and')}`;
    const circumstance = `${holds}to ${inWords(keys(accepted), 'and')}${how}${like}`;
    if (first.reply.status === null) expect(first.reply, circumstance).status(401);
    violation(otherAnswer(first.reply, [401], { circumstance, ...contrast(answered, accepted) }));
  }
  const judged = answered.filter(isRefused);
  for (const { reply } of judged) expectNothingServed(reply);
  if (lockedOut !== null && attempts.some(({ certain }) => !certain))
    inconclusive(
      `The service locked this client out after wrong keys${orLimits(lockedOut)} (the right key got ${describe(lockedOut)}), so this was not tried to the end.`,
      lockedOut,
    );
  const limited = answered.find(({ reply }) => reply.status === 429);
  if (limited !== undefined)
    inconclusive(`${limited.endpoint} answered wrong keys with 429 (rate limit).`, limited.reply);
  const unjudged = answered.find((attempt) => !isRefused(attempt));
  if (judged.length === 0 && unjudged !== undefined)
    inconclusive(because('The same request is refused for the right key too', unjudged.reply), unjudged.reply);
  return `Refused by ${inWords([...new Set(judged.map(({ endpoint }) => endpoint))], 'and')}.`;
}

/** A rate limit that was not waited out looks the same. */
export function orLimits({ status }: Reply): string {
  return status === 429 ? ', or limits how often it is called' : '';
}

/** A service may check the request before the credential: if the right key gets the same refusal, it shows nothing. */
export function isUsualRefusal(reply: Reply, usual: Reply | undefined): boolean {
  return usual !== undefined && !isServed(usual) && reply.status === usual.status;
}

/** The other calls that refuse the same credentials, and the other credentials that the same calls refuse. */
function contrast(answered: readonly Attempt[], accepted: readonly Attempt[]): { more?: string } {
  const refused = answered.filter(({ reply }) => reply?.status === 401);
  const isAs = (one: Attempt, by: 'endpoint' | 'presentation') => accepted.some((each) => each[by] === one[by]);
  const others = endpoints(refused.filter((one) => isAs(one, 'presentation') && !isAs(one, 'endpoint')));
  const words = keys(refused.filter((one) => isAs(one, 'endpoint') && !isAs(one, 'presentation')));
  const calls = others.length === 1 ? `${others.join()} answers` : `The other ${others.length} calls answer`;
  const more = [
    ...(others.length === 0 ? [] : [`${calls} 401.`]),
    ...(words.length === 0 ? [] : [`Refused as they should be: ${inWords(words, 'and')}.`]),
  ];
  return more.length === 0 ? {} : { more: more.join(' ') };
}

function keys(attempts: readonly Attempt[]): string[] {
  return [...new Set(attempts.map(({ presentation }) => PRESENTATIONS[presentation].words))];
}

function endpoints(attempts: readonly Attempt[]): string[] {
  return [...new Set(attempts.map(({ endpoint, how = '' }) => endpoint + how))];
}

/** By endpoint, a member that successful answers have and refusals do not need. */
const SERVED_MEMBERS: Readonly<Partial<Record<Endpoint, string>>> = {
  health: 'capabilities',
  inventory: 'inventory_id',
  forecast: 'available_impressions',
  orders: 'line_item_id',
  reports: 'impressions',
};

export function expectNothingServed(reply: Reply): void {
  const found = servedAnyway(reply);
  if (found !== null)
    violation({
      expected: `status ${reply.status ?? ''} with the error alone`,
      actual: `${found.name} ${shown(found.value)}`,
      pointer: found.pointer,
      replies: [reply],
    });
}

function servedAnyway({ endpoint, json }: Reply) {
  const name = SERVED_MEMBERS[endpoint];
  if (name === undefined || !json.ok) return null;
  const found = placeWhere(json.value, (value, member) => member === name && value !== null);
  return found && { name, ...found };
}

/** Whether the same endpoint gives a plainer wrong credential the same wrong answer, so that only that one is reported. */
export function isSameMistake(attempt: Attempt, { list, lockedOut }: Attempts): boolean {
  if (!isWrong(attempt, lockedOut)) return false;
  const { plainer } = PRESENTATIONS[attempt.presentation];
  const others = list.filter(
    ({ endpoint, presentation }) => endpoint === attempt.endpoint && plainer.includes(presentation),
  );
  return others.some((other) => isWrong(other, lockedOut) && isAlike(other.reply, attempt.reply));
}

/** Whether a wrong key gets the same answer as a key that lacks a scope: then the mistake is not about scopes. */
export function isAsForWrongKey(reply: Reply, { list, lockedOut }: Attempts): boolean {
  const wrong = list.filter(({ presentation }) => ['wrong', 'altered-last'].includes(presentation));
  const there = wrong.filter((attempt) => attempt.reply?.endpoint === reply.endpoint);
  return there.some((attempt) => isWrong(attempt, lockedOut) && isAlike(attempt.reply, reply));
}

function isWrong(attempt: Attempt, lockedOut: Reply | null): boolean {
  const { reply } = attempt;
  return isMistaken(attempt, lockedOut) || (reply?.status === 401 && servedAnyway(reply) !== null);
}

/** A repeated order may get another of these statuses than the first time. */
const STATUSES_OF_REPEATS: readonly unknown[] = [200, 201, 409];

function isAlike(one: Reply | null, other: Reply | null): boolean {
  const [first, second] = [one?.status, other?.status];
  return first === second || (STATUSES_OF_REPEATS.includes(first) && STATUSES_OF_REPEATS.includes(second));
}
