import { expect, violation } from '../../../src/engine/expect.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { shownMember } from '../../../src/schema/faults.ts';
import { token as tokenShape } from '../../../src/schema/generated/validators.js';
import { isObject, member } from '../../json.ts';
import { isGranted } from '../readers/answers.ts';
import { grantOf, isGrant, kindOf, sendableToken, siteOf } from '../readers/grant.ts';
import { firstGrant, granted, tokenExchange } from './requests.ts';

/*
 * Rules about every answer of the run that grants a token: the contract's table of its members (listing §4.1).
 */

const isGrantOfToken = (reply: Reply) => reply.endpoint === 'token' && isGranted(reply);

export const bodyIsObject = tokenExchange.everyAnswer(
  {
    id: 'token-exchange.body-is-object',
    section: 'listing §4.1',
    requirement: 'The answer of `POST /auth/token` is a JSON object.',
    fix: 'Answer with one JSON object, not with a bare token, a list or text; its members are judged one by one.',
    of: { granted },
  },
  {
    concerns: isGrantOfToken,
    judge: (reply) => {
      const value = expect(reply).json();
      if (!isObject(value))
        violation({ expected: 'a JSON object', actual: kindOf(value), pointer: '', replies: [reply] });
    },
  },
);

tokenExchange.everyAnswer(
  {
    id: 'token-exchange.answers-200',
    section: 'listing §4.1',
    requirement: 'An exchange that is granted is answered 200.',
    fix: 'Answer `POST /auth/token` with status 200.',
    of: { granted },
  },
  {
    concerns: isGrantOfToken,
    judge: (reply) => {
      expect(reply).status(200);
    },
  },
);

export const tokenIsSendable = tokenExchange.everyAnswer(
  {
    id: 'token-exchange.token',
    section: 'listing §4.1',
    requirement: '`token` is a string that can be sent as a bearer token.',
    fix: 'Send the token as a JSON string of visible ASCII characters, without spaces, in every answer that grants one.',
    of: { firstGrant },
  },
  {
    concerns: isGrant,
    judge: (reply) => {
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
  },
);

export const siteIsObject = tokenExchange.everyAnswer(
  {
    id: 'token-exchange.site-is-object',
    section: 'listing §4.1',
    requirement: '`site` is an object.',
    fix: 'Send `site` as a JSON object with id, name, code and domain.',
    of: { firstGrant },
  },
  {
    concerns: isGrant,
    judge: (reply) => {
      const site = siteOf(reply);
      if (!isObject(site))
        violation({
          expected: 'an object with id, name, code and domain',
          actual: shownMember(site, 'site', grantOf(reply)),
          pointer: site === undefined ? '' : '/site',
          replies: [reply],
        });
    },
  },
);

/** Judges one member of every grant, or of every site in one. */
function rule(pointer: string, name: string, requirement: string, fix: string) {
  const isOfSite = pointer.startsWith('/site/');
  return tokenExchange.everyAnswer(
    {
      id: `token-exchange.${name}`,
      section: 'listing §4.1',
      requirement,
      fix,
      of: { firstGrant },
    },
    {
      concerns: isOfSite ? (reply) => isObject(siteOf(reply)) : isGrant,
      judge: (reply) => {
        expect(reply).fits(tokenShape, pointer);
      },
    },
  );
}

rule('/type', 'type-is-bearer', '`type` is `bearer`.', 'Send `"type": "bearer"`, in lower case.');
rule(
  '/expires_in',
  'expires-in-3600',
  '`expires_in` is the integer 3600.',
  'Issue tokens that are good for one hour, and say so with the number 3600, without quotes.',
);
export const scopesAreStrings = rule(
  '/scopes',
  'scopes',
  '`scopes` is an array of strings.',
  'List the granted scopes as a JSON array of strings, one scope each.',
);
export const siteMembers = [
  rule('/site/id', 'site-id', '`site.id` is an integer.', 'Send the number of the site without quotes.'),
  rule('/site/name', 'site-name', '`site.name` is a string.', 'Send the name of the site as a JSON string.'),
  rule('/site/code', 'site-code', '`site.code` is a string.', 'Send the code of the site as a JSON string.'),
  rule('/site/domain', 'site-domain', '`site.domain` is a string.', 'Send the domain of the site as a JSON string.'),
];
