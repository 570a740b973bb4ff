import { expect, violation } from '../../../src/engine/expect.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { errorBody } from '../../../src/schema/generated/validators.js';
import { cut } from '../../../src/text/cut.ts';
import { isObject } from '../../json.ts';
import { expectMarkedJson } from '../connection/rules.ts';
import { isAdServer } from '../readers/endpoints.ts';
import { errors, malformedForecast, malformedReport } from './checks.ts';

/** Every error of the run, each 429 too; a 5xx that went away when asked again is left aside. */
const isError = (reply: Reply): boolean => isAdServer(reply) && (reply.status ?? 0) >= 400;

/** What makes a conformant service answer with an error. */
const provoked = { malformedForecast, malformedReport };

errors.watch(
  {
    id: 'errors.json-content-type',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'Every error is marked `Content-Type: application/json`.',
    fix: 'Send the header with errors too, those of your framework, gateway and login filter included.',
    prefers: provoked,
  },
  {
    // What is no JSON at all breaks the next rule, and is not to be marked as such.
    concerns: (reply) => isError(reply) && reply.json.ok,
    judge: expectMarkedJson,
  },
);

errors.watch(
  {
    id: 'errors.body-is-object',
    level: 'must',
    section: 'ad-server §2.9',
    requirement: 'The body of every error is a JSON object.',
    fix: 'Answer `{ "code": …, "message": … }` for every error, those of your framework, gateway and login filter included.',
    prefers: provoked,
  },
  {
    concerns: isError,
    judge: (reply) => {
      const value = expect(reply).json();
      if (!isObject(value))
        violation({ expected: 'a JSON object', actual: shown(value), pointer: '', replies: [reply] });
    },
  },
);

for (const [name, requirement, fix] of [
  [
    'code',
    'Every error has a `code`: a string that is not empty.',
    'Give each kind of error a code that programs can read, as a JSON string.',
  ],
  [
    'message',
    'Every error has a `message`: a string that is not empty.',
    'Say in one sentence what is wrong with the request, as a JSON string: it is shown to the operator.',
  ],
] as const)
  errors.watch(
    { id: `errors.has-${name}`, level: 'must', section: 'ad-server §2.9', requirement, fix, prefers: provoked },
    {
      concerns: (reply) =>
        isError(reply) &&
        reply.json.ok &&
        isObject(reply.json.value) &&
        // The one code that is laid down (§4.3) has a check of its own.
        !(name === 'code' && reply.endpoint === 'forecast' && reply.status === 501),
      judge: (reply) => {
        expect(reply).fits(errorBody, `/${name}`);
      },
    },
  );

errors.watch(
  {
    id: 'errors.repeats-no-credential',
    level: 'must',
    section: 'ad-server §2.9',
    requirement: 'No error repeats a credential.',
    fix: 'Do not put the key, or the Authorization header, into messages: the message is shown to operators and stored.',
    prefers: provoked,
  },
  {
    concerns: isError,
    judge: (reply) => {
      if (!reply.echoesCredential) return;
      const place = reply.credentialAt;
      violation({
        expected: 'an error without any credential in it',
        actual: `the credential of the request, or another of this run${place ? `, in ${cut(place, 80)}` : ''}`,
        ...(place ? { pointer: place } : {}),
        replies: [reply],
      });
    },
  },
);

errors.watch(
  {
    id: 'errors.retry-after-in-seconds',
    level: 'should',
    section: 'ad-server §7',
    requirement: 'A 429 says in `Retry-After`, in seconds, when to come back.',
    fix: 'Send `Retry-After` with a whole number of seconds; the client waits so long.',
    prefers: provoked,
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
