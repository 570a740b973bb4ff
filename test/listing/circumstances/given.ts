import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { noTokenFaults } from '../../../fixtures/faults/listing-access/no-token.ts';
import { templateFirst } from '../../../fixtures/faults/listing-access/leaks.ts';
import { goodTokenFaults } from '../../../fixtures/faults/listing-access/good-tokens.ts';
import { scopeFaults } from '../../../fixtures/faults/listing-access/scopes.ts';
import { schemeFaults } from '../../../fixtures/faults/listing-access/scheme.ts';
import { repetitionFaults } from '../../../fixtures/faults/token-exchange/repetition.ts';
import { sandboxListing } from '../../../fixtures/publisher/listing/credentials.ts';
import { Refusal } from '../../../fixtures/publisher/refusal.ts';
import { refusalVariations } from '../../../fixtures/variations/listing/refusals.ts';
import type { OptionName } from '../judge.ts';
import { behaviourOf, type ListingCircumstance } from '../circumstance.ts';

const EXCHANGED = 'listing-access.exchanged-token-accepted';
const STATIC = 'listing-access.static-token-accepted';
const WITH_A_KEY: readonly OptionName[] = ['listingKey', 'listingSecret', 'listingLimitedKey', 'listingLimitedSecret'];
const TOKENS: readonly OptionName[] = ['listingToken', 'listingLimitedToken'];
const LIMITED: readonly OptionName[] = ['listingLimitedKey', 'listingLimitedSecret', 'listingLimitedToken'];
const TEMPLATE: readonly OptionName[] = ['listingTemplateId'];
const WITHOUT_SCOPE_403 = ['listing-access.exchanged-without-scope-403'];
/** Without the checks that need refusals by the exchange limit. */
const DATA_ONLY = { skip: ['exchange-throttle'] };

/** Accepts every template id. */
const everyTemplate: BehaviourChange = () => ({ templateOf: Number });

/** The credentials that are given. */
/** A host that is looked up, and that nothing is sent to: its address is a private one. */
const NAMED = { local: false, resolve: () => Promise.resolve([{ address: '10.0.0.1', family: 4 as const }]) };

const given: readonly ListingCircumstance[] = [
  {
    name: 'A static token alone is judged without an exchange',
    without: WITH_A_KEY,
    verdict: 'passed',
    ends: {
      [STATIC]: 'pass',
      [EXCHANGED]: 'skip',
      'listing-access.bearer-scheme-only': 'pass',
      'listing-access.near-static-token-no-data': 'pass',
      'listing-access.static-without-scope-no-data': 'pass',
      'exchange-throttle.limit-exists': 'skip',
    },
  },
  {
    name: 'Key and secret alone are judged without a static token',
    without: TOKENS,
    run: DATA_ONLY,
    verdict: 'passed',
    ends: {
      [STATIC]: 'skip',
      [EXCHANGED]: 'pass',
      'listing-access.bearer-scheme-only': 'pass',
      'listing-access.near-exchanged-token-no-data': 'pass',
      'listing-access.exchanged-without-scope-no-data': 'pass',
    },
  },
  {
    name: 'A cache that serves anybody is found with key and secret alone too',
    behaviour: behaviourOf(noTokenFaults, 'listing-access-cached-for-all'),
    without: TOKENS,
    run: DATA_ONLY,
    fails: [
      'listing-access.no-token-no-data',
      'listing-access.garbage-token-no-data',
      'listing-access.near-exchanged-token-no-data',
      'listing-access.exchanged-without-scope-403',
    ],
    verdict: 'failed',
    says: {
      'listing-access.no-token-no-data': /got status 200 to a request without a token or with `Bearer` alone\./,
      'listing-access.garbage-token-no-data':
        /got status 200 to a request with a token that was never issued or with `Bearer null`\./,
    },
    ends: { 'listing-access.bearer-scheme-only': 'skip' },
  },
  {
    name: 'Data in refusals is found with a static token alone too',
    behaviour: behaviourOf(noTokenFaults, 'listing-access-no-token-with-data'),
    without: WITH_A_KEY,
    fails: ['listing-access.no-token-no-data'],
    verdict: 'failed',
  },
  ...(['key', 'secret'] as const).map((half): ListingCircumstance => ({
    name: `The ${half} may have been issued as the static token too`,
    behaviour: (base) => ({
      isStaticToken: (presented, known, exchange) =>
        base.isStaticToken(
          presented === sandboxListing[half] ? sandboxListing.staticToken : presented,
          known,
          exchange,
        ),
    }),
    run: { ...DATA_ONLY, listingToken: sandboxListing[half] },
    verdict: 'passed',
    ends: { 'listing-access.garbage-token-no-data': 'pass' },
  })),
  {
    name: 'Without limited credentials nothing is said of scopes',
    without: LIMITED,
    verdict: 'passed',
    ends: {
      'listing-access.exchanged-without-scope-403': 'skip',
      'exchange-throttle.counted-per-address': 'skip',
      'exchange-throttle.no-more-than-ten': 'pass',
    },
  },
  {
    name: 'The code of a missing scope is asked for without a static token that holds it, too',
    behaviour: behaviourOf(scopeFaults, 'listing-access-scope-code'),
    without: ['listingToken'],
    run: DATA_ONLY,
    fails: ['listing-access.exchanged-without-scope-code'],
    verdict: 'failed',
  },
  {
    name: 'A missing scope that is hidden is found without a static token that holds it, too',
    behaviour: behaviourOf(scopeFaults, 'listing-access-scope-404'),
    without: ['listingToken'],
    run: DATA_ONLY,
    fails: WITHOUT_SCOPE_403,
    verdict: 'failed',
  },
  {
    name: 'An exchanged token that is never served is found where wrong ones get 403, which is recorded',
    behaviour: [
      behaviourOf(goodTokenFaults, 'listing-access-exchanged-token-refused'),
      behaviourOf(refusalVariations, 'toplists-403-to-unknown-token'),
    ],
    without: TOKENS,
    run: DATA_ONLY,
    fails: [EXCHANGED],
    verdict: 'failed',
  },
  {
    name: 'A static token that is good once is found by that which lacks the scope, where there is no exchange',
    behaviour: (base) => {
      let uses = 0;
      return {
        isStaticToken: (presented, known, exchange) =>
          base.isStaticToken(presented, known, exchange) &&
          (known.staticToken !== sandboxListing.staticToken || (uses += 1) === 1),
      };
    },
    without: WITH_A_KEY,
    fails: ['listing-access.static-token-lasts'],
    verdict: 'failed',
  },
  {
    name: 'A static token that is never served is found where wrong ones get 403, too',
    behaviour: [
      behaviourOf(goodTokenFaults, 'listing-access-static-token-refused'),
      behaviourOf(refusalVariations, 'toplists-403-to-unknown-token'),
    ],
    without: [...WITH_A_KEY, 'listingLimitedToken'],
    fails: [STATIC],
    verdict: 'failed',
  },
  {
    name: 'A scheme that is not asked for is found with the static token where no exchanged one is served',
    behaviour: [
      behaviourOf(goodTokenFaults, 'listing-access-exchanged-token-refused'),
      behaviourOf(schemeFaults, 'listing-access-any-scheme'),
    ],
    fails: [EXCHANGED, 'listing-access.bearer-scheme-only'],
    verdict: 'failed',
  },
  {
    name: 'Schemes wait for the exchanged token where there is no static one',
    behaviour: behaviourOf(goodTokenFaults, 'listing-access-exchanged-token-refused'),
    without: TOKENS,
    run: DATA_ONLY,
    fails: [EXCHANGED],
    verdict: 'failed',
    says: { 'listing-access.bearer-scheme-only': /^Waits for listing-access\.exchanged-token-accepted/ },
  },
  {
    name: 'Schemes wait for a request with `Bearer` alone that is served',
    behaviour: [
      behaviourOf(schemeFaults, 'listing-access-any-scheme'),
      behaviourOf(noTokenFaults, 'listing-access-empty-bearer-open'),
    ],
    run: DATA_ONLY,
    fails: ['listing-access.no-token-no-data'],
    verdict: 'failed',
    says: { 'listing-access.bearer-scheme-only': /^Waits for listing-access\.no-token-no-data/ },
  },
  {
    name: 'An address without https is told where it is no local one',
    run: { ...NAMED, listingUrl: 'http://lists.example.test/api/v1', ...DATA_ONLY },
    fails: ['listing-access.https-only'],
    verdict: 'failed',
    says: { 'listing-access.https-only': /got http:\/\// },
  },
  {
    name: 'An address with https is let pass, whoever answers there',
    run: { ...NAMED, listingUrl: 'https://lists.example.test/api/v1', only: ['listing-access.https-only'] },
    verdict: 'passed',
    ends: { 'listing-access.https-only': 'pass' },
  },
  {
    name: 'An address without its version is told',
    run: { ...NAMED, listingUrl: 'https://lists.example.test', only: ['listing-access.version-segment'] },
    fails: ['listing-access.version-segment'],
    verdict: 'failed',
    says: { 'listing-access.version-segment': /ends in \/api\/v1, got the path \// },
    cites: { 'listing-access.version-segment': 0 },
  },
];

/** The template that is requested. */
const templates: readonly ListingCircumstance[] = [
  {
    name: 'Data is not judged where nobody named a template that exists',
    without: TEMPLATE,
    run: DATA_ONLY,
    verdict: 'passed',
    says: { [EXCHANGED]: /may not exist here: status 404 .*--listing-template-id/ },
    ends: { [EXCHANGED]: 'inconclusive', [STATIC]: 'inconclusive' },
  },
  ...[400, 410, 422].map((status): ListingCircumstance => ({
    name: `A template that was guessed may be refused with ${status}`,
    behaviour: () => ({
      templateOf: () =>
        new Refusal({ reason: 'template-unknown', status, code: 'no_such_template', message: 'Another one, please.' }),
    }),
    without: TEMPLATE,
    run: DATA_ONLY,
    verdict: 'passed',
    ends: { [EXCHANGED]: 'inconclusive', [STATIC]: 'inconclusive' },
  })),
  {
    name: 'A service that looks for the template first is not judged by one that was guessed',
    behaviour: templateFirst,
    without: TEMPLATE,
    run: DATA_ONLY,
    verdict: 'passed',
    ends: {
      [EXCHANGED]: 'inconclusive',
      'listing-access.no-token-no-data': 'pass',
      'listing-access.exchanged-without-scope-403': 'skip',
      'listing-access.static-without-scope-403': 'skip',
      'listing-access.exchanged-without-scope-code': 'skip',
    },
  },
  ...[[], templateFirst].map((order): ListingCircumstance => ({
    name: `A template that was guessed may be kept for others${order === templateFirst ? ', before anything else' : ''}`,
    behaviour: [
      order,
      () => ({
        templateOf: () =>
          new Refusal({
            reason: 'template-unknown',
            status: 403,
            code: 'not_yours',
            message: 'It is of another site.',
          }),
      }),
    ].flat(),
    without: TEMPLATE,
    run: DATA_ONLY,
    verdict: 'passed',
    ends: { [EXCHANGED]: 'inconclusive', [STATIC]: 'inconclusive' },
  })),
  {
    name: 'A template that was guessed and exists is judged like one that was named',
    behaviour: everyTemplate,
    without: TEMPLATE,
    run: DATA_ONLY,
    verdict: 'passed',
    ends: { [EXCHANGED]: 'pass', [STATIC]: 'pass', 'listing-access.exchanged-without-scope-403': 'pass' },
  },
  {
    name: 'A missing scope that is hidden is found with a template that was guessed and exists',
    behaviour: [
      everyTemplate,
      (base) => ({ scopeRefusal: (scope, exchange) => base.scopeRefusal(scope, exchange).with({ status: 404 }) }),
    ],
    without: TEMPLATE,
    run: DATA_ONLY,
    fails: WITHOUT_SCOPE_403,
    verdict: 'failed',
  },
  {
    name: 'A template that was named and is not known may be a wrong number',
    run: { listingTemplateId: 77, ...DATA_ONLY },
    fails: [EXCHANGED, STATIC],
    verdict: 'failed',
    says: { [EXCHANGED]: /If there is no template of the number given/ },
  },
  {
    name: 'A token that is refused the second time is found by a template that was guessed, too',
    behaviour: behaviourOf(repetitionFaults, 'token-exchange-token-good-once'),
    without: TEMPLATE,
    run: DATA_ONLY,
    fails: ['token-exchange.token-is-reusable'],
    verdict: 'failed',
    says: { 'token-exchange.token-is-reusable': /expected status 404, as before/i },
  },
];

export const givenCircumstances: readonly ListingCircumstance[] = [
  {
    name: 'A key and a secret that no header can carry are exchanged all the same',
    behaviour: () => ({
      isListingKey: (presented, known) =>
        presented === (known.key === sandboxListing.key ? 'Ключ des списков 3mT7' : known.key),
      isListingSecret: (presented, known) =>
        presented === (known.key === sandboxListing.key ? 'grüne Wörter, 日本 & "Yb5Kx"' : known.secret),
    }),
    run: { listingKey: 'Ключ des списков 3mT7', listingSecret: 'grüne Wörter, 日本 & "Yb5Kx"' },
    verdict: 'passed',
    ends: {
      'token-exchange.wrong-key-401': 'pass',
      'token-exchange.wrong-secret-401': 'pass',
      'listing-access.garbage-token-no-data': 'pass',
    },
  },
  ...given,
  ...templates,
];
