import { describe } from '../../../src/engine/expect.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { excuse, isDenied, type Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import type { KeyAndSecret } from '../../givens.ts';
import { isGranted, isRecognised } from '../readers/answers.ts';
import { sendableToken } from '../readers/grant.ts';
import { keyAndSecret, rightCredentials } from '../values/exchange-request.ts';

// Good tokens, used again and again as a run goes on. A service may shut an address out that has tried wrong tokens: what
// is refused then is excused, unless another token is recognised at that moment.

/** How a token was got: exchanged for key and secret (mode B), or issued as it is (mode A). */
export type Mode = 'exchanged' | 'static';

export interface GoodToken {
  readonly as: Secret;
  readonly mode: Mode;
  /** It lacks the scope. */
  readonly isLimited: boolean;
}

export interface GoodTokens {
  readonly all: readonly GoodToken[];
  readonly credentials: KeyAndSecret | null;
}

export interface Use extends GoodToken {
  readonly reply: Reply;
}

export interface Uses {
  readonly all: readonly Use[];
  /** A token that was recognised: the address is not shut out. */
  readonly recognised: Reply | null;
}

/**
 * If some are denied, it shows whether any token is recognised: a fresh one at last. Then these are used once more: the
 * address may have been shut out for a moment only.
 */
export async function useTokens(http: Wire, id: number, tokens: GoodTokens, isKnownGood: boolean): Promise<Uses> {
  const first: Use[] = [];
  for (const token of tokens.all) {
    const options = { as: token.as, isKnownGood: isKnownGood && !token.isLimited };
    first.push({ ...token, reply: await http.toplists(id, options) });
  }
  const replies = first.map(({ reply }) => reply);
  const known = replies.find(isRecognised) ?? null;
  const recognised = known ?? (replies.some(isDenied) ? await freshTokenServed(http, id, tokens) : null);
  const all: Use[] = [];
  for (const use of first) {
    const isUnclear = recognised && isDenied(use.reply) && !isRecognised(use.reply);
    const reply = isUnclear ? await http.toplists(id, { as: use.as }) : use.reply;
    excuseUnclear(reply, recognised);
    all.push({ ...use, reply });
  }
  return { all, recognised };
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

export interface Moment extends Use, Pick<Uses, 'recognised'> {
  readonly when: string;
}

export function momentsOf({ again, afterWrong, late }: Readonly<Record<'again' | 'afterWrong' | 'late', Uses>>) {
  const moments = [
    [again, 'when it was used again'],
    [afterWrong, 'after wrong tokens were tried'],
    [late, 'at the end of the run'],
  ] as const;
  return moments.flatMap(([{ all, recognised }, when]) => all.map((use): Moment => ({ ...use, recognised, when })));
}
