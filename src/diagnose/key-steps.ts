import { Secret } from '../secrets/secret.ts';
import type { StepContext } from './step-context.ts';
import { readKey, type KeyReading } from './key.ts';
import { errorMessage, WIDEN } from './health.ts';
import type { StepOutcome } from './model.ts';
import { type Answered, endpoint, type Observation } from './probe.ts';
import type { Found } from './walk.ts';

const VARIABLE = 'ADSERVER_API_KEY';

/** Makes the redactor know the key as typed, as sent and as probably meant. */
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
      return { outcome: 'info', message: 'No key was given; the calls go without one.', value: null };
    }
    const key = readKey(typed, network.now());
    const details = { characters: typed.trim().length };
    if (key.unsendable !== null) {
      walk.advise(
        'platform',
        'Enter the key again, typed or copied from the console itself rather than from a document.',
      );
      return { outcome: 'fail', message: [key.unsendable, ...key.remarks].join(' '), details, value: key };
    }
    const message = `${key.remarks.join(' ') || 'Its form is unremarkable.'} It is sent as it is.`;
    return { outcome: key.remarks.length > 0 ? 'warn' : 'pass', message, details, value: key };
  });
}

/** Notes that a service answered 200 to a call without a key. */
export async function takeUnprotectedStep({ walk }: StepContext): Promise<void> {
  await walk.take('key-check', () => {
    walk.advise('publisher', OPEN_DOOR);
    return { outcome: 'warn', message: 'The call carried no key and was answered all the same.', value: undefined };
  });
}

const OPEN_DOOR =
  'Refuse calls without a key with 401: now anybody can read the account, and a wrong key would go unnoticed.';

/** Makes the call once more without the key, and after a 401 with the key as it was probably meant. */
export async function takeKeyCheckStep(
  context: StepContext,
  base: URL,
  key: KeyReading,
  seen: Answered,
): Promise<void> {
  const url = endpoint(base, '/health');
  await context.walk.take('key-check', async () => {
    const asMeant = seen.status === 401 && key.meant !== null ? await tryMeant(context, url, key.meant) : null;
    return asMeant ?? compare(context, seen, await context.quickProbe.get(url, null));
  });
}

/** The finding with the key as it was probably meant; `null` if that call is also refused or not answered. */
async function tryMeant({ walk, quickProbe }: StepContext, url: URL, key: string): Promise<Found<undefined> | null> {
  const meant = await quickProbe.get(url, key);
  if (!('status' in meant) || meant.status === 401) return null;
  walk.adviseFirst(
    'platform',
    'Enter the key without what stands around it (quotes, “Bearer”, the name of a header): then the service accepts it.',
  );
  const message = `Without what stands around the key the service answers ${meant.status} instead of 401.`;
  return { outcome: 'warn', message, details: { exchange: meant.exchange, status: meant.status }, value: undefined };
}

/** Compares the answers with and without the key. */
function compare(context: StepContext, seen: Answered, without: Observation): Found<undefined> {
  const { walk, probe } = context;
  if ('failure' in without) {
    if (seen.status === 403) walk.advise('publisher', WIDEN);
    const message = `Without the key there is no answer: ${without.failure.message}`;
    return { outcome: 'info', message, details: { exchange: without.exchange }, value: undefined };
  }
  const found = (outcome: StepOutcome, message: string): Found<undefined> => ({
    outcome,
    message,
    details: { exchange: without.exchange, status: without.status },
    value: undefined,
  });
  const isSame = seen.status === without.status && errorMessage(probe, seen) === errorMessage(probe, without);
  if (seen.status === 403 && isSame) {
    walk.advise(
      'publisher',
      'Let the addresses of the platform through (allowlist, firewall), or widen the scope of the key: with and without it the answer is the same 403, so that perhaps nobody looks at the key.',
    );
    walk.advise('platform', 'Give the publisher the addresses from which the platform calls.');
    return found(
      'info',
      'With and without the key the answer is the same 403: perhaps it is not the key that is refused.',
    );
  }
  if (seen.status === 403) walk.advise('publisher', WIDEN);
  if (without.status === 401 && !isSame)
    return found('pass', 'Without the key the service answers 401: the key is looked at.');
  if (without.status === 401) {
    walk.advise(
      'publisher',
      'Check that the Authorization header reaches the service: with and without the key the answer is the same, as if a web server or gateway in front dropped the header.',
    );
    return found(
      'info',
      'With and without the key the answer is the same 401: the key is unknown, or its header never arrives.',
    );
  }
  if (without.status === 200 && seen.status === 200) {
    walk.advise('publisher', OPEN_DOOR);
    return found(
      'warn',
      'Without the key the service answers 200 as well: the key is not looked at, so this probe cannot tell whether it is right.',
    );
  }
  if (without.status === 200)
    walk.advise(
      'publisher',
      'Check how the service reads the Authorization header: without a key it answers 200, with this one it does not.',
    );
  return found('info', `Without the key the service answers ${without.status}.`);
}
