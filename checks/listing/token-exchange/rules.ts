import { answerOf, expect, otherAnswer, shapeViolation, unexpected, violation } from '../../../src/engine/expect.ts';
import { rulesOf, type AnswersDefinition, type ValueOf } from '../../../src/engine/node.ts';
import { type Reply, hasFailed } from '../../../src/http/reply.ts';
import { memberFault, shown } from '../../../src/schema/faults.ts';
import { token as tokenShape } from '../../../src/schema/generated/validators.js';
import { isObject, member } from '../../json.ts';
import {
  isGranted,
  isOffAllowlist,
  isPage,
  grantOf,
  isGrant,
  kindOf,
  scopesOf,
  sendableToken,
  shortLifetimeIn,
  siteOf,
} from '../readers/answers.ts';
import {
  firstGrant,
  granted,
  tokenExchange,
  firstExchange,
  firstUses,
  laterUses,
  secondExchange,
} from './right-credential-requests.ts';
import { every } from '../../../src/engine/excuse.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import {
  expectCode,
  expectNoToken,
  expectStatus,
  expectStillAccepted,
  requireVerdict,
  OFF_ALLOWLIST,
} from '../expectations.ts';
import { comparedRefusals, lockedOutBy, wrongCredentials, type Attempt } from './wrong-credential-requests.ts';

// Rules about every answer of the run that grants a token: the contract's table of its members (listing §4.1).

function everyGrant(definition: Omit<AnswersDefinition, 'section' | 'concerns'> & Partial<AnswersDefinition>) {
  return tokenExchange.everyAnswer({
    section: 'listing §4.1',
    concerns: isGrant,
    of: { firstGrant },
    ...definition,
  });
}

const ofAnyForm = { concerns: (reply: Reply) => reply.endpoint === 'token' && isGranted(reply), of: { granted } };

export const bodyIsObject = everyGrant({
  ...ofAnyForm,
  id: 'token-exchange.body-is-object',
  requirement: 'The answer of `POST /auth/token` is a JSON object.',
  problem: 'The answer of `POST /auth/token` is not a JSON object',
  fix: 'Answer with one JSON object, not with a bare token, a list or text; its members are judged one by one.',
  judge: (reply) => {
    const value = expect(reply).json();
    if (!isObject(value))
      violation({ expected: 'a JSON object', actual: kindOf(value), pointer: '', replies: [reply] });
  },
});

everyGrant({
  ...ofAnyForm,
  id: 'token-exchange.answers-200',
  requirement: 'An exchange that is granted is answered 200.',
  problem: 'A granted exchange is not answered 200',
  fix: 'Answer `POST /auth/token` with status 200.',
  judge: (reply) => expect(reply).status(200),
});

export const tokenIsSendable = everyGrant({
  id: 'token-exchange.token',
  requirement: '`token` is a string that can be sent as a bearer token.',
  problem: 'An exchange returns no usable `token`',
  weight: 'connection',
  fix: 'Send the token as a JSON string of visible ASCII characters, without spaces, in every answer that grants one.',
  judge: (reply) => {
    if (sendableToken(reply) !== null) return;
    const expected = 'a string of visible ASCII characters without spaces, as a bearer token is sent';
    const value = member(grantOf(reply), 'token');
    if (value === undefined) throw shapeViolation(reply, [memberFault(grantOf(reply), 'token', expected)]);
    const isText = typeof value === 'string' && value !== '';
    const actual = isText ? 'a string with other characters' : kindOf(value);
    violation({ expected, actual, pointer: '/token', replies: [reply] });
  },
});

export const siteIsObject = everyGrant({
  id: 'token-exchange.site-is-object',
  requirement: '`site` is an object.',
  problem: '`site` is not an object',
  fix: 'Send `site` as a JSON object with id, name, code and domain.',
  judge: (reply) => {
    if (!isObject(siteOf(reply)))
      throw shapeViolation(reply, [memberFault(grantOf(reply), 'site', 'an object with id, name, code and domain')]);
  },
});

everyGrant({
  id: 'token-exchange.type-is-bearer',
  requirement: '`type` is `bearer`.',
  problem: '`type` is not bearer',
  fix: 'Send `"type": "bearer"`, in lower case.',
  judge: (reply) => expect(reply).fits(tokenShape, '/type'),
});

everyGrant({
  id: 'token-exchange.expires-in-3600',
  requirement: '`expires_in` is the integer 3600, and a token that is a JWT expires no sooner.',
  problem: '`expires_in` is not 3600',
  fix: 'Issue tokens that are good for one hour, and say so with the number 3600, without quotes: the lifetime of the token, not the time that is left of it.',
  judge: (reply) => {
    expect(reply).fits(tokenShape, '/expires_in');
    const seconds = shortLifetimeIn(reply);
    if (seconds === null) return;
    violation({
      expected: 'a token that is good for 3600 s, as `expires_in` says',
      actual: `a JWT whose \`exp\` is only ${seconds} s after its \`iat\``,
      slip: 'short-lived',
      pointer: '/token',
      replies: [reply],
    });
  },
});

export const scopesAreStrings = everyGrant({
  id: 'token-exchange.scopes',
  requirement: '`scopes` is an array of strings, one scope each.',
  problem: '`scopes` is not an array of strings, one scope each',
  fix: 'List the granted scopes as a JSON array of strings, one scope each.',
  judge: (reply) => {
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
});

/** Several scopes such as `toplist:read` in one text. Plain words, such as "Read toplists", are one scope. */
const SEVERAL = /[\w.-]:[\w.*-]+[\s,]+[\w.-]+:[\w.*-]/;

const SITE = {
  id: ['an integer', 'Send the number of the site without quotes.'],
  name: ['a string', 'Send the name of the site as a JSON string.'],
  code: ['a string', 'Send the code of the site as a JSON string.'],
  domain: ['a string', 'Send the domain of the site as a JSON string.'],
} as const;

export const siteMembers = Object.values(
  rulesOf(SITE, (name, [type, fix]) =>
    everyGrant({
      id: `token-exchange.site-${name}`,
      requirement: `\`site.${name}\` is ${type}.`,
      problem: `\`site.${name}\` is not ${type}`,
      fix,
      concerns: (reply) => isObject(siteOf(reply)),
      judge: (reply) => expect(reply).fits(tokenShape, `/site/${name}`),
    }),
  ),
);

const FIX_OF_REFUSED =
  'Check the address (a web page, a redirect or 404 means that the API is elsewhere), and that key and secret are complete, current and made for it. If there is an allowlist, see that this machine is on it, and that the code of that refusal is `ip_not_allowed`. Otherwise find out why the exchange refuses them.';

/** As of a service that finds neither in the body. */
const MISSES_BOTH = /\bkey\b.*\bsecret\b.*\b(?:missing|required)\b|\b(?:missing|requires?)\b.*\bkey\b.*\bsecret\b/i;

export const credentialsAccepted = tokenExchange.rule({
  id: 'token-exchange.credentials-accepted',
  section: 'listing §5',
  requirement: '`POST /auth/token` exchanges the right key and secret for a token.',
  problem: 'The right key and secret are refused',
  weight: 'connection',
  fix: FIX_OF_REFUSED,
  of: { reply: firstExchange },
  judge: ({ reply }) => {
    if (isGranted(reply) && !isPage(reply)) return;
    requireVerdict(reply);
    if (isOffAllowlist(reply)) inconclusive(OFF_ALLOWLIST, reply);
    const fix = MISSES_BOTH.test(answerOf(reply).said ?? '')
      ? `Read the body as JSON with \`key\` and \`secret\`: the service seems to read a form, or not to read the body at all. ${FIX_OF_REFUSED}`
      : undefined;
    violation(otherAnswer(reply, 'a token', { fix, ...(isGranted(reply) && { circumstance: 'with a web page' }) }));
  },
});

type Wrong = ValueOf<typeof wrongCredentials>;

function refusalOf(which: 'key' | 'secret') {
  const each = (judge: (attempt: Attempt) => void) => (records: { readonly wrongCredentials: Wrong }) => {
    const { wrong, lockout } = records.wrongCredentials;
    every(
      wrong.filter(({ pair }) => pair.wrong === which),
      judge,
    );
    if (lockout) inconclusive(lockedOutBy(lockout), lockout);
  };
  const sentence = { section: 'listing §7', of: { wrongCredentials } };
  return {
    status: tokenExchange.rule({
      ...sentence,
      id: `token-exchange.wrong-${which}-401`,
      requirement: `A wrong ${which} is refused with 401.`,
      problem: `A wrong ${which} is not refused with 401`,
      fix: `Compare the whole ${which}, letter by letter, upper and lower case told apart, and answer 401 if it differs, whatever is cached under the key. Send the error alone, without a token.`,
      judge: each(({ reply, pair }) => {
        expectStatus(reply, 401, `for ${pair.what}`);
        expectNoToken(reply);
      }),
    }),
    code: tokenExchange.rule({
      ...sentence,
      id: `token-exchange.wrong-${which}-code`,
      requirement: `The refusal of a wrong ${which} carries the code \`invalid_credentials\`.`,
      problem: `A wrong ${which} is not refused with \`invalid_credentials\``,
      fix: 'Put the code `invalid_credentials` into the body of the 401.',
      judge: each(({ reply }) => {
        expectCode(reply, 'invalid_credentials');
      }),
    }),
  };
}

export const wrongKey = refusalOf('key');
export const wrongSecret = refusalOf('secret');

export const wrongAlike = tokenExchange.rule({
  id: 'token-exchange.wrong-key-and-secret-alike',
  section: 'listing §7',
  requirement: 'A wrong key and a wrong secret are answered with the identical error.',
  problem: 'The error tells a wrong key from a wrong secret',
  fix: 'Let one piece of code answer both cases, with the same status, headers and body.',
  of: { compared: comparedRefusals },
  judge: ({ compared: { found, replies } }) => {
    if (found !== null)
      violation({
        expected: 'the same answer to a wrong key and to a wrong secret',
        actual: `another value in ${found.where}: ${found.one} for a wrong key, ${found.other} for a wrong secret`,
        replies,
      });
  },
});

export const repeatable = tokenExchange.rule({
  id: 'token-exchange.repeatable',
  section: 'listing §4.1',
  requirement: 'The same exchange call can be repeated and grants a token again.',
  problem: 'A second exchange grants no token',
  fix: 'Grant a token on every exchange with the right key and secret: this is how callers renew it.',
  of: { again: secondExchange },
  judge: ({ again }) => {
    requireVerdict(again);
    if (!isGranted(again)) unexpected(again, 'another token');
  },
});

export const tokenIsReusable = tokenExchange.rule({
  id: 'token-exchange.token-is-reusable',
  section: 'listing §4.1',
  requirement: 'A token works for any number of requests: callers cache it for its full `expires_in`.',
  problem: 'A token works only a limited number of times',
  fix: 'Do not use a token up: let it work until its hour is over.',
  of: { uses: firstUses, grant: granted },
  maybe: { later: laterUses },
  once: true,
  judge: ({ uses: { first, second }, grant, later }) =>
    expectStillAccepted(first, second, 'when the token was used the second time', { grant, later: [later?.older] }),
});

export const firstTokenStaysValid = tokenExchange.rule({
  id: 'token-exchange.first-token-stays-valid',
  section: 'listing §4.1',
  requirement: 'A second exchange leaves the first token valid: callers cache each for its full `expires_in`.',
  problem: 'A second exchange ends the first token',
  fix: 'Do not revoke earlier tokens when a new one is issued, nor when an exchange is refused.',
  of: { uses: firstUses, later: laterUses, grant: granted },
  once: true,
  judge: ({ uses: { first }, later: { older }, grant }) =>
    expectStillAccepted(first, older, 'when the first token was used after a second exchange', { grant }),
});

const SHAPES = [
  ['keyless', 'missing-key', 'a body without `key`'],
  ['missing', 'missing-secret', 'a body without `secret`'],
  ['mistyped', 'mistyped-secret', 'a `secret` that is not a string'],
] as const;

for (const [name, rule, what] of SHAPES)
  tokenExchange.rule({
    id: `token-exchange.${rule}-refused`,
    section: 'listing §4.1',
    requirement: `No token is granted for ${what}, and it does not cause a server error (5xx).`,
    problem: `The exchange does not refuse ${what}`,
    fix: 'Take only a JSON object with the strings `key` and `secret`, and refuse anything else with a 4xx before you look the key up or compare the secret.',
    of: { wrongCredentials },
    judge: ({ wrongCredentials: { malformed, lockout } }) => {
      const reply = malformed?.[name];
      if (!reply) return inconclusive(lockout ? lockedOutBy(lockout) : 'It was not sent.');
      // Without a token, 200 may be an error: the contract names no status.
      if (sendableToken(reply) !== null) violation(otherAnswer(reply, 'a refusal', { brings: 'token' }));
      requireVerdict(reply);
      if (hasFailed(reply)) violation(otherAnswer(reply, 'a refusal (4xx)'));
    },
  });
