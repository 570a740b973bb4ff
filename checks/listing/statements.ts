import type { Attested, ClientDuty } from '../../src/engine/rule.ts';

/** What no request of a run can show; a person signs it off. */
export const attested: readonly Attested[] = [
  {
    section: 'listing §5',
    requirement: 'A static token stays valid until its own `expires_at`, if it has one, or until it is revoked.',
    why: 'A run lasts minutes, and revoking is not part of the API.',
    means: 'A token must not stop working before the time that was announced for it.',
    look: 'Look at how static tokens expire and are revoked in your token management. See that no clean-up job or deployment ends them early.',
  },
  {
    section: 'listing §8',
    requirement: 'An exchanged token is accepted for 3600 seconds and refused afterwards.',
    why: 'A run does not wait for an hour; that the token is served to the end of the run is checked.',
    means: 'A caller uses one token for an hour. It must work for the whole hour, and not after it.',
    look: 'Exchange a token, keep it, and request a toplist after 59 minutes and after 61: served, then 401. Or look at the lifetime in the configuration.',
  },
  {
    section: 'listing §4.1',
    requirement: 'The exchanged token is signed by the service.',
    why: 'The key of the signature is the service’s own; that an altered token is refused is checked.',
    means: 'The signature is what keeps anybody from writing a token of their own.',
    look: 'Look at how the service issues the token: with a secret or a private key of its own, and with an algorithm other than `none`.',
  },
  {
    section: 'listing §5 rule 1',
    requirement:
      'Every credential, in either mode, carries a list of scopes; `toplist:read` and `brand:read` by default.',
    why: 'The exchange shows the scopes of one credential, and how it was issued shows nowhere.',
    means: 'What a credential may do is stated on the credential itself, in both modes.',
    look: 'Open a few credentials in your token management: each has a list of scopes, and a new one gets `toplist:read` and `brand:read`.',
  },
  {
    section: 'listing §5 rule 2',
    requirement: 'Each endpoint requires exactly one scope.',
    why: 'The contract names one data endpoint and leaves the mapping of endpoints to scopes open.',
    means: 'No endpoint is open to every token, and none demands two scopes at once.',
    look: 'Look at the routes of the service, or its documentation: one scope beside each endpoint.',
  },
  {
    section: 'listing §8',
    requirement: 'Each calling address has its own ten exchanges a minute: callers elsewhere do not use them up.',
    why: 'A run calls from one address. That other credentials from it share the limit is checked.',
    means: 'One busy caller must not use up the exchanges of all others.',
    look: 'Look at what the limiter counts by: the address of the caller, also behind a proxy or load balancer, and not the address of that proxy.',
  },
  {
    section: 'listing §5 rule 3',
    requirement: 'Addresses that are not on the allowlist are refused, if there is one.',
    why: 'This takes a machine that is not on the list; a run there with --listing-blocked checks it.',
    means: 'If you keep an allowlist, it must really refuse the others, on the exchange and on data.',
    look: 'Call the exchange from a machine that is not on the list (or run the suite there with --listing-blocked). If there is no allowlist, this does not apply.',
  },
];

/** What the contract asks of the caller. */
export const client: readonly ClientDuty[] = [
  {
    section: 'listing §4.1',
    statement: 'The exchange is called with `Content-Type: application/json` and `Accept: application/json`.',
    honoured: 'Every exchange of a run carries both.',
  },
  {
    section: 'listing §4.1',
    statement: 'Callers cache a token for its full `expires_in`.',
    honoured:
      'The first token is used to the end of the run, past a second exchange and while the exchange is throttled.',
  },
  {
    section: 'listing §4.1',
    statement: 'There is no refresh step: the same exchange call is repeated when a token expires.',
    honoured: 'A second token is obtained by the same call.',
  },
  {
    section: 'listing §4.2',
    statement: 'A request for data carries `Authorization: Bearer <TOKEN>` and `Accept: application/json`.',
    honoured: 'Every request for data carries both, except for the credential in requests that test its absence.',
  },
  {
    section: 'listing §5',
    statement: 'In mode A the static token is sent as it is, without an exchange call.',
    honoured: 'The static token is used on its own; with it alone a run makes no exchange.',
  },
  {
    section: 'listing §8',
    statement: 'Callers make ten exchanges a minute at most.',
    honoured: 'One ledger counts the exchanges of a run and holds them back; the checks of the limit alone go beyond.',
  },
];
