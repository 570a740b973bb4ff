import { describe, violation } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { templateId } from '../../givens.ts';
import { expectNoData, expectRefusal, judgeable, knowsTemplate } from '../expectations.ts';
import { isGranted } from '../readers/answers.ts';
import { shutOutBy, type Mode } from './use-tokens.ts';
import {
  contrast,
  nearExchanged,
  nearStatic,
  otherSchemes,
  refusalsOfSecrets,
  withGarbage,
  withoutToken,
  type Attempt,
} from './wrong-token-requests.ts';
import { goodTokens, listingAccess, servedData, shutOut } from './records.ts';

/** The status of one answer, and all requests that got it: `status 200 to the token with more appended`. */
function answerTo({ reply }: Attempt, attempts: readonly Attempt[], lead = ''): string {
  const alike = attempts.filter((other) => other.reply.status === reply.status);
  return `${describe(reply)} to ${lead}${inWords(alike.map(({ how }) => how))}`;
}

interface Kind {
  readonly name: string;
  readonly attempts: typeof withoutToken;
  /** As in `A request without a token is refused with 401`. */
  readonly how: string;
  readonly fix: string;
  readonly lead: string;
  /** The answer that shows what any refusal carries. */
  readonly other: 'noToken' | 'garbage';
  /** Other calls of this kind. */
  readonly elsewhere?: Readonly<Partial<Record<'noToken' | 'garbage' | 'noTemplate', string>>>;
  /** The token that these are nearly. */
  readonly near?: Mode;
}

function refused({ name, attempts, how, fix, lead, other, elsewhere = {}, near }: Kind) {
  return {
    noData: listingAccess.rule({
      id: `listing-access.${name}-no-data`,
      section: 'listing §1',
      requirement: `A request ${how} gets no data.`,
      fix,
      of: { attempts, contrast, tokens: goodTokens },
      judge: ({ attempts, contrast, tokens }) => {
        every(attempts, (attempt) => {
          expectRefusal(attempt.reply, answerTo(attempt, attempts, lead));
          expectNoData(attempt.reply, contrast, ` to ${lead}${attempt.how}`, other);
        });
        for (const call of ['noToken', 'garbage', 'noTemplate'] as const) {
          const reply = elsewhere[call] === undefined ? undefined : contrast.otherCalls?.[call];
          const actual = reply && describe(reply, `to a request ${how} ${elsewhere[call]}`);
          if (reply && isGranted(reply)) expectRefusal(reply, actual, 'a refusal, whatever the template');
        }
        if (near && tokens.full[near] === null) inconclusive('The right token opens nothing either.');
      },
    }),
    status: listingAccess.rule({
      id: `listing-access.${name}-401`,
      level: 'should',
      section: 'listing §5',
      requirement: `A request ${how} is refused with 401.`,
      fix: 'Answer 401 if the token is missing or not valid.',
      of: { attempts, templateId, served: servedData },
      maybe: { shut: shutOut },
      judge: ({ attempts, templateId: { guessed }, served, shut }) => {
        every(attempts, (attempt) => {
          const { reply } = attempt;
          judgeable(reply);
          if (guessed) knowsTemplate(reply, served !== null);
          if (reply.status === 401) return;
          // An address that is shut out for wrong tokens may be refused in another way.
          if (shut && !isGranted(reply)) inconclusive(shutOutBy(shut), reply);
          violation({ expected: 'status 401', actual: answerTo(attempt, attempts, lead), replies: [reply] });
        });
      },
    }),
  };
}

export const noToken = refused({
  name: 'no-token',
  attempts: withoutToken,
  how: 'without a token',
  fix: 'Ask for a bearer token before anything else.',
  lead: 'a request ',
  other: 'garbage',
  elsewhere: { noToken: 'for another one', noTemplate: 'and without `template_id`' },
});

export const garbageToken = refused({
  name: 'garbage-token',
  attempts: withGarbage,
  how: 'with a token that was never issued',
  fix: 'Look up every token, and refuse any that you did not issue. Keys and secrets are for the exchange only.',
  lead: 'a request ',
  other: 'noToken',
  elsewhere: { garbage: 'for another one' },
});

export const nearExchangedToken = refused({
  name: 'near-exchanged-token',
  attempts: nearExchanged,
  how: 'with a token that is nearly an exchanged one',
  fix: 'Check the signature over the whole token, and never take a token without one.',
  lead: 'the token ',
  other: 'noToken',
  near: 'exchanged',
});

export const nearStaticToken = refused({
  name: 'near-static-token',
  attempts: nearStatic,
  how: 'with a token that is nearly a static one',
  fix: 'Compare static tokens in full, to the last character, and tell upper from lower case.',
  lead: 'the token ',
  other: 'noToken',
  near: 'static',
});

export const bearerSchemeOnly = listingAccess.rule({
  id: 'listing-access.bearer-scheme-only',
  section: 'listing §4.2',
  requirement: 'A credential that is not sent as `Bearer <token>` counts as missing.',
  fix: 'Take the token from `Authorization: Bearer <token>` only.',
  of: { attempts: otherSchemes },
  judge: ({ attempts }) => every(attempts, (attempt) => expectRefusal(attempt.reply, answerTo(attempt, attempts))),
});

/** A shorter text may stand in an error by chance. */
const SHORTEST = 8;

export const noSecretInErrors = listingAccess.rule({
  id: 'listing-access.errors-repeat-no-secret',
  level: 'should',
  section: 'listing §7',
  requirement: 'No error repeats the secret or the token of its request.',
  fix: 'Leave secrets and tokens out of errors: callers log error messages. A key may be named.',
  of: { refusals: refusalsOfSecrets },
  judge: ({ refusals }) => {
    every(refusals, ({ secret, reply }) => {
      const text = secret.reveal();
      if (text.length < SHORTEST || !Buffer.from(reply.body).toString().includes(text)) return;
      violation({
        expected: 'an error without the secret or the token that was sent',
        actual: `${describe(reply)}, which repeats ${secret.toString()}`,
        replies: [reply],
      });
    });
  },
});
