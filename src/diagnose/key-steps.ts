import { Secret } from '../secrets/secret.ts';
import type { StepContext } from './step-context.ts';
import { readKey, type KeyReading } from './key.ts';
import { errorMessage } from './health.ts';
import { GIVE_PLATFORM_ADDRESSES } from './status-conclusion.ts';
import type { StepOutcome } from './model.ts';
import { type Answered, endpoint, type Observation, whoGave } from './probe.ts';
import type { Conclusion, Seen } from './walk.ts';

const VARIABLE = 'ADSERVER_API_KEY';

/** Makes sure that the key is redacted in all forms: as typed, as sent and as probably meant. */
export function protectKey({ redactor, network }: StepContext, typed: string | undefined): void {
  if (typed === undefined) return;
  const { sent, meant } = readKey(typed, network.now());
  for (const text of [typed, typed.trim(), sent, meant]) {
    if (text) redactor.protect(new Secret(VARIABLE, text));
  }
}

export async function takeKeyStep(
  { walk, network }: StepContext,
  typed: string | undefined,
): Promise<KeyReading | null> {
  return walk.take<KeyReading | null>('key', () => {
    if (typed === undefined) {
      return { outcome: 'info', message: 'No key was given, so the calls have none.', value: null };
    }
    const key = readKey(typed, network.now());
    const details = { characters: typed.trim().length };
    if (key.unsendable !== null) {
      return { outcome: 'fail', message: [key.unsendable, ...key.remarks].join(' '), details, value: key };
    }
    const remarks = key.remarks.join(' ');
    const message = remarks === '' ? 'Looks well-formed.' : `${remarks} It is sent unchanged.`;
    return { outcome: remarks === '' ? 'pass' : 'warn', message, details, value: key };
  });
}

/** Records that no request can contain the key. */
export function breakOverKey({ walk }: StepContext, reason: string): void {
  walk.breaks(
    { layer: 'credential', label: 'auth_error', lastError: reason },
    {
      cause: reason,
      whose: 'platform',
      platform: ['Enter the key again, typed or copied from the console itself rather than from a document.'],
    },
  );
}

/** Records that a service answered 200 to a request without a key. */
export async function takeUnprotectedStep({ walk }: StepContext): Promise<void> {
  await walk.look('key-check', () => {
    walk.advise('publisher', UNPROTECTED);
    return { outcome: 'warn', message: 'The call without a key got 200 anyway.' };
  });
}

const UNPROTECTED =
  'Refuse calls without a valid key with 401. As it is, anybody can read the account, and a wrong key goes unnoticed.';

/** Repeats the request without the key and, after a 401, with the key as it was probably meant. */
export async function takeKeyCheckStep(
  context: StepContext,
  base: URL,
  key: KeyReading,
  seen: Answered,
): Promise<void> {
  const url = endpoint(base, '/health');
  await context.walk.look('key-check', async () => {
    const asMeant = seen.status === 401 && key.meant !== null ? await tryMeant(context, url, key.meant) : null;
    return asMeant ?? compare(context, seen, await context.quickProbe.get(url, null));
  });
}

/** The result with the key as it was probably meant; `null` if that is also refused or not answered. */
async function tryMeant({ walk, quickProbe }: StepContext, url: URL, key: string): Promise<Seen | null> {
  const meant = await quickProbe.get(url, key);
  if (!('status' in meant) || meant.status === 401) return null;
  walk.concludes({
    cause: 'The API key was entered with something around it, and is refused because of that (401).',
    whose: 'platform',
    platform: [
      'Enter the key without what stands around it (quotes, “Bearer”, the name of a header): then the service accepts it.',
    ],
  });
  const message = `Without what stands around the key, the service answers ${meant.status} instead of 401.`;
  return { outcome: 'warn', message, details: { exchange: meant.callId, status: meant.status } };
}

/** Compares the answers with and without the key. */
function compare(context: StepContext, seen: Answered, without: Observation): Seen {
  if ('failure' in without) {
    const message = `Without the key there is no answer: ${without.failure.message}`;
    return { outcome: 'info', message, details: { exchange: without.callId } };
  }
  const isSame =
    seen.status === without.status && errorMessage(context.probe, seen) === errorMessage(context.probe, without);
  const [outcome, message] = told(context, seen, without.status, isSame);
  return { outcome, message, details: { exchange: without.callId, status: without.status } };
}

function told({ walk }: StepContext, seen: Answered, without: number, isSame: boolean): [StepOutcome, string] {
  if (seen.status === 200) {
    if (!seen.json.ok && without === 200) return ['info', 'The same comes without the key.'];
    if (without !== 200) return ['pass', `Without the key the service answers ${without}: it checks the key.`];
    walk.advise('publisher', UNPROTECTED);
    return ['warn', 'Without the key the service answers 200 too: it does not check the key.'];
  }
  if (without === 200) {
    walk.concludes(READS_HEADER_WRONGLY(seen.status));
    return ['warn', 'Without the key the service answers 200.'];
  }
  if (!isSame) return ['pass', `Without the key the service answers ${without}: it checks the key.`];
  // A gateway in front of the API never looks at the key.
  if (whoGave(seen).kind !== 'service') return ['info', `The same ${without} comes without the key.`];
  walk.concludes(seen.status === 403 ? REFUSES_CALLER : HEADER_MAY_BE_LOST);
  return ['info', `With and without the key the service gives the same ${without}.`];
}

const REFUSES_CALLER: Conclusion = {
  cause:
    'The service answers the same 403 with and without the key: it refuses where the call comes from, not the key.',
  whose: 'publisher',
  publisher: [
    'Let the addresses of the platform through (allowlist, firewall). If there is no such rule, check that the key has the scopes to read, to create drafts and to report.',
  ],
  platform: [GIVE_PLATFORM_ADDRESSES],
};

const HEADER_MAY_BE_LOST: Conclusion = {
  cause: 'The service refuses the API key (401).',
  whose: 'both',
  publisher: [
    'Compare the key with the one in your console. Without any key the service answers the same, so check too that the Authorization header reaches it: a web server or gateway in front may drop it.',
  ],
  platform: ['Enter the key again, with nothing around it, and press Re-verify.'],
};

const READS_HEADER_WRONGLY = (status: number): Conclusion => ({
  cause: `The service answers ${status} to a call with the key, but 200 to one without.`,
  whose: 'publisher',
  publisher: ['Check how the service reads the Authorization header. Calls without a key must get 401.'],
});
