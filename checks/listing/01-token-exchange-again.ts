import { describe, violation } from '../../src/engine/expect.ts';
import { blockedBy, inconclusive } from '../../src/engine/signal.ts';
import type { Wire } from '../../src/engine/wire.ts';
import type { Reply } from '../../src/http/reply.ts';
import type { Secret } from '../../src/http/secret.ts';
import { cut } from '../../src/text/cut.ts';
import { limitedCredentials, listingCredentials, templateId, type KeyAndSecret } from '../givens.ts';
import {
  credentialsAccepted,
  firstToken,
  firstUses,
  isWithoutToken,
  sendableToken,
  tokenExchange,
  tokenIn,
} from './01-token-exchange.ts';
import { carriesCode, namesCode } from './readers/error-code.ts';
import {
  isGranted,
  isOfForm,
  keyAndSecret,
  longerCredentials,
  rightBehindWrong,
  wrongCredentials,
  wrongShape,
} from './values/exchange-request.ts';
import { isLetIn, isRefusal, judgeable, worksStill } from './parts/data-answer.ts';
import { mixedPair, wrongKeys, wrongSecrets, type WrongPair } from './values/near-miss.ts';
import { difference, type Echo } from './readers/same-answer.ts';

/**
 * Wrong keys and secrets, few of them, and the right ones in between, so that three in a row lock nobody out. There are
 * two of each, or three secrets where one is with another known key; in this order neither what counts up nor what
 * alternates can look like a difference of keys and secrets.
 */
export const tries = tokenExchange.stage(
  {
    id: 'token-exchange.tries',
    needs: { accepted: credentialsAccepted, credentials: listingCredentials },
    prefers: { limited: limitedCredentials },
    after: [firstUses],
    sends: { token: 5 },
  },
  async ({ http, credentials, limited }) => {
    const mixed = mixedPair(credentials, limited);
    const [nearKey, otherKey] = wrongKeys(credentials);
    const [nearSecret, otherSecret] = wrongSecrets(credentials);
    const attempt = async (pair: WrongPair) => {
      const reply = await http.exchange(keyAndSecret(http, pair), pair.isLonger ? longerCredentials : wrongCredentials);
      return pair.isLonger && isOfForm(reply) ? [] : [{ pair, reply }];
    };
    const first = await attempt(mixed ?? nearKey);
    const secret = await attempt(nearSecret);
    const askRight = () => http.exchange(keyAndSecret(http, credentials), rightBehindWrong);
    const second = await askRight();
    const key = await attempt(mixed !== null && otherKey.isLonger ? nearKey : otherKey);
    secret.push(...(await attempt(otherSecret)));
    (mixed === null ? key : secret).unshift(...first);
    const answers = [...key, ...secret].flatMap(({ reply }) => withBefore(http, reply)).filter(isOdd);
    const right = [...key, ...secret].some(({ reply }) => isOdd(reply)) ? await askRight() : second;
    // A service that shuts out whoever was wrong so often refuses what is right, too.
    const shutOut = [second, right]
      .flatMap((reply) => withBefore(http, reply))
      .find((reply) => !isGranted(reply) && answers.some(({ status }) => status === reply.status));
    const settled = async (attempts: typeof key) => {
      if (shutOut === undefined || !isGranted(right)) return attempts;
      const later: typeof key = [];
      for (const each of attempts) later.push(...(isOdd(each.reply) ? await attempt(each.pair) : [each]));
      return later;
    };
    const wrong = { key: await settled(key), secret: await settled(secret) };
    return { second, wrong, shutOut: second.status === 401 ? second : shutOut };
  },
);

/** An answer, and the one before it where it is that of an exchange that was sent again. */
function withBefore(http: Wire, reply: Reply): Reply[] {
  const before = http.ledger.before(reply);
  return before === undefined ? [reply] : [before, reply];
}

/** Whether wrong credentials were refused in another way than the contract says. */
function isOdd(reply: Reply): boolean {
  return (isRefusal(reply) || reply.status === 429) && !wrongCredentials.isOwnAnswer(reply);
}

function refusalOf(which: 'key' | 'secret') {
  const status = tokenExchange.check(
    {
      id: `token-exchange.wrong-${which}-401`,
      level: 'must',
      section: 'listing §7',
      requirement: `A wrong ${which} is refused with 401.`,
      fix: `Compare the whole ${which}, letter by letter, upper and lower case told apart, and answer 401 where it differs, with the error alone: no token comes with it.`,
      needs: { tries, templateId },
      sends: { toplists: 0 },
    },
    async ({ http, tries: { wrong, shutOut }, templateId: { id } }) => {
      for (const { pair, reply } of wrong[which]) {
        judgeable(reply);
        if (reply.status !== 401) {
          mayBeLockedOut(shutOut, reply);
          violation({ expected: 'status 401', actual: `${describe(reply)} for ${pair.what}`, replies: [reply] });
        }
        await expectNoToken(http, id, reply);
      }
      return repliesOf(wrong[which]);
    },
  );
  const code = tokenExchange.check(
    {
      id: `token-exchange.wrong-${which}-code`,
      level: 'must',
      section: 'listing §7',
      requirement: `The refusal of a wrong ${which} carries the code \`invalid_credentials\`.`,
      fix: 'Put the code `invalid_credentials` into the body of the 401.',
      needs: { replies: status, tries },
    },
    ({ replies, tries: { shutOut } }) => {
      for (const reply of replies) {
        if (!namesCode(reply, 'invalid_credentials')) mayBeLockedOut(shutOut, reply);
        carriesCode(reply, 'invalid_credentials');
      }
    },
  );
  return { status, code };
}

function mayBeLockedOut(shutOut: Reply | undefined, reply: Reply): void {
  if (shutOut !== undefined && reply.status === shutOut.status)
    inconclusive(
      `The service shut this client out after wrong keys and secrets: the right ones, which were taken before, got ${describe(shutOut)}.`,
      shutOut,
    );
}

const ofKey = refusalOf('key');
const ofSecret = refusalOf('secret');

/** Bodies without the two strings that are asked for. */
export const malformed = tokenExchange.stage(
  {
    id: 'token-exchange.malformed',
    needs: { accepted: credentialsAccepted, credentials: listingCredentials },
    after: [tries],
    sends: { token: 2 },
  },
  async ({ http, credentials: { key, secret } }) => {
    const texts = { key: key.reveal(), secret: secret.reveal() };
    return {
      missing: await http.exchange({ json: { key: texts.key } }, wrongShape),
      mistyped: await http.exchange({ json: { key: texts.key, secret: [texts.secret] } }, wrongShape),
    };
  },
);

/** The two refusals must not tell a stranger which half of a guess was right. */
export const wrongAlike = tokenExchange.check(
  {
    id: 'token-exchange.wrong-key-and-secret-alike',
    level: 'must',
    section: 'listing §7',
    requirement: 'A wrong key and a wrong secret are answered with the identical error.',
    fix: 'Let one piece of code answer both cases, with the same status, headers and body.',
    needs: {
      tries,
      credentials: listingCredentials,
      keyStatus: ofKey.status,
      keyCode: ofKey.code,
      secretStatus: ofSecret.status,
      secretCode: ofSecret.code,
    },
    prefers: { limited: limitedCredentials },
    after: [malformed],
    sends: { token: 0 },
  },
  async ({ http, tries: { wrong }, credentials, limited }) => {
    const [wrongKey, otherKey] = wrongKeys(credentials);
    const [wrongSecret, otherSecret] = wrongSecrets(credentials);
    const all = [
      credentials,
      wrongKey,
      otherKey,
      wrongSecret,
      otherSecret,
      ...(limited === undefined ? [] : [limited]),
    ];
    const echoes = echoesOf(all);
    const keys = repliesOf(wrong.key);
    const secrets = repliesOf(wrong.secret);
    if (difference(keys, secrets, echoes) === null) return;
    secrets.push(await http.exchange(keyAndSecret(http, wrongSecret), wrongCredentials));
    keys.push(await http.exchange(keyAndSecret(http, wrongKey), wrongCredentials));
    keys.push(await http.exchange(keyAndSecret(http, wrongKey), wrongCredentials));
    secrets.push(await http.exchange(keyAndSecret(http, wrongSecret), wrongCredentials));
    const found = difference(keys, secrets, echoes);
    const sent = all.flatMap(({ key, secret }) => [key.reveal(), secret.reveal()]);
    if (found !== null)
      violation({
        expected: 'the same answer to a wrong key and to a wrong secret',
        actual: `another value in ${found.where}: ${quoted(found.one, sent)} for a wrong key, ${quoted(found.other, sent)} for a wrong secret`,
        replies: [...secrets.slice(-1), ...keys.slice(-1)],
      });
  },
);

export const repeatable = tokenExchange.check(
  {
    id: 'token-exchange.repeatable',
    level: 'must',
    section: 'listing §4.1',
    requirement: 'The same exchange call can be repeated and grants a token again.',
    fix: 'Grant a token on every exchange with right key and secret: this is how callers renew it.',
    needs: { tries },
    prefers: { first: firstToken },
  },
  ({ tries: { second, shutOut }, first }) => {
    judgeable(second);
    mayBeLockedOut(shutOut, second);
    if (!isGranted(second)) violation({ expected: 'another token', actual: describe(second), replies: [second] });
    const token = sendableToken(second);
    return token === null && first !== undefined ? isWithoutToken(second) : token;
  },
);

const reusable = tokenExchange.check(
  {
    id: 'token-exchange.token-is-reusable',
    level: 'must',
    section: 'listing §4.1',
    requirement: 'A token is good for any number of requests: callers cache it for its full `expires_in`.',
    fix: 'Do not use a token up: let it go on working until its hour is over.',
    needs: { uses: firstUses },
  },
  ({ uses: { first, second } }) => {
    if (!isLetIn(first)) blockedBy({ id: 'listing-access.exchanged-token-accepted' });
    worksStill(first, second, 'when the token was used the second time');
    return first;
  },
);

/** Both tokens at the data endpoint, once the second has been issued. */
export const laterUses = tokenExchange.stage(
  {
    id: 'token-exchange.later-uses',
    needs: { first: firstToken, second: repeatable, templateId },
    sends: { toplists: 2 },
  },
  async ({ http, first, second, templateId: { id } }) => {
    const { progress } = http.ledger;
    const older = await http.toplists(id, { as: first });
    return { older, newer: second && (await http.toplists(id, { as: second })), progress };
  },
);

export const lasting = tokenExchange.check(
  {
    id: 'token-exchange.first-token-stays-valid',
    level: 'must',
    section: 'listing §4.1',
    requirement: 'A second exchange leaves the first token valid: callers cache each for its full `expires_in`.',
    fix: 'Do not revoke earlier tokens when a new one is issued, nor when an exchange is refused.',
    needs: { reusable, uses: laterUses },
  },
  ({ reusable: before, uses: { older } }) => {
    worksStill(before, older, 'when the first token was used after a second exchange');
  },
);

const SHAPES = [
  ['missing', 'missing-secret', 'a body without `secret`'],
  ['mistyped', 'mistyped-secret', 'a `secret` that is no string'],
] as const;

for (const [name, rule, what] of SHAPES)
  tokenExchange.check(
    {
      id: `token-exchange.${rule}-refused`,
      level: 'must',
      section: 'listing §4.1',
      requirement: `No token is granted for ${what}.`,
      fix: 'Take only a JSON object with the strings `key` and `secret`, and refuse anything else.',
      needs: { malformed, templateId },
      sends: { toplists: 0 },
    },
    async ({ http, malformed: { [name]: reply }, templateId: { id } }) => {
      judgeable(reply);
      // An error may be called 200 where no status is laid down for it.
      if (sendableToken(reply) !== null)
        violation({ expected: 'a refusal', actual: `${describe(reply)}: a token`, replies: [reply] });
      await expectNoToken(http, id, reply);
    },
  );

tokenExchange.check(
  {
    id: 'token-exchange.malformed-answer',
    level: 'info',
    section: 'listing §7',
    requirement: 'How an incomplete or malformed exchange is refused.',
    fix: 'Nothing to fix here: the contract names no status for it.',
    needs: { malformed },
  },
  ({ malformed: replies, note }) => {
    note(SHAPES.map(([name, , what]) => `For ${what}: ${describe(replies[name])}.`).join(' '));
  },
);

/** Expects no token in a refusal, or none that opens anything. */
export async function expectNoToken(http: Wire, templateId: number, refusal: Reply): Promise<void> {
  const token = tokenIn(refusal);
  if (isGranted(refusal) || token === null) return;
  const use = await http.toplists(templateId, { as: token });
  if (isGranted(use))
    violation({
      expected: `status ${refusal.status ?? ''} with the error alone`,
      actual: `status ${refusal.status ?? ''} with a token that opens data`,
      pointer: '/token',
      replies: [use, refusal],
    });
}

function repliesOf(attempts: readonly { readonly reply: Reply }[]): Reply[] {
  return attempts.map(({ reply }) => reply);
}

/** Keys and secrets that an answer may repeat: one sign for every key, another for every secret. */
function echoesOf(pairs: readonly KeyAndSecret[]): Echo[] {
  const spelt = (secret: Secret, sign: string) => {
    const text = secret.reveal();
    return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)].map((each) => ({ text: each, sign }));
  };
  const echoes = pairs.flatMap(({ key, secret }) => [...spelt(key, '(key)'), ...spelt(secret, '(secret)')]);
  // One secret begins with another.
  return echoes.sort((one, other) => other.text.length - one.text.length);
}

/** A word of an answer. Where it is a piece of what was sent, nothing else would recognise it as such. */
function quoted(text: string, sent: readonly string[]): string {
  if (text.length > 2 && sent.some((secret) => secret.includes(text))) return 'a part of what was sent';
  return JSON.stringify(cut(text, 200));
}
