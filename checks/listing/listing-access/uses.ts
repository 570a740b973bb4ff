import { describe } from '../../../src/engine/expect.ts';
import type { CallOptions, Wire } from '../../../src/engine/wire.ts';
import type { Progress } from '../../../src/http/exchange-ledger.ts';
import { excuse, isDenied, type Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import type { KeyAndSecret } from '../../givens.ts';
import { isAnswered, isGranted, lacksScope } from '../readers/answers.ts';
import { sendableToken } from '../readers/grant.ts';
import { keyAndSecret, rightCredentials } from '../values/exchange-request.ts';

/** Tokens that were served before, and others that tell whether this address is shut out. */
export interface GoodTokens {
  readonly exchanged: Secret | null;
  readonly fixed: Secret | null;
  /** They lack the scope. */
  readonly limitedExchanged: Secret | null;
  readonly limitedFixed: Secret | null;
  /** A fresh token is exchanged for these. */
  readonly credentials: KeyAndSecret | null;
}

/** What tokens of both kinds are answered at one moment. */
interface ByMode {
  readonly exchanged: Reply | null;
  readonly static: Reply | null;
  /** Another token was recognised between two refusals: the address is not shut out. */
  readonly recognised: Reply | null;
}

/** What all good tokens are answered at one moment. */
export interface Uses extends ByMode {
  readonly limited: ByMode;
  /** When they were used. */
  readonly progress: Progress;
}

/**
 * Uses the tokens that were served before. If one is refused, another tells whether that is because of the address. After
 * wrong tokens the refused one is then used once more: a service may shut an address out for as short a time as it likes.
 */
export async function useGood(
  http: Wire,
  id: number,
  tokens: GoodTokens,
  isAfterWrong = true,
): Promise<ByMode & { readonly progress: Progress }> {
  const { progress } = http.ledger;
  const ask = (as: Secret) => http.toplists(id, { as });
  const first = await useBoth(tokens.exchanged, tokens.fixed, ask);
  const seen = [first.exchanged, first.static].filter((reply) => reply !== null);
  if (!seen.some(isDenied)) return { ...first, recognised: null, progress };
  const limited = [tokens.limitedFixed, tokens.limitedExchanged];
  const recognised =
    seen.find(isGranted) ?? (await firstRecognised(limited, ask)) ?? (await freshTokenServed(http, tokens, ask));
  if (recognised === null) return { ...first, recognised, progress };
  const again = async (reply: Reply | null, token: Secret | null) =>
    reply && token && isDenied(reply) && (isAfterWrong || mayBeOfRateLimit(reply)) ? ask(token) : reply;
  return {
    exchanged: await again(first.exchanged, tokens.exchanged),
    static: await again(first.static, tokens.fixed),
    recognised,
    progress,
  };
}

/**
 * Uses the tokens that lack the scope. If one is refused for another reason, a token with the scope tells whether that is
 * because of the address.
 */
async function useLimited(http: Wire, id: number, tokens: GoodTokens): Promise<ByMode> {
  const ask = (as: Secret) => http.toplists(id, { as });
  const first = await useBoth(tokens.limitedExchanged, tokens.limitedFixed, ask);
  const isUnknown = (reply: Reply | null) => reply !== null && isDenied(reply) && !lacksScope(reply);
  if (!isUnknown(first.exchanged) && !isUnknown(first.static)) return { ...first, recognised: null };
  const recognised = await firstRecognised([tokens.exchanged, tokens.fixed], ask);
  const again = async (reply: Reply | null, token: Secret | null) =>
    recognised && token && reply && mayBeOfRateLimit(reply) ? ask(token) : reply;
  return {
    exchanged: await again(first.exchanged, tokens.limitedExchanged),
    static: await again(first.static, tokens.limitedFixed),
    recognised,
  };
}

/** Uses all tokens, with the scope and without, and excuses what may be because this address is shut out. */
export async function useAll(http: Wire, id: number, tokens: GoodTokens, isAfterWrong = true): Promise<Uses> {
  const good = await useGood(http, id, tokens, isAfterWrong);
  const limited = await useLimited(http, id, tokens);
  excuseShutOut(good);
  const seen = [good.exchanged, good.static].filter((reply) => reply !== null);
  const areAccepted = good.recognised === null && seen.length > 0 && seen.every(isGranted);
  for (const reply of [limited.exchanged, limited.static]) {
    if (reply === null || isGranted(reply)) continue;
    if (isDenied(reply)) excuseDenied(reply, areAccepted && limited.recognised !== null);
    else if (!areAccepted)
      excuse(reply, { why: `Whether the scope is asked for does not show: ${describe(reply)}.`, shownBy: [reply] });
  }
  return { ...good, limited };
}

/** A good token that is refused while no other is recognised is held against nobody: all of this address may be shut out. */
export function excuseShutOut({ exchanged, static: fixed, recognised }: ByMode): void {
  for (const reply of [exchanged, fixed]) {
    if (reply === null || isGranted(reply)) continue;
    if (isDenied(reply)) excuseDenied(reply, recognised !== null);
    else excuse(reply, { why: `Whether the token is still good does not show: ${describe(reply)}.`, shownBy: [reply] });
  }
}

function excuseDenied(reply: Reply, isAddressRecognised: boolean): void {
  if (!isAddressRecognised && !lacksScope(reply)) excuse(reply, { why: shutOutBy(reply), shownBy: [reply] });
}

export function shutOutBy(refusal: Reply): string {
  return `Since wrong tokens were tried, a right one is refused too: ${describe(refusal)}.`;
}

type Ask = (as: Secret) => Promise<Reply>;

async function useBoth(exchanged: Secret | null, fixed: Secret | null, ask: Ask) {
  return { exchanged: exchanged && (await ask(exchanged)), static: fixed && (await ask(fixed)) };
}

/** A 403 that names no scope may be that of a rate limit. */
function mayBeOfRateLimit(reply: Reply): boolean {
  return reply.status === 403 && !lacksScope(reply);
}

async function firstRecognised(tokens: readonly (Secret | null)[], ask: Ask): Promise<Reply | null> {
  for (const token of tokens) {
    const reply = token && (await ask(token));
    if (reply !== null && (isGranted(reply) || lacksScope(reply))) return reply;
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
  readonly mode: 'exchanged' | 'static';
  /** Its token lacks the scope. */
  readonly isLimited: boolean;
  readonly reply: Reply;
}

type Kind = readonly (Pick<UseAtOnce, 'mode' | 'isLimited'> & { readonly token: Secret })[];

/**
 * Uses tokens with the scope and without it in turn, all at once; none if there are no tokens of both kinds. Some requests
 * may be too many for a limit of the data endpoint: if all of a kind are, one of it is sent again.
 */
export async function useAtOnce(http: Wire, id: number, tokens: GoodTokens): Promise<UseAtOnce[]> {
  const kinds = [
    kindOf(tokens.exchanged, tokens.fixed, false),
    kindOf(tokens.limitedExchanged, tokens.limitedFixed, true),
  ];
  if (kinds.some((kind) => kind.length === 0)) return [];
  const ask = (kind: Kind, index: number, options: CallOptions = {}) =>
    kind
      .filter((_, place) => place === index % kind.length)
      .map(async ({ token, ...use }) => ({ ...use, reply: await http.toplists(id, { ...options, as: token }) }));
  const turns = Array.from({ length: AT_ONCE }, (_, turn) =>
    kinds.flatMap((kind) => ask(kind, turn, { retry: 'never' })),
  );
  const atOnce = await Promise.all(turns.flat());
  const unanswered = kinds.filter(
    ([first]) => !atOnce.some(({ isLimited, reply }) => isLimited === first?.isLimited && isAnswered(reply)),
  );
  return [...atOnce, ...(await Promise.all(unanswered.flatMap((kind) => ask(kind, 0))))];
}

function kindOf(exchanged: Secret | null, fixed: Secret | null, isLimited: boolean): Kind {
  return [
    ...(exchanged === null ? [] : [{ mode: 'exchanged' as const, isLimited, token: exchanged }]),
    ...(fixed === null ? [] : [{ mode: 'static' as const, isLimited, token: fixed }]),
  ];
}
