import { describe, violation } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import type { ValueOf } from '../../../src/engine/node.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { cut } from '../../../src/text/cut.ts';
import { templateId } from '../../givens.ts';
import { expectCode, expectRefusal, judgeable, knowsTemplate } from '../expectations.ts';
import { isGranted, lacksScope, namesCode } from '../readers/answers.ts';
import { TOPLIST_SCOPE } from '../readers/grant.ts';
import { leakedData } from '../readers/leaked-data.ts';
import * as good from './good-token-requests.ts';
import { shutOutBy } from './use-tokens.ts';
import * as requests from './wrong-token-requests.ts';
import { goodTokens, listingAccess, shutOut, usedAt, type Mode } from './records.ts';

// Requests that get no data: without a token, with wrong ones, and with tokens that lack the scope.

const { contrast } = requests;
type Attempts = ValueOf<typeof requests.withoutToken>;

/** The status of one answer, and all requests that got it: `status 200 to the token with more appended`. */
function answerTo({ reply }: Attempts[number], attempts: Attempts, lead = ''): string {
  const alike = attempts.filter((other) => other.reply.status === reply.status);
  return `${describe(reply)} to ${lead}${inWords(alike.map(({ how }) => how))}`;
}

/** Expects a refusal to hold nothing of what a good credential is served, nor of what the other refusal does not say. */
function expectNoData(
  refusal: Reply,
  { served, elsewhere, ...refusals }: ValueOf<typeof contrast>,
  to = '',
  other: 'noToken' | 'garbage' = 'noToken',
): void {
  const same = refusals[other];
  const leaked = served && same ? leakedData(refusal, served, { same, elsewhere }) : [];
  if (leaked.length > 0)
    violation({
      expected: 'a refusal without data',
      actual: `status ${refusal.status ?? 0} with data${to}: ${cut(leaked.slice(0, 3).join(', '), 200)}`,
      replies: [refusal],
    });
}

interface Kind {
  readonly attempts: typeof requests.withoutToken;
  /** As in `A request without a token is refused with 401`. */
  readonly how: string;
  readonly fix: string;
  /** How a message describes the other calls of this kind. */
  readonly otherCalls?: Readonly<Partial<Record<'noToken' | 'garbage' | 'noTemplate', string>>>;
  /** For attempts with tokens that are nearly right: the mode of the right token. */
  readonly near?: Mode;
}

function refused(name: string, { attempts, how, fix, otherCalls = {}, near }: Kind) {
  const lead = near ? 'the token ' : 'a request ';
  /** The answer that shows what any refusal carries. */
  const other = attempts === requests.withoutToken ? 'garbage' : 'noToken';
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
          const reply = otherCalls[call] === undefined ? undefined : contrast.otherCalls?.[call];
          const actual = reply && describe(reply, `to a request ${how} ${otherCalls[call]}`);
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
      of: { attempts, templateId, served: good.servedData },
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

export const noToken = refused('no-token', {
  attempts: requests.withoutToken,
  how: 'without a token',
  fix: 'Ask for a bearer token before anything else.',
  otherCalls: { noToken: 'for another one', noTemplate: 'and without `template_id`' },
});

export const garbageToken = refused('garbage-token', {
  attempts: requests.withGarbage,
  how: 'with a token that was never issued',
  fix: 'Look up every token, and refuse any that you did not issue. Keys and secrets are for the exchange only.',
  otherCalls: { garbage: 'for another one' },
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
  section: 'listing §4.2',
  requirement: 'A credential that is not sent as `Bearer <token>` counts as missing.',
  fix: 'Take the token from `Authorization: Bearer <token>` only.',
  of: { attempts: requests.otherSchemes },
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
  of: { refusals: requests.refusalsOfSecrets },
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

function rulesWithoutScope(name: Mode) {
  const reply = good.limitedReply[name];
  const token = name === 'static' ? 'A static token' : 'An exchanged token';
  return {
    status: listingAccess.rule({
      id: `listing-access.${name}-without-scope-403`,
      section: 'listing §5 rule 2',
      requirement: `${token} that lacks the endpoint's scope is refused with 403.`,
      fix: 'Check the scopes of the credential at every endpoint, in both modes, whatever is asked for, and answer 403 if one is missing: 401 is for tokens that are not valid.',
      of: { reply, templateId, served: good.servedData },
      maybe: { again: usedAt.again, elsewhere: good.limitedElsewhere, hint: good.notLimitedHint },
      judge: ({ reply, served, again, elsewhere = [], hint, templateId: { guessed } }) => {
        judgeable(reply);
        if (guessed && served === null) knowsTemplate(reply, false);
        const expected = 'status 403';
        if (reply.status !== 403) {
          const message = `Expected ${expected}, got ${describe(reply)}.${name === 'exchanged' && hint ? hint : ''}`;
          violation({ expected, actual: describe(reply), message, replies: [reply] });
        }
        const later = { mode: name, when: 'when the same token was used again', reply: again?.limited[name] };
        for (const { mode, when, reply: other } of [later, ...elsewhere])
          if (mode === name && other && isGranted(other))
            violation({ expected, actual: `${describe(other)} ${when}`, replies: [reply, other] });
      },
    }),
    code: listingAccess.rule({
      id: `listing-access.${name}-without-scope-code`,
      section: 'listing §7',
      requirement: `The refusal of ${token.toLowerCase()} without the scope carries the code \`insufficient_scope\`.`,
      fix: 'Put the code `insufficient_scope` into the body of the 403.',
      of: { reply },
      judge: ({ reply }) => expectCode(reply, 'insufficient_scope'),
    }),
    noData: listingAccess.rule({
      id: `listing-access.${name}-without-scope-no-data`,
      section: 'listing §5 rule 2',
      requirement: `${token} that lacks the scope gets no partial or filtered data.`,
      fix: 'Refuse before any data is read; send the error alone.',
      of: { reply, contrast },
      judge: ({ reply, contrast }) => {
        expectRefusal(reply);
        expectNoData(reply, contrast);
      },
    }),
  };
}

export const withoutScope = { exchanged: rulesWithoutScope('exchanged'), static: rulesWithoutScope('static') };

export const withoutScopeLater = listingAccess.rule({
  id: 'listing-access.without-scope-later',
  section: 'listing §5 rule 2',
  requirement: "A token that lacks the endpoint's scope is refused in the same way later, and at the end of the run.",
  fix: 'Check the scopes of the credential itself at every request, and default to none if they are not at hand. Send the same error alone every time, and keep the token known.',
  of: { later: requests.limitedLater, contrast },
  judge: ({ later, contrast }) => {
    every(later, ({ first, reply, when }) => {
      judgeable(reply);
      const code = namesCode(first, 'insufficient_scope') ? ' with the code insufficient_scope' : '';
      if (reply.status !== 403 || (code !== '' && !lacksScope(reply)))
        violation({
          expected: `status 403${reply.status === 403 ? code : ''}, as before`,
          actual: `${describe(reply)} ${when}`,
          replies: [first, reply],
        });
      expectNoData(reply, contrast, ` ${when}`);
    });
  },
});

/** Which scope an endpoint requires is not said, but it is one: of two tokens, only the one that is served holds it. */
export const grantedScopesDecide = listingAccess.rule({
  id: 'listing-access.granted-scopes-decide',
  section: 'listing §4.1',
  requirement:
    'The `scopes` of an exchange are those of its token: if one token is served and another lacks the scope, the first lists a scope that the other does not.',
  fix: 'List in `scopes` all that the credential holds and nothing else, from the same place that the endpoints look at.',
  of: { scopes: good.grantedScopes },
  judge: ({ scopes: { served, refused } }) => {
    every(served, ({ granted, use, scopes }) => {
      if (scopes.length === 0)
        violation({
          expected: 'the scope that GET /toplists requires, for the token is served',
          actual: 'no scope',
          pointer: '/scopes',
          replies: [use, granted],
        });
      if (refused === null || !scopes.every((scope) => refused.scopes.includes(scope))) return;
      const full = [use, granted];
      const limited = [refused.use, refused.granted];
      violation({
        expected: 'a scope in the answer to the full credentials that is not in the answer to the limited ones',
        actual: `${listed(scopes)} for the full credentials, whose token is served, and ${listed(refused.scopes)} for the limited ones, whose token is not`,
        pointer: '/scopes',
        // The last one is the one to look at: the list that lacks a scope, or the one that has one too many.
        replies: scopes.includes(TOPLIST_SCOPE) ? [...full, ...limited] : [...limited, ...full],
      });
    });
  },
});

function listed(scopes: readonly string[]): string {
  return cut(JSON.stringify(scopes), 200);
}

export const ownTokenDecides = listingAccess.rule({
  id: 'listing-access.own-token-decides',
  section: 'listing §5 rule 2',
  requirement: 'Of requests that are under way at once, each is answered by the scopes of its own token.',
  fix: 'Keep token and scopes with the request, not in a variable, a session or a connection that requests share.',
  of: { uses: good.knownUsesAtOnce },
  once: true,
  judge: ({ uses }) => {
    for (const { isLimited, reply } of uses)
      if (isLimited ? isGranted(reply) : lacksScope(reply))
        violation({
          expected: `${isLimited ? 'status 403' : 'data'}, as when the token was used alone`,
          actual: `${describe(reply)} to a token ${isLimited ? 'without' : 'with'} the scope, while others were used`,
          replies: [reply],
        });
    for (const isLimited of [true, false]) {
      const replies = uses.filter((use) => use.isLimited === isLimited).map(({ reply }) => reply);
      if (replies.every(({ status }) => status === null || status === 429)) replies.forEach(judgeable);
    }
  },
});
