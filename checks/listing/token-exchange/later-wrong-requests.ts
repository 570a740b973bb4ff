import { inconclusive } from '../../../src/engine/signal.ts';
import { limitedCredentials, listingCredentials } from '../../givens.ts';
import { recovered } from '../exchange-throttle/records.ts';
import { differenceOverTime } from '../readers/answer-difference.ts';
import { isGranted, namesCode } from '../readers/answers.ts';
import * as exchange from '../values/exchange-request.ts';
import { laterWrongPairs } from '../values/nearly-right-credentials.ts';
import { granted, tokenExchange } from './right-credential-requests.ts';
import {
  askedAgain,
  attempt,
  refusals,
  SAME,
  sentOf,
  wrongCredentials,
  type Attempt,
} from './wrong-credential-requests.ts';

// Wrong credentials for which the first minute has no room. They are sent when the limit was seen to end, for which most
// runs wait anyway.

const NO_ROOM =
  'These secrets are only sent once exchanges were seen to work again after their limit was reached: not in this run.';

export const laterAttempts = tokenExchange.traffic(
  {
    id: 'token-exchange.later-attempts',
    odd: true,
    phase: 'later wrong credentials',
    uses: { granted, credentials: listingCredentials },
    ifThere: { recovered },
    sends: { token: 6 },
  },
  async ({ http, credentials, recovered }) => {
    if (recovered === undefined) inconclusive(NO_ROOM);
    const attempts: Attempt[] = [];
    const askRight = () => http.exchange(exchange.keyAndSecret(http, credentials), exchange.rightAfterWrong);
    const { tooShort, almostRight } = laterWrongPairs(credentials);
    for (const pair of tooShort) attempts.push(await attempt(http, pair));
    const right = [await askRight()];
    for (const pair of almostRight) attempts.push(await attempt(http, pair));
    const key = credentials.key.reveal();
    // Equal to any text where values are compared loosely.
    const asTrue = await http.exchange({ json: { key, secret: true } }, exchange.wrongShape);
    right.push(await askRight());
    const refusals = right.flatMap((reply) => [http.ledger.before(reply) ?? [], reply].flat());
    return {
      attempts,
      asTrue,
      /** A right pair that was refused: other refusals may be those of a lockout too. */
      refusedRight: refusals.find((reply) => !isGranted(reply)) ?? null,
      /** A refusal that outlasted two windows without exchanges. */
      lockout: right.find((reply) => !isGranted(reply)) ?? null,
    };
  },
);

/** Those whose answer is surely about them: a limit on attempts that fail may answer 429 to them alone. */
export const laterAnswers = tokenExchange.record(
  { id: 'token-exchange.later-answers', of: { laterAttempts, wrongCredentials } },
  ({ laterAttempts: { attempts, refusedRight }, wrongCredentials: { missing } }): readonly Attempt[] =>
    attempts.filter(({ pair, reply }) => {
      // Another rule fails if one is granted.
      if (isGranted(reply)) return false;
      // An empty secret may count as a missing one.
      const isMissing = pair.secret.reveal() === '' && reply.status === missing.status;
      const isOfForm = pair.mayBeOfForm && exchange.isOfForm(reply);
      return refusedRight === null && reply.status !== 429 && !isMissing && !isOfForm;
    }),
);

/** What tells wrong keys from secrets that are incomplete. */
export const comparedLater = tokenExchange.traffic(
  {
    id: 'token-exchange.compared-later',
    odd: true,
    phase: 'later wrong credentials',
    uses: { laterAnswers, refusals, credentials: listingCredentials },
    mayUse: { limited: limitedCredentials },
    sends: { token: 0 },
  },
  async ({ http, laterAnswers, refusals: { keys }, credentials, limited }) => {
    const sent = sentOf(credentials, limited);
    const secrets = laterAnswers.filter(isUsual).map(({ reply }) => reply);
    if (secrets.length === 0 || differenceOverTime(keys, secrets, sent) === null) return SAME;
    return askedAgain(http, { keys, secrets, right: credentials, sent });
  },
);

function isUsual({ pair, reply }: Attempt): boolean {
  return pair.secret.reveal() !== '' && reply.status === 401 && namesCode(reply, 'invalid_credentials');
}
