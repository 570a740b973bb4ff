import { describe } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import type { ExchangeLedger } from '../../../src/http/exchange-ledger.ts';
import { excuse, isDropped, type Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import { limitedCredentials, listingCredentials, templateId, type KeyAndSecret } from '../../givens.ts';
import type { OpenedByRefusal } from '../expectations.ts';
import { isGranted, isRefusal, namesCode } from '../readers/answers.ts';
import { sendableToken, tokenIn } from '../readers/grant.ts';
import { difference } from '../readers/answer-difference.ts';
import * as exchange from '../values/exchange-request.ts';
import * as near from '../values/nearly-right-credentials.ts';
import { firstToken, granted, tokenExchange, tokenOf } from './right-credential-requests.ts';

// Exchanges of wrong credentials, with right ones between, which show that a second token is granted. Never more than four
// in a row are wrong: five lock many a client out.

export interface Attempt {
  readonly pair: near.WrongPair;
  readonly reply: Reply;
  /** What the same pair got at once if it was granted a token, which may happen now and then. */
  readonly repeated?: Reply;
}

export async function attempt(http: Wire, pair: near.WrongPair): Promise<Attempt> {
  const expected = pair.mayBeOfForm ? exchange.wrongForm : exchange.wrongCredentials;
  const ask = () => http.exchange(exchange.keyAndSecret(http, pair), expected);
  const reply = await ask();
  return sendableToken(reply) !== null ? { pair, reply, repeated: await ask() } : { pair, reply };
}

/** Wrong pairs two at a time, right ones between them; then two incomplete bodies. */
export const wrongCredentials = tokenExchange.traffic(
  {
    id: 'token-exchange.wrong-credentials',
    odd: true,
    phase: 'wrong credentials',
    uses: { granted, credentials: listingCredentials },
    mayUse: { limited: limitedCredentials },
    sends: { token: 7 },
  },
  async ({ http, credentials, limited }) => {
    const askWrong = (pair: near.WrongPair) => attempt(http, pair);
    const askRight = () => http.exchange(exchange.keyAndSecret(http, credentials), exchange.rightAfterWrong);
    const [one, two, three, four] = near.wrongPairs(credentials, limited);
    const first = [await askWrong(one), await askWrong(two)];
    const again = await askRight();
    const attempts = [...first, await askWrong(three), await askWrong(four)];
    const settled = await outwaitLockout(http.ledger, { again, attempts }, { askRight, askWrong });
    const isUnanswered = settled.some(({ reply }) => isDropped(reply));
    const [key, secret] = [credentials.key.reveal(), credentials.secret.reveal()];
    return {
      again,
      wrong: settled.filter(({ pair, reply }) => !(pair.mayBeOfForm && exchange.isOfForm(reply))),
      /** Whether right ones are granted a token before and after those that get no answer. */
      isControlled: isUnanswered && isGranted(again) && isGranted(await askRight()),
      missing: await http.exchange({ json: { key } }, exchange.wrongShape),
      mistyped: await http.exchange({ json: { key, secret: [secret] } }, exchange.wrongShape),
    };
  },
);

/** What a lockout refused is asked again once the right pair is taken again, and else held against nobody. */
async function outwaitLockout(
  ledger: ExchangeLedger,
  { again, attempts }: { again: Reply; attempts: readonly Attempt[] },
  { askRight, askWrong }: { askRight: () => Promise<Reply>; askWrong: (pair: near.WrongPair) => Promise<Attempt> },
): Promise<readonly Attempt[]> {
  const withBefore = (reply: Reply) => [ledger.before(reply) ?? [], reply].flat();
  const unusual = attempts.flatMap(({ reply }) => withBefore(reply)).filter(isUnusual);
  const right = attempts.some(({ reply }) => isUnusual(reply)) ? await askRight() : again;
  const lockout = [again, right]
    .flatMap(withBefore)
    .find((reply) => !isGranted(reply) && unusual.some(({ status }) => status === reply.status));
  const settled: Attempt[] = [];
  for (const attempt of attempts) {
    const isAskedAgain = lockout !== undefined && isGranted(right) && isUnusual(attempt.reply);
    settled.push(isAskedAgain ? await askWrong(attempt.pair) : attempt);
  }
  excuseLockedOut(again.status === 401 ? again : lockout, [again, ...settled.map(({ reply }) => reply)]);
  return settled;
}

function excuseLockedOut(lockout: Reply | undefined, replies: readonly Reply[]): void {
  if (lockout === undefined) return;
  const why = lockedOutBy(lockout);
  for (const reply of replies) if (reply.status === lockout.status) excuse(reply, { why, shownBy: [lockout] });
}

export function lockedOutBy(lockout: Reply): string {
  return `The service shut this client out after wrong keys and secrets: the right ones, which were taken before, got ${describe(lockout)}.`;
}

function isUnusual(reply: Reply): boolean {
  return (isRefusal(reply) || reply.status === 429) && !exchange.wrongCredentials.isOwnAnswer(reply);
}

export const refusals = tokenExchange.record({ id: 'token-exchange.refusals', of: { wrongCredentials } }, (records) => {
  const attempts = records.wrongCredentials.wrong;
  const other = attempts.find(({ reply }) => reply.status !== 401 || !namesCode(reply, 'invalid_credentials'));
  const why = 'A wrong pair was not refused with 401 and invalid_credentials';
  if (other !== undefined) inconclusive(`${why}: ${describe(other.reply)}.`, other.reply);
  const of = (which: 'key' | 'secret') => attempts.filter(({ pair }) => pair.wrong === which).map(({ reply }) => reply);
  return { keys: of('key'), secrets: of('secret') };
});

/** What tells wrong keys from wrong secrets. */
export const comparedRefusals = tokenExchange.traffic(
  {
    id: 'token-exchange.compared-refusals',
    odd: true,
    phase: 'wrong credentials',
    uses: { refusals, credentials: listingCredentials },
    mayUse: { limited: limitedCredentials },
    sends: { token: 0 },
  },
  ({ http, refusals, credentials, limited }) => {
    const sent = sentOf(credentials, limited);
    if (difference(refusals.keys, refusals.secrets, sent) === null) return SAME;
    return askedAgain(http, { ...refusals, right: credentials, sent });
  },
);

export const SAME = { found: null, replies: [] };

/** All that may be repeated in a refusal. */
export function sentOf(right: KeyAndSecret, limited: KeyAndSecret | undefined): readonly KeyAndSecret[] {
  const wrong = [
    ...near.wrongKeys(right),
    ...near.wrongSecrets(right),
    ...Object.values(near.laterWrongPairs(right)).flat(),
  ];
  return [right, ...wrong, ...(limited === undefined ? [] : [limited])];
}

interface Refusals {
  readonly keys: readonly Reply[];
  readonly secrets: readonly Reply[];
  readonly right: KeyAndSecret;
  readonly sent: readonly KeyAndSecret[];
}

/** A difference counts if it is there in two more answers to each, too. */
export async function askedAgain(http: Wire, { keys, secrets, right, sent }: Refusals) {
  const [[key], [secret]] = [near.wrongKeys(right), near.wrongSecrets(right)];
  await http.exchange(exchange.keyAndSecret(http, right), exchange.rightAfterWrong);
  const ask = (pair: near.WrongPair) => http.exchange(exchange.keyAndSecret(http, pair), exchange.wrongCredentials);
  // The same wrong secret twice, and the same wrong key: what differs between two answers to one of them tells nothing.
  const one = await ask(secret);
  const others = [await ask(key), await ask(key)];
  const last = await ask(secret);
  const found = difference([...keys, ...others], [...secrets, one, last], sent);
  return { found, replies: [last, ...others.slice(-1)] };
}

export const openedByRefusals = tokenExchange.traffic(
  {
    id: 'token-exchange.opened-by-refusals',
    phase: 'second token',
    uses: { wrongCredentials, templateId },
    sends: { toplists: 0 },
  },
  async ({ http, wrongCredentials: { wrong, missing, mistyped }, templateId: { id } }) => {
    const opened: OpenedByRefusal[] = [];
    for (const refusal of [...wrong.map(({ reply }) => reply), missing, mistyped])
      opened.push(...(await useTokenOf(http, id, refusal)));
    return opened;
  },
);

export async function useTokenOf(http: Wire, templateId: number, refusal: Reply): Promise<OpenedByRefusal[]> {
  const token = isGranted(refusal) ? null : tokenIn(refusal);
  return token === null ? [] : [{ refusal, use: await http.toplists(templateId, { as: token }) }];
}

export const secondGrant = tokenExchange.record(
  { id: 'token-exchange.second-grant', of: { wrongCredentials } },
  ({ wrongCredentials: { again } }) => {
    if (!isGranted(again)) inconclusive(`No second token was granted: ${describe(again)}.`, again);
    return again;
  },
);

export const secondToken = tokenOf('second-token', secondGrant);

export const laterUses = tokenExchange.traffic(
  {
    id: 'token-exchange.later-uses',
    phase: 'second token',
    uses: { first: firstToken, second: secondToken, templateId },
    sends: { toplists: 2 },
  },
  async ({ http, first, second, templateId: { id } }) => {
    const { progress } = http.ledger;
    const ask = (as: Secret) => http.toplists(id, { as, isKnownGood: true });
    return { older: await ask(first), newer: await ask(second), progress };
  },
);
