import type { Wire } from '../../../src/engine/wire.ts';
import type { Progress } from '../../../src/http/exchange-ledger.ts';
import { isDenied, type Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/http/secret.ts';
import type { KeyAndSecret } from '../../givens.ts';
import { sendableToken } from '../01-token-exchange.ts';
import { namesCode } from '../readers/error-code.ts';
import { isGranted, keyAndSecret, rightCredentials } from '../values/exchange-request.ts';

/** Tokens that were served before, and others that an address is known by which is not shut out. */
export interface GoodTokens {
  readonly exchanged: Secret | null;
  readonly fixed: Secret | null;
  /** They lack the scope. */
  readonly limitedExchanged: Secret | null;
  readonly limitedFixed: Secret | null;
  /** What a fresh token is exchanged for. */
  readonly credentials: KeyAndSecret | null;
}

/** What good tokens are answered at one moment. */
export interface Uses {
  readonly exchanged: Reply | null;
  readonly fixed: Reply | null;
  /** Another token is recognised between two refusals: the address is not shut out. */
  readonly recognised: Reply | null;
  /** When they were used. */
  readonly progress: Progress;
}

/**
 * Uses the tokens that were served before. Where one is refused, another tells whether that is for the address. Behind
 * wrong tokens it is used once more then: a service may shut an address out for as short a time as it likes.
 */
export async function useGood(http: Wire, id: number, tokens: GoodTokens, isBehindWrong = true): Promise<Uses> {
  const { exchanged, fixed, limitedExchanged, limitedFixed, credentials } = tokens;
  const { progress } = http.ledger;
  const limited = [limitedFixed, limitedExchanged].filter((token) => token !== null);
  const ask = (as: Secret) => http.toplists(id, { as });
  const used = async (token: Secret | null) => (token === null ? null : ask(token));
  const first = { exchanged: await used(exchanged), fixed: await used(fixed) };
  const seen = [first.exchanged, first.fixed].filter((reply) => reply !== null);
  if (!seen.some(isDenied)) return { ...first, recognised: null, progress };
  const recognised =
    seen.find(isGranted) ?? (await firstRecognised(limited, ask)) ?? (await withFreshToken(http, credentials, ask));
  if (recognised === null) return { ...first, recognised, progress };
  const maySoonPass = (reply: Reply) => isDenied(reply) && (isBehindWrong || mayBeOfRateLimit(reply));
  const again = async (reply: Reply | null, token: Secret | null) =>
    reply !== null && token !== null && maySoonPass(reply) ? ask(token) : reply;
  return {
    exchanged: await again(first.exchanged, exchanged),
    fixed: await again(first.fixed, fixed),
    recognised,
    progress,
  };
}

/** What tokens that lack the scope are answered at one moment. */
interface LimitedUses {
  readonly exchanged: Reply | null;
  readonly static: Reply | null;
  /** A token with the scope is recognised behind one of them that is not: the address is not shut out. */
  readonly recognised: Reply | null;
}

/**
 * Uses the tokens that lack the scope. Where one is refused for another reason, a token with the scope tells whether that
 * is for the address.
 */
export async function useLimited(
  http: Wire,
  id: number,
  { exchanged, fixed, limitedExchanged, limitedFixed }: GoodTokens,
): Promise<LimitedUses> {
  const ask = (as: Secret) => http.toplists(id, { as });
  const used = async (token: Secret | null) => (token === null ? null : ask(token));
  const first = { exchanged: await used(limitedExchanged), static: await used(limitedFixed) };
  const isUnknown = (reply: Reply | null) => reply !== null && isDenied(reply) && !lacksScope(reply);
  if (!isUnknown(first.exchanged) && !isUnknown(first.static)) return { ...first, recognised: null };
  const full = [exchanged, fixed].filter((token) => token !== null);
  const recognised = await firstRecognised(full, ask);
  const again = async (reply: Reply | null, token: Secret | null) =>
    recognised !== null && token !== null && reply !== null && mayBeOfRateLimit(reply) ? ask(token) : reply;
  return {
    exchanged: await again(first.exchanged, limitedExchanged),
    static: await again(first.static, limitedFixed),
    recognised,
  };
}

/** Whether good tokens were all accepted at once: nothing but its own sake gets another refused at that moment. */
export function areAccepted({ exchanged, fixed, recognised }: Uses): boolean {
  const seen = [exchanged, fixed].filter((reply) => reply !== null);
  return recognised === null && seen.length > 0 && seen.every(isGranted);
}

/** A service that names the missing scope knows the token: no address that is shut out is answered so. */
export function lacksScope(reply: Reply): boolean {
  return reply.status === 403 && namesCode(reply, 'insufficient_scope');
}

/** A 403 of no scope may be that of a rate limit. */
function mayBeOfRateLimit(reply: Reply): boolean {
  return reply.status === 403 && !lacksScope(reply);
}

async function firstRecognised(tokens: readonly Secret[], ask: (as: Secret) => Promise<Reply>): Promise<Reply | null> {
  for (const token of tokens) {
    const reply = await ask(token);
    if (isGranted(reply) || lacksScope(reply)) return reply;
  }
  return null;
}

async function withFreshToken(
  http: Wire,
  credentials: KeyAndSecret | null,
  ask: (as: Secret) => Promise<Reply>,
): Promise<Reply | null> {
  if (credentials === null) return null;
  const token = sendableToken(await http.exchange(keyAndSecret(http, credentials), rightCredentials));
  const reply = token && (await ask(token));
  return reply !== null && isGranted(reply) ? reply : null;
}
