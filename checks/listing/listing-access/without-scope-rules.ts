import { describe, violation } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import { isDropped } from '../../../src/http/reply.ts';
import { cut } from '../../../src/text/cut.ts';
import { templateId } from '../../givens.ts';
import { expectCode, expectRefusal, judgeable, knowsTemplate } from '../expectations.ts';
import { isGranted, lacksScope, namesCode } from '../readers/answers.ts';
import { TOPLIST_SCOPE } from '../readers/grant.ts';
import * as good from './good-token-requests.ts';
import { expectNoData } from './no-data.ts';
import { listingAccess, usedAt, type Mode } from './records.ts';
import { contrast, limitedLater } from './wrong-token-requests.ts';

// Requests with tokens that are good, and lack the scope.

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
      maybe: { again: usedAt.again, withoutTemplate: good.limitedWithoutTemplate, hint: good.notLimitedHint },
      judge: ({ reply, served, again, withoutTemplate, hint, templateId: { guessed } }) => {
        // The client sent it again while others were served: a lost answer is the one that it gets.
        if (served === null || !isDropped(reply)) judgeable(reply);
        if (guessed && served === null) knowsTemplate(reply, false);
        const expected = 'status 403';
        if (reply.status !== 403) {
          const message = `Expected ${expected}, got ${describe(reply)}.${name === 'exchanged' && hint ? hint : ''}`;
          violation({ expected, actual: describe(reply), message, replies: [reply] });
        }
        for (const [other, when] of [
          [again?.limited[name], 'when the same token was used again'],
          [withoutTemplate?.[name], 'when the same token asked without `template_id`'],
        ] as const)
          if (other && isGranted(other))
            violation({ expected, actual: describe(other, when), replies: [reply, other] });
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
        expectNoData(reply, { ...contrast, other: contrast.noToken });
      },
    }),
  };
}

export const withoutScope = { exchanged: rulesWithoutScope('exchanged'), static: rulesWithoutScope('static') };

export const withoutScopeLater = listingAccess.rule({
  id: 'listing-access.without-scope-later',
  ofWholeRun: true,
  section: 'listing §5 rule 2',
  requirement: "A token that lacks the endpoint's scope is refused in the same way later, and at the end of the run.",
  fix: 'Check the scopes of the credential itself at every request, and default to none if they are not at hand. Send the same error alone every time, and keep the token known.',
  of: { later: limitedLater, contrast },
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
      expectNoData(reply, { ...contrast, other: contrast.noToken }, ` ${when}`);
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
  fix: 'Keep token and scopes with the request, not in a variable, a session or a connection that requests share. Let several requests use one token at once, without a lock.',
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
