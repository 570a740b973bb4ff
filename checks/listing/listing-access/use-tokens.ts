import { describe } from '../../../src/engine/expect.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { excuse, isDenied, type Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import { isGranted, isRecognised, lacksScope } from '../readers/answers.ts';
import { sendableToken } from '../readers/grant.ts';
import { keyAndSecret, rightCredentials } from '../values/exchange-request.ts';
import { MODES, type ByMode, type GoodTokens, type Mode, type Uses } from './records.ts';

// Good tokens, used again and again as a run goes on. A service may shut an address out that has tried wrong tokens: what
// is refused then is excused, unless another token is recognised at that moment.

export interface Moment extends Pick<Uses, 'recognised'> {
  readonly when: string;
  readonly reply: Reply;
}

export function momentsOf(
  uses: Readonly<Record<'again' | 'afterWrong' | 'late', Uses>>,
  kind: 'full' | 'limited',
  mode: Mode,
  again = 'when the same token was used again',
): readonly Moment[] {
  const moments = [
    [uses.again, again],
    [uses.afterWrong, 'after wrong tokens were tried'],
    [uses.late, 'at the end of the run'],
  ] as const;
  return moments.flatMap(([{ [kind]: replies, recognised }, when]) => {
    const reply = replies[mode];
    return reply === null ? [] : [{ reply, when, recognised }];
  });
}

/**
 * If some are denied, it shows whether any token is recognised: a fresh one at last. Then these are used once more: the
 * address may have been shut out for a moment only.
 */
export async function useTokens(http: Wire, id: number, tokens: GoodTokens, isKnownGood = false): Promise<Uses> {
  const first = {
    full: await inEachMode(tokens.full, (as) => http.toplists(id, { as, isKnownGood })),
    limited: await inEachMode(tokens.limited, (as) => http.toplists(id, { as })),
  };
  const all = repliesIn(first);
  const recognised = all.find(isRecognised) ?? (all.some(isDenied) ? await freshTokenServed(http, id, tokens) : null);
  const again = (of: ByMode<Secret>) => (reply: Reply, mode: Mode) => {
    const as = of[mode];
    return recognised && as && isDenied(reply) && !isRecognised(reply) ? http.toplists(id, { as }) : reply;
  };
  const uses = {
    full: await inEachMode(first.full, again(tokens.full)),
    limited: await inEachMode(first.limited, again(tokens.limited)),
  };
  for (const reply of repliesIn(uses)) excuseUnclear(reply, recognised);
  return { ...uses, recognised };
}

function repliesIn({ full, limited }: Pick<Uses, 'full' | 'limited'>): Reply[] {
  return [full, limited].flatMap((of) => MODES.flatMap((mode) => of[mode] ?? []));
}

async function inEachMode<T, R>(of: ByMode<T>, make: (one: T, mode: Mode) => R | Promise<R>): Promise<ByMode<R>> {
  const { exchanged, static: fixed } = of;
  const first = exchanged && (await make(exchanged, 'exchanged'));
  return { exchanged: first, static: fixed && (await make(fixed, 'static')) };
}

/** A refusal that may be of the whole address is held against nobody; one that names the scope is not of that kind. */
function excuseUnclear(reply: Reply, recognised: Reply | null): void {
  if (isRecognised(reply)) return;
  const why = isDenied(reply) ? shutOutBy(reply) : `Whether the token is still good does not show: ${describe(reply)}.`;
  if (recognised === null || !isDenied(reply)) excuse(reply, { why, shownBy: [reply] });
}

export function shutOutBy(refusal: Reply): string {
  return `Since wrong tokens were tried, a right one is refused too: ${describe(refusal)}.`;
}

async function freshTokenServed(http: Wire, id: number, { credentials }: GoodTokens): Promise<Reply | null> {
  if (credentials === null) return null;
  const token = sendableToken(await http.exchange(keyAndSecret(http, credentials), rightCredentials));
  const reply = token && (await http.toplists(id, { as: token }));
  return reply !== null && isGranted(reply) ? reply : null;
}

export interface KnownToken {
  readonly as: Secret;
  readonly mode: Mode;
  readonly isLimited: boolean;
}

/** Tokens that were answered as they should be when they were used last: data, or 403 for their scope. */
export function knownTokens({ full, limited }: GoodTokens, last: Uses): readonly KnownToken[] {
  const known = (of: ByMode<Secret>, uses: ByMode<Reply>, isLimited: boolean) =>
    MODES.flatMap((mode) => {
      const [as, use] = [of[mode], uses[mode]];
      return as && use && (isLimited ? lacksScope(use) : isGranted(use)) ? [{ as, mode, isLimited }] : [];
    });
  return [...known(full, last.full, false), ...known(limited, last.limited, true)];
}

export const AT_ONCE = 4;

export interface UseAtOnce extends KnownToken {
  readonly reply: Reply;
}

export function useAtOnce(http: Wire, id: number, tokens: GoodTokens): Promise<readonly UseAtOnce[]> {
  const kinds = [tokens.full, tokens.limited].map((of, index) =>
    MODES.flatMap((mode) => {
      const as = of[mode];
      return as === null ? [] : [{ as, mode, isLimited: index === 1 }];
    }),
  );
  const turns = Array.from({ length: AT_ONCE }, (_, turn) => kinds.flatMap((kind) => kind[turn % kind.length] ?? []));
  const areBoth = kinds.every((kind) => kind.length > 0);
  const ask = async (token: KnownToken) => ({ ...token, reply: await http.toplists(id, token) });
  return Promise.all(areBoth ? turns.flat().map(ask) : []);
}
