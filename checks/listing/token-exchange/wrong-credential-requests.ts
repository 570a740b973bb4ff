import { describe, because } from '../../../src/engine/expect.ts';
import { inconclusive, becauseOf } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { excuse, type Reply } from '../../../src/http/reply.ts';
import { limitedCredentials, listingCredentials } from '../../givens.ts';
import { recovery } from '../exchange-throttle/requests.ts';
import { difference } from '../readers/answer-difference.ts';
import { isGranted, namesCode } from '../readers/answers.ts';
import * as exchange from '../values/exchange-request.ts';
import { wrongPairs, type WrongPair } from '../values/nearly-right-credentials.ts';
import { granted, tokenExchange } from './right-credential-requests.ts';

// Exchanges of wrong credentials. They come last, and two in a row at most, with right ones between: these tell whether the
// service shuts a client out that was wrong.

export interface Attempt {
  readonly pair: WrongPair;
  readonly reply: Reply;
}

export const wrongCredentials = tokenExchange.traffic(
  {
    id: 'token-exchange.wrong-credentials',
    odd: true,
    phase: 'wrong credentials',
    uses: { granted, credentials: listingCredentials },
    mayUse: { limited: limitedCredentials },
    ifThere: { recovery },
    sends: { token: 9 },
  },
  async ({ http, credentials, limited, recovery }) => {
    if (recovery && !isGranted(recovery.reply))
      inconclusive(because('Exchanges did not work again after their limit', recovery.reply), recovery.reply);
    const askMalformed = (json: unknown) => http.exchange({ json }, exchange.wrongCredentials);
    const attempts: Attempt[] = [];
    let lockout: Reply | null = null;
    for (const pair of wrongPairs(credentials, limited)) {
      attempts.push(await askWrong(http, pair));
      if (attempts.length % 2 > 0) continue;
      const right = await http.exchange(exchange.keyAndSecret(http, credentials), exchange.rightCredentials);
      lockout = isGranted(right) ? null : right;
      if (lockout) break;
    }
    for (const { reply } of attempts)
      if (lockout?.status === reply.status)
        excuse(reply, { because: becauseOf(lockedOutBy(lockout)), shownBy: [lockout] });
    const [key, secret] = [credentials.key.reveal(), credentials.secret.reveal()];
    return {
      wrong: attempts.filter(({ pair, reply }) => !(pair.mayBeOfForm && exchange.isOfForm(reply))),
      /** A right pair that was not granted a token any more. */
      lockout,
      malformed: lockout
        ? null
        : {
            keyless: await askMalformed({ secret }),
            missing: await askMalformed({ key }),
            mistyped: await askMalformed({ key, secret: [secret] }),
          },
    };
  },
);

async function askWrong(http: Wire, pair: WrongPair): Promise<Attempt> {
  return { pair, reply: await http.exchange(exchange.keyAndSecret(http, pair), exchange.wrongCredentials) };
}

export function lockedOutBy(right: Reply): string {
  const got = describe(right);
  if (right.status === null || right.status === 429) return `The right key and secret, between wrong ones, got ${got}.`;
  return `The service shut this client out after wrong keys and secrets: the right ones, which were taken before, got ${got}.`;
}

/** What tells wrong keys from wrong secrets. A difference counts if it is there in two more answers to each, too. */
export const comparedRefusals = tokenExchange.traffic(
  {
    id: 'token-exchange.compared-refusals',
    odd: true,
    phase: 'wrong credentials',
    uses: { wrongCredentials },
    sends: { token: 0 },
  },
  async ({ http, wrongCredentials: { wrong, lockout } }) => {
    if (lockout) inconclusive(lockedOutBy(lockout), lockout);
    const other = wrong.find(({ reply }) => reply.status !== 401 || !namesCode(reply, 'invalid_credentials'))?.reply;
    if (other) inconclusive(because('A wrong pair was not refused with 401 and invalid_credentials', other), other);
    const [key, secret] = [pairsWith(wrong, 'key')[0], pairsWith(wrong, 'secret')[0]];
    if (!key || !secret || differenceIn(wrong) === null) return { found: null, replies: [] };
    const more: Attempt[] = [];
    // The same wrong secret twice, and the same wrong key: what differs between two answers to one of them tells nothing.
    for (const { pair } of [secret, key, key, secret]) more.push(await askWrong(http, pair));
    return {
      found: differenceIn([...wrong, ...more]),
      replies: more
        .slice(-2)
        .map(({ reply }) => reply)
        .reverse(),
    };
  },
);

function pairsWith(attempts: readonly Attempt[], wrong: WrongPair['wrong']): Attempt[] {
  return attempts.filter(({ pair }) => pair.wrong === wrong);
}

function differenceIn(attempts: readonly Attempt[]) {
  const [keys, secrets] = (['key', 'secret'] as const).map((wrong) =>
    pairsWith(attempts, wrong).map(({ reply }) => reply),
  );
  return difference(
    keys ?? [],
    secrets ?? [],
    attempts.map(({ pair }) => pair),
  );
}
