import { expect, violation } from '../../../src/engine/expect.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { errorBody } from '../../../src/schema/generated/validators.js';
import { lookalikesIn } from '../../../src/secrets/lookalikes.ts';
import { cut } from '../../../src/text/cut.ts';
import { placeWhere } from '../../../src/text/pointer.ts';
import { expectObject, isObject } from '../../json.ts';
import { expectMarkedJson } from '../connection/rules.ts';
import { isAdServer } from '../readers/endpoints.ts';
import { broken, errors } from './requests.ts';

/** Every error of the run, including each 429. A 5xx that did not come again on a retry does not count. */
const isError = (reply: Reply): boolean => isAdServer(reply) && (reply.status ?? 0) >= 400;

/** Requests that a conformant service answers with an error. */
const provokedBy = {
  forecasts: broken['forecast-malformed-json-is-400'],
  reports: broken['reports-malformed-json-is-refused'],
};

type Sentence = Omit<Parameters<typeof errors.everyAnswer>[0], 'provokedBy'>;

function everyError(sentence: Sentence, judge: (reply: Reply) => void, concerns = isError): void {
  errors.everyAnswer({ ...sentence, provokedBy }, { concerns, judge });
}

// A body that is not JSON breaks the next rule and must not be marked as JSON.
everyError(
  {
    id: 'errors.json-content-type',
    section: 'ad-server §7',
    requirement: 'Every error is marked `Content-Type: application/json`.',
    fix: 'Also send the header with errors, including those of your framework, gateway and login filter.',
  },
  expectMarkedJson,
  (reply) => isError(reply) && reply.json.ok,
);

everyError(
  {
    id: 'errors.body-is-object',
    section: 'ad-server §2.9',
    requirement: 'The body of every error is a JSON object.',
    fix: 'Answer `{ "code": …, "message": … }` for every error, including those of your framework, gateway and login filter.',
  },
  (reply) => expectObject(reply),
);

for (const [name, requirement, fix] of [
  [
    'code',
    'Every error has a `code`: a non-empty string.',
    'Give each kind of error a code that programs can read, as a JSON string.',
  ],
  [
    'message',
    'Every error has a `message`: a non-empty string.',
    'Say in one sentence what is wrong with the request, as a JSON string: it is shown to the operator.',
  ],
] as const)
  everyError(
    { id: `errors.has-${name}`, section: 'ad-server §2.9', requirement, fix },
    (reply) => expect(reply).fits(errorBody, `/${name}`),
    (reply) =>
      isError(reply) &&
      reply.json.ok &&
      isObject(reply.json.value) &&
      // The only code that the contract fixes (§4.3) has a rule of its own.
      !(name === 'code' && reply.endpoint === 'forecast' && reply.status === 501),
  );

everyError(
  {
    id: 'errors.repeats-no-credential',
    section: 'ad-server §2.9',
    requirement: 'No error repeats a credential.',
    fix: 'Do not put the key or the Authorization header into errors: the message is stored and shown to operators.',
  },
  (reply) => {
    if (!reply.echoesCredential) return;
    const place = reply.credentialAt;
    violation({
      expected: 'an error without any credential in it',
      actual: `the credential of the request, or another of this run${place ? `, in ${cut(place, 80)}` : ''}`,
      ...(place ? { pointer: place } : {}),
      replies: [reply],
    });
  },
);

everyError(
  {
    id: 'errors.reveals-no-secret',
    level: 'should',
    section: 'ad-server §2.9',
    requirement: 'No error contains what looks like a secret of any kind.',
    fix: 'Write errors for the operator yourself. Keep exception texts, stack traces and settings in your log, and change the secret that was shown.',
  },
  (reply) => {
    const seen = secretIn(reply);
    if (seen === null) return;
    violation({
      expected: 'an error without any secret in it',
      actual: seen.pointer ? `${seen.what}, in ${cut(seen.pointer, 80)}` : seen.what,
      pointer: seen.pointer,
      replies: [reply],
    });
  },
  // If the error certainly repeats a credential, the rule before fails.
  (reply) => isError(reply) && !reply.echoesCredential,
);

/** The first text in an answer that looks like a secret, and where. */
function secretIn(reply: Reply): { readonly what: string; readonly pointer: string } | null {
  const looks = (text: unknown) => (typeof text === 'string' ? lookalikesIn(text)[0] : undefined);
  const place = reply.json.ok ? placeWhere(reply.json.value, (value) => looks(value) !== undefined) : null;
  const found = place === null ? looks(Buffer.from(reply.body).toString()) : looks(place.value);
  if (found !== undefined) return { what: `what looks like ${found.what}`, pointer: place?.pointer ?? '' };
  return reply.mayEchoCredential ? { what: 'what may be a credential of this run', pointer: '' } : null;
}

errors.everyAnswer(
  {
    id: 'errors.retry-after-in-seconds',
    level: 'should',
    section: 'ad-server §7',
    requirement: 'A 429 says in `Retry-After`, in seconds, when to come back.',
    fix: 'Send `Retry-After` with a whole number of seconds; the client waits that long.',
    provokedBy,
  },
  {
    conditional: true,
    concerns: (reply) => isAdServer(reply) && reply.status === 429,
    judge: (reply) => {
      const given = reply.headers['retry-after'];
      if (!/^\d+$/.test(given?.trim() ?? ''))
        violation({
          expected: 'a whole number of seconds',
          actual: given === undefined ? 'no Retry-After header' : shown(given),
          replies: [reply],
        });
    },
  },
);
