import { describe, violation } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { expectRefusal } from '../expectations.ts';
import { isGranted } from '../readers/answers.ts';
import { wrongCredentials } from '../token-exchange/wrong-credential-requests.ts';
import { goodTokens, listingAccess, servedData, usedAt, type Mode } from './good-token-requests.ts';
import * as requests from './wrong-token-requests.ts';

// Requests that get no data: without a token, and with wrong ones.

/** All requests that got the same status: `to the token with more appended`. */
function toAlike({ reply }: requests.Attempt, attempts: readonly requests.Attempt[], lead = ''): string {
  const alike = attempts.filter((other) => other.reply.status === reply.status);
  return `to ${lead}${inWords(alike.map(({ how }) => how))}`;
}

interface Kind {
  readonly attempts: typeof requests.withoutToken;
  /** As in `A request without a token gets no data`. */
  readonly how: string;
  readonly fix: string;
  /** For attempts with tokens that are nearly right: the mode of the right token. */
  readonly near?: Mode;
}

function refused(name: string, { attempts, how, fix, near }: Kind) {
  const lead = near ? 'the token ' : 'a request ';
  return {
    noData: listingAccess.rule({
      id: `listing-access.${name}-no-data`,
      section: 'listing §1',
      requirement: `A request ${how} gets no data.`,
      problem: `Data is served to a request ${how}`,
      fix,
      of: { attempts, served: servedData, tokens: goodTokens },
      judge: ({ attempts, served, tokens }) => {
        every(attempts, (attempt) => {
          expectRefusal(attempt.reply, toAlike(attempt, attempts, lead), served);
        });
        if (near && !tokens.all.some(({ mode, isLimited }) => mode === near && !isLimited))
          inconclusive('The right token opens nothing either.');
      },
    }),
    status: listingAccess.rule({
      id: `listing-access.${name}-401`,
      level: 'info',
      section: 'listing §7',
      requirement: `Which status a request ${how} is refused with.`,
      fix: 'Nothing to fix here: the contract names no status for it.',
      of: { attempts },
      judge: ({ attempts }, note) => {
        const byStatus = new Map(attempts.map((attempt) => [attempt.reply.status, attempt]));
        for (const attempt of byStatus.values()) note(`${describe(attempt.reply, toAlike(attempt, attempts, lead))}.`);
      },
    }),
  };
}

export const noToken = refused('no-token', {
  attempts: requests.withoutToken,
  how: 'without a token',
  fix: 'Ask for a bearer token before anything else.',
});

export const garbageToken = refused('garbage-token', {
  attempts: requests.withGarbage,
  how: 'with a token that was never issued',
  fix: 'Look up every token, and refuse any that you did not issue. Keys and secrets are for the exchange only.',
});

export const nearExchangedToken = refused('near-exchanged-token', {
  attempts: requests.nearExchanged,
  how: 'with a token that is nearly an exchanged one',
  fix: 'Check the signature over the whole token, and never take a token without one.',
  near: 'exchanged',
});

export const nearStaticToken = refused('near-static-token', {
  attempts: requests.nearStatic,
  how: 'with a token that is nearly a static one',
  fix: 'Compare static tokens in full, to the last character, and tell upper from lower case.',
  near: 'static',
});

export const bearerSchemeOnly = listingAccess.rule({
  id: 'listing-access.bearer-scheme-only',
  level: 'should',
  section: 'listing §4.2',
  requirement: 'A credential that is not sent as `Bearer <token>` counts as missing.',
  problem: 'A token that is not sent as `Bearer <token>` is accepted',
  fix: 'Take the token from `Authorization: Bearer <token>` only.',
  of: { attempts: requests.otherSchemes },
  judge: ({ attempts }) => every(attempts, (attempt) => expectRefusal(attempt.reply, toAlike(attempt, attempts))),
});

/** A shorter text may stand in an error by chance. */
const SHORTEST = 8;

export const noSecretInErrors = listingAccess.rule({
  id: 'listing-access.errors-repeat-no-secret',
  level: 'should',
  section: 'listing §7',
  requirement: 'No error repeats the secret or the token of its request.',
  problem: 'An error repeats a secret or a token',
  fix: 'Leave secrets and tokens out of errors: callers log error messages. A key may be named.',
  of: { garbage: requests.withGarbage },
  maybe: { wrongCredentials, uses: usedAt.again },
  judge: ({ garbage, wrongCredentials, uses }) => {
    const pairs = (wrongCredentials?.wrong ?? []).map(({ pair: { secret }, reply }) => ({ secret, reply }));
    const tokens = (uses?.all ?? []).map(({ as: secret, reply }) => ({ secret, reply }));
    every([...garbage, ...pairs, ...tokens], ({ secret, reply }) => {
      if (!secret || isGranted(reply) || secret.reveal().length < SHORTEST) return;
      if (!Buffer.from(reply.body).toString().includes(secret.reveal())) return;
      violation({
        expected: 'an error without the secret or the token that was sent',
        actual: `${describe(reply)}, which repeats ${secret.toString()}`,
        replies: [reply],
      });
    });
  },
});
