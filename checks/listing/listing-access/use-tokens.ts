import { describe } from '../../../src/engine/expect.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { excuse, isDenied, type Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import { isGranted, isRecognised, isRefusal, lacksScope } from '../readers/answers.ts';
import { sendableToken } from '../readers/grant.ts';
import { keyAndSecret, rightCredentials } from '../values/exchange-request.ts';
import { MODES, type ByMode, type GoodTokens, type Mode, type Uses } from './records.ts';

// Good tokens, used again and again as a run goes on. A service may shut an address out that has tried wrong tokens: what
// is refused then is excused, unless another token is recognised at that moment.

export interface Moment extends Pick<Uses, 'recognised' | 'progress'> {
  readonly when: string;
  readonly reply: Reply;
}

export function momentsOf(
  uses: Readonly<Record<'again' | 'between' | 'afterWrong' | 'late', Uses>>,
  kind: 'full' | 'limited',
  mode: Mode,
  again = 'when the same token was used again',
): readonly Moment[] {
  const moments = [
    [uses.again, again],
    [uses.between, 'after requests without a token and with one that was never issued'],
    [uses.afterWrong, 'after wrong tokens were tried'],
    [uses.late, 'at the end of the run'],
  ] as const;
  return moments.flatMap(([{ [kind]: replies, recognised, progress }, when]) => {
    const reply = replies[mode];
    return reply === null ? [] : [{ reply, when, recognised, progress }];
  });
}

type Ask = (as: Secret) => Promise<Reply>;

async function inEachMode<T, R>(of: ByMode<T>, make: (one: T, mode: Mode) => R | Promise<R>): Promise<ByMode<R>> {
  const { exchanged, static: fixed } = of;
  const first = exchanged && (await make(exchanged, 'exchanged'));
  return { exchanged: first, static: fixed && (await make(fixed, 'static')) };
}

function present<T>({ exchanged, static: fixed }: ByMode<T>): T[] {
  return [exchanged, fixed].filter((one) => one !== null);
}

/** One that is refused while another is recognised is used once more: an address may be shut out for a moment only. */
export async function useTokens(http: Wire, id: number, tokens: GoodTokens, isKnownGood = false): Promise<Uses> {
  const { progress } = http.ledger;
  const ask: Ask = (as) => http.toplists(id, { as });
  const first = await inEachMode(tokens.full, (as) => http.toplists(id, { as, isKnownGood }));
  const recognised = present(first).some(isDenied)
    ? (present(first).find(isGranted) ??
      (await firstRecognised(present(tokens.limited), ask)) ??
      (await freshTokenServed(http, tokens, ask)))
    : null;
  const full = await inEachMode(first, (reply, mode) => {
    const token = tokens.full[mode];
    return token && isDenied(reply) && recognised !== null ? ask(token) : reply;
  });
  for (const reply of present(full)) excuseUnclear(reply, 'the token is still good', recognised !== null);
  const areServed = recognised === null && present(full).length > 0 && present(full).every(isGranted);
  const limited = await inEachMode(tokens.limited, async (token) => {
    const answer = await ask(token);
    // A 403 that names no scope may be that of a rate limit.
    const reply = answer.status === 403 && !lacksScope(answer) ? await ask(token) : answer;
    if (lacksScope(reply) || (areServed && !isDenied(reply))) return reply;
    const isRecognised = areServed && (await firstRecognised(present(tokens.full), ask)) !== null;
    excuseUnclear(reply, 'the scope is required', isRecognised);
    return reply;
  });
  return { full, limited, recognised, progress };
}

/** A refusal that may be of the whole address is held against nobody; one that names the scope is not of that kind. */
function excuseUnclear(reply: Reply, what: string, isAddressRecognised: boolean): void {
  if (isGranted(reply) || lacksScope(reply)) return;
  if (!isDenied(reply)) excuse(reply, { why: `Whether ${what} does not show: ${describe(reply)}.`, shownBy: [reply] });
  else if (!isAddressRecognised) excuseIfShutOut(reply, reply);
}

export function excuseIfShutOut(shut: Reply | null | undefined, reply: Reply): void {
  if (shut) excuse(reply, { why: shutOutBy(shut), shownBy: [reply] });
}

export function shutOutBy(refusal: Reply): string {
  return `Since wrong tokens were tried, a right one is refused too: ${describe(refusal)}.`;
}

async function firstRecognised(tokens: readonly Secret[], ask: Ask): Promise<Reply | null> {
  for (const token of tokens) {
    const reply = await ask(token);
    if (isRecognised(reply)) return reply;
  }
  return null;
}

async function freshTokenServed(http: Wire, { credentials }: GoodTokens, ask: Ask): Promise<Reply | null> {
  if (credentials === null) return null;
  const token = sendableToken(await http.exchange(keyAndSecret(http, credentials), rightCredentials));
  const reply = token && (await ask(token));
  return reply !== null && isGranted(reply) ? reply : null;
}

export interface KnownToken {
  readonly as: Secret;
  readonly mode: Mode;
  readonly isLimited: boolean;
}

/**
 * Tokens that were answered as they should be when they were used last: data, or 403 for their scope. The first one comes
 * again before each of the others.
 */
export function knownTokens({ full, limited }: GoodTokens, last: Uses): readonly KnownToken[] {
  const known = (of: ByMode<Secret>, uses: ByMode<Reply>, isLimited: boolean) =>
    MODES.flatMap((mode) => {
      const [as, use] = [of[mode], uses[mode]];
      return as && use && (isLimited ? lacksScope(use) : isGranted(use)) ? [{ as, mode, isLimited }] : [];
    });
  const [first, ...others] = [...known(full, last.full, false), ...known(limited, last.limited, true)];
  if (first === undefined || others.length === 0) return first === undefined ? [] : [first];
  return others.flatMap((other) => [first, other]);
}

export const AT_ONCE = 4;

interface Turn extends KnownToken {
  readonly reply: Reply;
}

export interface UseAtOnce extends Omit<Turn, 'as'> {
  /** For a token that was refused as it never was alone: its answers when all were used at once again, and then alone. */
  readonly again?: { readonly atOnce: readonly Reply[]; readonly alone: readonly Reply[] };
}

export async function useAtOnce(http: Wire, id: number, tokens: GoodTokens): Promise<readonly UseAtOnce[]> {
  const kinds = [tokens.full, tokens.limited].map((of, index) =>
    MODES.flatMap((mode) => {
      const as = of[mode];
      return as === null ? [] : [{ as, mode, isLimited: index === 1 }];
    }),
  );
  if (kinds.some((kind) => kind.length === 0)) return [];
  const turns = Array.from({ length: AT_ONCE }, (_, turn) => kinds.flatMap((kind) => kind[turn % kind.length] ?? []));
  const ask = async (token: KnownToken): Promise<Turn> => ({ ...token, reply: await http.toplists(id, token) });
  const allAtOnce = () => Promise.all(turns.flat().map(ask));
  const first = await allAtOnce();
  const isRefused = ({ isLimited, reply }: Turn) => isRefusal(reply) && !isAnsweredRight(isLimited, reply);
  const refused = new Set(first.filter(isRefused).map(({ as }) => as));
  if (refused.size === 0) return first;
  const second = await allAtOnce();
  const alone: Turn[] = [];
  for (const token of turns.flat()) if (refused.has(token.as)) alone.push(await ask(token));
  const repliesTo = (token: Secret, all: readonly Turn[]) =>
    all.flatMap(({ as, reply }) => (as === token ? reply : []));
  return first.map((use) =>
    refused.has(use.as)
      ? { ...use, again: { atOnce: repliesTo(use.as, second), alone: repliesTo(use.as, alone) } }
      : use,
  );
}

/** Whether a token gets data, or 403 if it lacks the scope. */
export function isAnsweredRight(isLimited: boolean, reply: Reply): boolean {
  return isLimited ? reply.status === 403 : isGranted(reply);
}
