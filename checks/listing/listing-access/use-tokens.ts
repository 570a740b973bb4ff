import { describe } from '../../../src/engine/expect.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import type { Progress } from '../../../src/http/exchange-ledger.ts';
import { excuse, isDenied, type Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import type { KeyAndSecret } from '../../givens.ts';
import { isGranted, lacksScope } from '../readers/answers.ts';
import { sendableToken } from '../readers/grant.ts';
import { keyAndSecret, rightCredentials } from '../values/exchange-request.ts';

/*
 * Good tokens, used again and again as a run goes on. A service may shut an address out that has tried wrong tokens: what
 * is refused then is excused, unless another token is recognised at that moment.
 */

/** How a token was got: exchanged for key and secret (mode B), or issued as it is (mode A). */
export const MODES = ['exchanged', 'static'] as const;
export type Mode = (typeof MODES)[number];
export type ByMode<T> = Readonly<Record<Mode, T | null>>;

/** The tokens of the run, as far as there are any. */
export interface GoodTokens {
  /** They hold the scope, and were served before. */
  readonly full: ByMode<Secret>;
  /** They lack the scope. */
  readonly limited: ByMode<Secret>;
  /** A fresh token is exchanged for these. */
  readonly credentials: KeyAndSecret | null;
}

/** What the tokens with the scope are answered at one moment. */
export interface Uses extends ByMode<Reply> {
  /** Another token was recognised beside a refusal: the address is not shut out. */
  readonly recognised: Reply | null;
  /** When they were used. */
  readonly progress: Progress;
}

/** What all tokens are answered at one moment. */
export interface AllUses extends Uses {
  readonly limited: ByMode<Reply>;
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

/** Uses the tokens with the scope. One that is refused while another is recognised is used once more: a service may shut an address out for as short a time as it likes. */
export async function useFull(http: Wire, id: number, tokens: GoodTokens, isKnownGood = false): Promise<Uses> {
  const { progress } = http.ledger;
  const ask: Ask = (as) => http.toplists(id, { as });
  const first = await inEachMode(tokens.full, (as) => http.toplists(id, { as, isKnownGood }));
  const recognised = present(first).some(isDenied)
    ? (present(first).find(isGranted) ??
      (await firstRecognised(present(tokens.limited), ask)) ??
      (await freshTokenServed(http, tokens, ask)))
    : null;
  const isAskedAgain = (reply: Reply) => isDenied(reply) && recognised !== null;
  const uses = await inEachMode(first, (reply, mode) => {
    const token = tokens.full[mode];
    return token && isAskedAgain(reply) ? ask(token) : reply;
  });
  for (const reply of present(uses)) {
    if (isDenied(reply)) excuseDenied(reply, recognised !== null);
    else if (!isGranted(reply))
      excuse(reply, { why: `Whether the token is still good does not show: ${describe(reply)}.`, shownBy: [reply] });
  }
  return { ...uses, recognised, progress };
}

/** Uses all tokens. One without the scope that is refused for another reason is excused unless those with it are served. */
export async function useAll(http: Wire, id: number, tokens: GoodTokens, isKnownGood = false): Promise<AllUses> {
  const full = await useFull(http, id, tokens, isKnownGood);
  const ask: Ask = (as) => http.toplists(id, { as });
  const limited = await inEachMode(tokens.limited, async (token) => {
    const reply = await ask(token);
    // A 403 that names no scope may be that of a rate limit.
    return reply.status === 403 && !lacksScope(reply) ? ask(token) : reply;
  });
  const areServed = full.recognised === null && present(full).length > 0 && present(full).every(isGranted);
  for (const reply of present(limited)) {
    if (isDenied(reply)) {
      const isRecognised =
        areServed && (lacksScope(reply) || (await firstRecognised(present(tokens.full), ask)) !== null);
      excuseDenied(reply, isRecognised);
    } else if (!isGranted(reply) && !areServed)
      excuse(reply, { why: `Whether the scope is asked for does not show: ${describe(reply)}.`, shownBy: [reply] });
  }
  return { ...full, limited };
}

/** A refusal that may be of the whole address is held against nobody; one that names the scope is not of that kind. */
function excuseDenied(reply: Reply, isAddressRecognised: boolean): void {
  if (!isAddressRecognised && !lacksScope(reply)) excuseIfShutOut(reply, reply);
}

/** Holds what an address is refused that is shut out against nobody. */
export function excuseIfShutOut(shut: Reply | null | undefined, reply: Reply): void {
  if (shut) excuse(reply, { why: shutOutBy(shut), shownBy: [reply] });
}

export function shutOutBy(refusal: Reply): string {
  return `Since wrong tokens were tried, a right one is refused too: ${describe(refusal)}.`;
}

async function firstRecognised(tokens: readonly Secret[], ask: Ask): Promise<Reply | null> {
  for (const token of tokens) {
    const reply = await ask(token);
    if (isGranted(reply) || lacksScope(reply)) return reply;
  }
  return null;
}

async function freshTokenServed(http: Wire, { credentials }: GoodTokens, ask: Ask): Promise<Reply | null> {
  if (credentials === null) return null;
  const token = sendableToken(await http.exchange(keyAndSecret(http, credentials), rightCredentials));
  const reply = token && (await ask(token));
  return reply !== null && isGranted(reply) ? reply : null;
}

/** So many requests of each kind are under way at once. */
export const AT_ONCE = 4;

/** What one token was answered while others were used. */
export interface UseAtOnce {
  readonly mode: Mode;
  /** Its token lacks the scope. */
  readonly isLimited: boolean;
  readonly reply: Reply;
}

/** Uses tokens with the scope and without it in turn, all at once; none if there are no tokens of both kinds. */
export async function useAtOnce(http: Wire, id: number, tokens: GoodTokens): Promise<UseAtOnce[]> {
  const kinds = [tokens.full, tokens.limited].map((of, index) =>
    MODES.flatMap((mode) => {
      const token = of[mode];
      return token === null ? [] : [{ mode, isLimited: index === 1, token }];
    }),
  );
  if (kinds.some((kind) => kind.length === 0)) return [];
  const turns = Array.from({ length: AT_ONCE }, (_, turn) => kinds.flatMap((kind) => kind[turn % kind.length] ?? []));
  return Promise.all(
    turns.flat().map(async ({ token, ...use }) => ({ ...use, reply: await http.toplists(id, { as: token }) })),
  );
}
