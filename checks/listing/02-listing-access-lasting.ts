import { describe, violation } from '../../src/engine/expect.ts';
import { inconclusive } from '../../src/engine/signal.ts';
import type { Progress } from '../../src/http/exchange-ledger.ts';
import { isDenied, type Reply } from '../../src/http/reply.ts';
import { notBlocked, templateId } from '../givens.ts';
import { lasting, laterUses } from './01-token-exchange-again.ts';
import {
  exchangedTokenAccepted,
  goodTokens,
  limitedExchange,
  listingAccess,
  staticTokenAccepted,
  usedAgain,
} from './02-listing-access.ts';
import { mayBeShutOut, usedBehind, usedBetween } from './02-listing-access-refused.ts';
import { isGranted } from './values/exchange-request.ts';
import { lacksScope, useGood, useLimited, type Uses } from './parts/good-uses.ts';
import { inSeconds } from './values/spans.ts';

/** Every right token when all else has been asked; where the limit of the exchange was judged, minutes later. */
export const usedLast = listingAccess.stage(
  {
    id: 'listing-access.used-last',
    needs: { notBlocked, tokens: goodTokens, templateId },
    after: [usedBehind],
    sends: { toplists: 4, token: 0 },
    last: true,
  },
  async ({ http, tokens, templateId: { id } }) => ({
    ...(await useGood(http, id, tokens)),
    limited: await useLimited(http, id, tokens),
  }),
);

export const exchangedTokenLasts = listingAccess.check(
  {
    id: 'listing-access.exchanged-token-lasts',
    level: 'must',
    section: 'listing §8',
    requirement: 'An exchanged token goes on being served for its hour, whatever else is exchanged, used or refused.',
    fix: 'Let a token end by its time alone. Other exchanges (refused, throttled, or with other credentials), other tokens, wrong tokens and the number of its uses must leave it as it is.',
    needs: { before: exchangedTokenAccepted, lasting, later: laterUses, again: usedAgain, late: usedLast },
    prefers: { limited: limitedExchange, between: usedBetween, behind: usedBehind },
  },
  ({ before, later, again, limited, between, behind, late }) => {
    const held = { when: 'after a second exchange', progress: later.progress };
    goesOn('exchanged', { before, held }, [
      [again, `after further exchanges${limited === undefined ? '' : ', one with other credentials'}`],
      [between, 'after requests without a token and with one that was never issued'],
      [behind, 'after wrong tokens were tried'],
      [late, 'at the end of the run'],
    ]);
    return late;
  },
);

export const staticTokenLasts = listingAccess.check(
  {
    id: 'listing-access.static-token-lasts',
    level: 'must',
    section: 'listing §5',
    requirement: 'A static token goes on being served, whatever is exchanged, used or refused besides.',
    fix: 'Let a static token be good for any number of requests. Exchanges (refused and throttled ones too), other tokens and wrong tokens must leave it as it is.',
    needs: { before: staticTokenAccepted, again: usedAgain, late: usedLast },
    prefers: { between: usedBetween, behind: usedBehind },
  },
  ({ before, again, between, behind, late }) => {
    // Behind tokens that are nearly this one it may be refused alone, as an account is behind wrong passwords. Once it
    // was accepted behind them, nothing wrong is sent any more.
    const isOver = behind?.fixed && isGranted(behind.fixed);
    goesOn('fixed', { before, held: null }, [
      [again, 'when it was used again, after one use'],
      [between, 'after requests without a token and with one that was never issued'],
      [behind && shutOutAlone(behind), 'after wrong tokens were tried'],
      [isOver ? late : shutOutAlone(late), 'at the end of the run'],
    ]);
    return late;
  },
);

/** A moment at which a token was served. */
interface Held {
  readonly when: string;
  readonly progress: Progress;
}

/** A token that was served before is not refused later, unless all that come from this address are. */
function goesOn(
  which: 'exchanged' | 'fixed',
  { before, held: first }: { readonly before: Reply; readonly held: Held | null },
  moments: readonly (readonly [Uses | undefined, string])[],
): void {
  let held = first;
  let refusal: Reply | null = null;
  let broken: Reply | null = null;
  for (const [uses, when] of moments) {
    const reply = uses?.[which];
    if (!uses || !reply) continue;
    if (isGranted(reply)) {
      held = { when, progress: uses.progress };
      continue;
    }
    if (!isDenied(reply)) {
      broken ??= reply;
      continue;
    }
    refusal ??= reply;
    if (uses.recognised === null && !lacksScope(reply)) continue;
    violation({
      expected: 'data, as before',
      actual: `${describe(reply)} ${when}${uses.recognised === null ? '' : ', while another token was recognised'}${since(held, uses.progress)}`,
      replies: [before, ...(uses.recognised === null ? [] : [uses.recognised]), reply],
    });
  }
  if (refusal !== null) mayBeShutOut(refusal, refusal);
  if (broken !== null) inconclusive(`Whether the token is still good does not show: ${describe(broken)}.`, broken);
}

/** When a token was served last, and what lies between. */
function since(held: Held | null, now: Progress): string {
  if (held === null) return '';
  const { at, exchanges, refused } = held.progress;
  const made = now.exchanges - exchanges;
  const calls = made === 0 ? [] : [`${made} exchange${made === 1 ? '' : 's'} (${now.refused - refused} refused)`];
  const time = now.at - at < 100 ? [] : [inSeconds(now.at - at)];
  const between = [...calls, ...time].join(' and ');
  return `; it was served ${held.when}${between && `, ${between} earlier`}`;
}

function shutOutAlone(uses: Uses): Uses {
  return { ...uses, recognised: null };
}
