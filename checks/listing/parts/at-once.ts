import type { CallOptions, Wire } from '../../../src/engine/wire.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/http/secret.ts';
import type { GoodTokens } from './good-uses.ts';

/** So many requests of each kind are under way at once. */
export const AT_ONCE = 4;

/** What one token was answered while others were used. */
interface UseAtOnce {
  readonly mode: 'exchanged' | 'static';
  /** Its token lacks the scope. */
  readonly isLimited: boolean;
  readonly reply: Reply;
}

type Kind = readonly (Pick<UseAtOnce, 'mode' | 'isLimited'> & { readonly token: Secret })[];

/**
 * Uses tokens with the scope and without it in turn, all at once; none where there are no tokens of both kinds. Some may
 * be too many for a limit of the data endpoint: where all of a kind are, one of it is sent again.
 */
export async function useAtOnce(
  http: Wire,
  id: number,
  { exchanged, fixed, limitedExchanged, limitedFixed }: GoodTokens,
): Promise<UseAtOnce[]> {
  const kinds = [kindOf(exchanged, fixed, false), kindOf(limitedExchanged, limitedFixed, true)];
  if (kinds.some((kind) => kind.length === 0)) return [];
  const ask = (kind: Kind, index: number, options: CallOptions = {}) =>
    [kind[index % kind.length]]
      .filter((use) => use !== undefined)
      .map(async ({ mode, isLimited, token }) => ({
        mode,
        isLimited,
        reply: await http.toplists(id, { ...options, as: token }),
      }));
  const indexes = Array.from({ length: AT_ONCE }, (_, index) => index);
  const inTurn = indexes.flatMap((index) => kinds.flatMap((kind) => ask(kind, index, { retry: 'never' })));
  const atOnce = await Promise.all(inTurn);
  const unanswered = kinds.filter(
    ([first]) => !atOnce.some(({ isLimited, reply }) => isLimited === first?.isLimited && isAnswered(reply)),
  );
  return [...atOnce, ...(await Promise.all(unanswered.flatMap((kind) => ask(kind, 0))))];
}

/** Whether a request came to more than a wait for another moment. */
export function isAnswered({ status }: Reply): boolean {
  return status !== null && status !== 429;
}

function kindOf(exchanged: Secret | null, fixed: Secret | null, isLimited: boolean): Kind {
  return [
    ...(exchanged === null ? [] : [{ mode: 'exchanged' as const, isLimited, token: exchanged }]),
    ...(fixed === null ? [] : [{ mode: 'static' as const, isLimited, token: fixed }]),
  ];
}
