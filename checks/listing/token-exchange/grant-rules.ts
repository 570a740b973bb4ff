import { expect, violation } from '../../../src/engine/expect.ts';
import type { Needs } from '../../../src/engine/node.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { shown, shownMember } from '../../../src/schema/faults.ts';
import { token as tokenShape } from '../../../src/schema/generated/validators.js';
import { isObject, member } from '../../json.ts';
import { isGranted } from '../readers/answers.ts';
import { grantOf, isGrant, kindOf, scopesOf, sendableToken, siteOf } from '../readers/grant.ts';
import { firstGrant, granted, tokenExchange } from './right-credential-requests.ts';

// Rules about every answer of the run that grants a token: the contract's table of its members (listing §4.1).

interface About {
  readonly concerns: (reply: Reply) => boolean;
  readonly of: Needs;
}

const GRANTS: About = { concerns: isGrant, of: { firstGrant } };
const OF_ANY_FORM: About = { concerns: (reply) => reply.endpoint === 'token' && isGranted(reply), of: { granted } };

function grantRule(
  name: string,
  requirement: string,
  problem: string,
  fix: string,
  judge: (reply: Reply) => void,
  about = GRANTS,
) {
  const weight = name === 'token' ? { weight: 'connection' as const } : {};
  const sentence = { id: `token-exchange.${name}`, section: 'listing §4.1', requirement, problem, fix, ...weight };
  return tokenExchange.everyAnswer({ ...sentence, of: about.of }, { concerns: about.concerns, judge });
}

export const bodyIsObject = grantRule(
  'body-is-object',
  'The answer of `POST /auth/token` is a JSON object.',
  'The answer of `POST /auth/token` is not a JSON object',
  'Answer with one JSON object, not with a bare token, a list or text; its members are judged one by one.',
  (reply) => {
    const value = expect(reply).json();
    if (!isObject(value))
      violation({ expected: 'a JSON object', actual: kindOf(value), pointer: '', replies: [reply] });
  },
  OF_ANY_FORM,
);

grantRule(
  'answers-200',
  'An exchange that is granted is answered 200.',
  'A granted exchange is not answered 200',
  'Answer `POST /auth/token` with status 200.',
  (reply) => expect(reply).status(200),
  OF_ANY_FORM,
);

export const tokenIsSendable = grantRule(
  'token',
  '`token` is a string that can be sent as a bearer token.',
  'An exchange returns no usable `token`',
  'Send the token as a JSON string of visible ASCII characters, without spaces, in every answer that grants one.',
  (reply) => {
    if (sendableToken(reply) !== null) return;
    const value = member(grantOf(reply), 'token');
    const isText = typeof value === 'string' && value !== '';
    const shown = value === undefined ? shownMember(value, 'token', grantOf(reply)) : kindOf(value);
    violation({
      expected: 'a string of visible ASCII characters without spaces, as a bearer token is sent',
      actual: isText ? 'a string with other characters' : shown,
      pointer: value === undefined ? '' : '/token',
      replies: [reply],
    });
  },
);

export const siteIsObject = grantRule(
  'site-is-object',
  '`site` is an object.',
  '`site` is not an object',
  'Send `site` as a JSON object with id, name, code and domain.',
  (reply) => {
    const site = siteOf(reply);
    if (isObject(site)) return;
    violation({
      expected: 'an object with id, name, code and domain',
      actual: shownMember(site, 'site', grantOf(reply)),
      pointer: site === undefined ? '' : '/site',
      replies: [reply],
    });
  },
);

function rule(pointer: string, name: string, requirement: string, problem: string, fix: string) {
  const concerns = pointer.startsWith('/site/') ? (reply: Reply) => isObject(siteOf(reply)) : isGrant;
  return grantRule(name, requirement, problem, fix, (reply) => expect(reply).fits(tokenShape, pointer), {
    ...GRANTS,
    concerns,
  });
}

rule(
  '/type',
  'type-is-bearer',
  '`type` is `bearer`.',
  '`type` is not bearer',
  'Send `"type": "bearer"`, in lower case.',
);
rule(
  '/expires_in',
  'expires-in-3600',
  '`expires_in` is the integer 3600.',
  '`expires_in` is not 3600',
  'Issue tokens that are good for one hour, and say so with the number 3600, without quotes.',
);
export const scopesAreStrings = grantRule(
  'scopes',
  '`scopes` is an array of strings, one scope each.',
  '`scopes` is not an array of strings, one scope each',
  'List the granted scopes as a JSON array of strings, one scope each.',
  (reply) => {
    expect(reply).fits(tokenShape, '/scopes');
    const joined = scopesOf(reply)?.findIndex((scope) => typeof scope === 'string' && SEVERAL.test(scope)) ?? -1;
    if (joined >= 0)
      violation({
        expected: 'one scope in each string',
        actual: shown(scopesOf(reply)?.[joined]),
        pointer: `/scopes/${joined}`,
        replies: [reply],
      });
  },
);

/** Several scopes such as `toplist:read` in one text. One that is only words, such as "Read toplists", is one. */
const SEVERAL = /[\w.-]:[\w.*-]+[\s,]+[\w.-]+:[\w.*-]/;

export const siteMembers = [
  rule(
    '/site/id',
    'site-id',
    '`site.id` is an integer.',
    '`site.id` is not an integer',
    'Send the number of the site without quotes.',
  ),
  rule(
    '/site/name',
    'site-name',
    '`site.name` is a string.',
    '`site.name` is not a string',
    'Send the name of the site as a JSON string.',
  ),
  rule(
    '/site/code',
    'site-code',
    '`site.code` is a string.',
    '`site.code` is not a string',
    'Send the code of the site as a JSON string.',
  ),
  rule(
    '/site/domain',
    'site-domain',
    '`site.domain` is a string.',
    '`site.domain` is not a string',
    'Send the domain of the site as a JSON string.',
  ),
];
