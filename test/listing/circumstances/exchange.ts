import { set, without } from '../../../fixtures/behaviours/json-edits.ts';
import { onBody, onReply, onWire } from '../../../fixtures/behaviours/replies.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { refusing } from '../../../fixtures/faults/listing-access/refusals.ts';
import { marked } from '../../../fixtures/faults/token-exchange/outcomes.ts';
import { repetitionFaults } from '../../../fixtures/faults/token-exchange/repetition.ts';
import { behaviourOf, type ListingCircumstance } from '../circumstance.ts';

const granted = { route: 'token', status: 200 } as const;
const ALIKE = 'token-exchange.wrong-key-and-secret-alike';
const ACCEPTED = 'token-exchange.credentials-accepted';
const STATIC = 'listing-access.static-token-accepted';

const nobody = { status: 401, headers: {}, body: { code: 'unauthenticated', message: 'Who are you?' } };

/** Answers every exchange in this way. */
const exchangeAnswers =
  (status: number, code = 'other'): BehaviourChange =>
  (base) =>
    onReply(base, { route: 'token' }, () => ({ status, headers: {}, body: { code, message: 'No.' } }));

/** Uses different messages for a wrong key and a wrong secret. */
const saying =
  (ofKey: string, ofSecret: string): BehaviourChange =>
  (base) => ({
    credentialsRefusal: (wrong, exchange) =>
      base.credentialsRefusal(wrong, exchange).with({ message: wrong === 'key' ? ofKey : ofSecret }),
  });

const offTheList: BehaviourChange = () => ({ isAllowlisted: () => false });

/** If the exchange grants nothing, the given key and secret may be wrong. */
const refused: readonly ListingCircumstance[] = [
  {
    name: 'An exchange that nobody answers is no verdict about it',
    behaviour: (base) => onWire(base, { route: 'token' }, (wire) => ({ ...wire, cut: 'before' })),
    verdict: 'inconclusive',
    says: { [ACCEPTED]: / was not answered: \w/ },
    ends: { [ACCEPTED]: 'inconclusive', [STATIC]: 'pass', 'token-exchange.body-is-object': 'skip' },
  },
  {
    name: 'An exchange that answers 429 after a quiet window too is no verdict about it',
    behaviour: exchangeAnswers(429),
    verdict: 'inconclusive',
    says: { [ACCEPTED]: /kept answering 429/ },
  },
  {
    name: 'A limit of the exchange that answers with a page is no verdict about it either',
    behaviour: (base) =>
      onReply(base, { route: 'token' }, () => ({
        status: 429,
        headers: { 'Content-Type': 'text/html' },
        text: '<html><head><title>429 Too Many Requests</title></head></html>',
      })),
    verdict: 'inconclusive',
    says: { [ACCEPTED]: /kept answering 429/ },
  },
  {
    name: 'A machine that is not on the allowlist is told of the option',
    behaviour: offTheList,
    verdict: 'inconclusive',
    says: {
      [ACCEPTED]: /not on the allowlist.*--listing-blocked/,
      [STATIC]: /not on the allowlist.*--listing-blocked/,
    },
    ends: { [ACCEPTED]: 'inconclusive', [STATIC]: 'inconclusive' },
  },
  {
    name: 'An allowlist is no excuse for a data endpoint that answers 403',
    behaviour: (base) => ({
      isAllowlisted: () => false,
      ...refusing(base, 'address-not-allowed', (refusal) => refusal.with({ status: 403, code: 'ip_not_allowed' })),
    }),
    fails: [STATIC],
    verdict: 'failed',
    ends: { [ACCEPTED]: 'inconclusive' },
  },
  ...(
    [
      [403, 'forbidden'],
      [401, 'ip_not_allowed'],
      [401, 'invalid_credentials'],
      [400, 'bad_request'],
      [500, 'crashed'],
    ] as const
  ).map(([status, code]): ListingCircumstance => ({
    name: `A right key and secret refused with ${status} ${code} is a failure`,
    behaviour: exchangeAnswers(status, code),
    fails: [ACCEPTED],
    verdict: 'failed',
    says: { [ACCEPTED]: new RegExp(`got status ${status} \\(${code}`) },
  })),
  {
    name: 'A static token refused at the data endpoint has no excuse in an exchange that is refused otherwise',
    behaviour: [exchangeAnswers(403, 'forbidden'), (base) => onReply(base, { route: 'toplists' }, () => nobody)],
    fails: [ACCEPTED, STATIC],
    verdict: 'failed',
  },
];

/** The first exchange is granted. The results of later ones do not matter to it. */
const further: readonly ListingCircumstance[] = [
  {
    name: 'What nobody answers behind the first exchange is not judged',
    behaviour: (base) => {
      let calls = 0;
      return onWire(base, { route: 'token', when: () => (calls += 1) > 1 }, (wire) => ({ ...wire, cut: 'before' }));
    },
    run: { skip: ['exchange-throttle'] },
    verdict: 'passed',
    ends: {
      'token-exchange.wrong-key-401': 'inconclusive',
      'token-exchange.wrong-secret-401': 'inconclusive',
      'token-exchange.repeatable': 'inconclusive',
      'token-exchange.missing-secret-refused': 'inconclusive',
      'token-exchange.mistyped-secret-refused': 'inconclusive',
    },
  },
  {
    name: 'An exchange that is refused the second time is found where the first one was granted without a token',
    behaviour: [
      (base) => onBody(base, granted, (body) => without(body, '/token')),
      behaviourOf(repetitionFaults, 'token-exchange-once-only'),
    ],
    run: { skip: ['exchange-throttle'] },
    fails: ['token-exchange.token', 'token-exchange.repeatable'],
    verdict: 'failed',
  },
  {
    name: 'What else is wrong with a token is found where there is no site',
    behaviour: (base) => onBody(base, granted, (body) => without(set(body, '/type', 'JWT'), '/site')),
    run: { skip: ['exchange-throttle'] },
    fails: ['token-exchange.site-is-object', 'token-exchange.type-is-bearer'],
    verdict: 'failed',
  },
];

/** The report says what came instead of a token, without showing it. */
const tokens: readonly ListingCircumstance[] = (
  [
    [undefined, 'no token'],
    [null, 'null'],
    ['', '""'],
    [['a-token-in-a-list'], 'an array'],
    [1234567890, 'a JSON number'],
    [{ value: 'a-token' }, 'a JSON object'],
    ['a token of words', 'a string with other characters'],
  ] as const
).map(([token, said]) => ({
  name: `A token that is ${said} is told as such`,
  behaviour: (base) =>
    onBody(base, granted, (body) => (token === undefined ? without(body, '/token') : set(body, '/token', token))),
  fails: ['token-exchange.token'],
  verdict: 'failed',
  says: { 'token-exchange.token': new RegExp(`got ${said}[.,]`) },
}));

/** The message quotes how the answers to a wrong key and a wrong secret differ, but not what was sent. */
const difference: readonly ListingCircumstance[] = [
  {
    name: 'The word that tells a wrong key from a wrong secret is quoted',
    behaviour: saying('No such user', 'Not the word'),
    fails: [ALIKE],
    verdict: 'failed',
    says: { [ALIKE]: /in the body: "No such user" for a wrong key, "Not the word" for a wrong secret/ },
  },
  {
    name: 'A member that comes with one of the two only is told as absent',
    behaviour: (base) => marked(base, 'secret', (refusal) => refusal.with({ headers: { 'X-Known-Key': 'yes' } })),
    fails: [ALIKE],
    verdict: 'failed',
    says: { [ALIKE]: /in the header x-known-key: absent for a wrong key, "present" for a wrong secret/ },
  },
];

export const exchangeCircumstances: readonly ListingCircumstance[] = [...difference, ...refused, ...further, ...tokens];
