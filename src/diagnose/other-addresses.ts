import { isDenied } from '../http/reply.ts';
import { listed } from '../report/text.ts';
import type { AddressReading } from './address.ts';
import type { StepContext } from './step-context.ts';
import { endpoint, type Observation } from './probe.ts';
import { quote } from '../text/printable.ts';
import { violationsOf } from './account.ts';

/** Only a few, because these servers may have nothing to do with the service. */
const MOST_CANDIDATES = 6;

/** Tries other addresses that may have been meant, to say where the service is instead. */
export async function takeOtherAddressesStep(
  context: StepContext,
  address: AddressReading,
  base: URL,
  key: string | null,
  scope: 'paths' | 'schemes',
): Promise<void> {
  const { walk, quickProbe, probe } = context;
  const candidates = candidatesFor(base, address, scope);
  if (candidates.length === 0 || context.network.signal?.aborted === true) return;
  await walk.look('elsewhere', async () => {
    const asked = await Promise.all(
      candidates.map(async (candidate) => {
        // The key is only sent to the origin that the person typed.
        const seen = await quickProbe.get(
          endpoint(candidate, '/health'),
          candidate.origin === base.origin ? key : null,
        );
        return { candidate, seen, likeness: likenessOf(seen, (value) => violationsOf(probe, value).length === 0) };
      }),
    );
    const details = {
      asked: asked.map(({ candidate, seen }) => ({
        address: shownBase(candidate),
        ...('status' in seen ? { status: seen.status } : { error: seen.failure.message }),
      })),
    };
    const best = asked.filter(({ likeness }) => likeness > 0).sort((one, other) => other.likeness - one.likeness)[0];
    if (!best)
      return { outcome: 'info', message: `No service at ${listed(candidates.map(shownBase))} either.`, details };
    const where = shownBase(best.candidate);
    const status = 'status' in best.seen ? best.seen.status : 0;
    const how = best.likeness === 3 ? 'with a valid account context' : `with ${status} in the form of the API`;
    if (best.candidate.protocol === 'http:' && base.protocol === 'https:') {
      walk.concludes({
        cause: `The service answers over plain HTTP only, at ${where}; the client calls https:// addresses only.`,
        whose: 'publisher',
        publisher: [`Serve the API over HTTPS; now it answers at ${where}.`],
      });
    } else {
      walk.concludes({
        cause: `The base address is wrong: the service answers at ${where}.`,
        whose: 'platform',
        publisher: [`Confirm that ${where} is the base address of the API.`],
        platform: [`Change the base address to ${where}.`],
      });
    }
    return {
      outcome: 'warn',
      message: `The service answers at ${where}, ${how}.`,
      details: { ...details, instead: where },
    };
  });
}

function candidatesFor(base: URL, address: AddressReading, scope: 'paths' | 'schemes'): URL[] {
  const path = base.pathname.replace(/\/+$/, '');
  const paths = [
    address.meant?.origin === base.origin ? address.meant.pathname : null,
    /\/api\/v1$/.test(path) ? null : `${path}/api/v1`,
    path.replace(/\/api\/v1$/, ''),
    '/api/v1',
    path.replace(/\/v\d+$/, '/v1'),
    path.replace(/\/{2,}/g, '/'),
  ].filter((candidate) => candidate !== null);
  const found = new Map<string, URL>();
  const add = (candidate: URL) => found.set(endpoint(candidate, '').href, candidate);
  if (scope === 'paths') for (const each of paths) add(withPath(base, each));
  if (scope === 'schemes') for (const each of otherSchemes(base)) add(each);
  found.delete(endpoint(base, '').href);
  return [...found.values()].slice(0, MOST_CANDIDATES);
}

/** The same host over HTTPS on its usual port, and over plain HTTP. */
function otherSchemes(base: URL): URL[] {
  const usual = new URL(base);
  usual.port = '';
  const plain = new URL(base.href.replace(/^https:/, 'http:'));
  return base.protocol === 'https:' ? [...(base.port === '' ? [] : [usual]), plain] : [];
}

function withPath(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = path;
  return url;
}

/**
 * How much an answer looks like the service: 3 for the account context, 2 for another JSON object, 1 for a refusal in
 * JSON.
 */
function likenessOf(seen: Observation, fits: (value: unknown) => boolean): 0 | 1 | 2 | 3 {
  if ('failure' in seen || !seen.json.ok) return 0;
  const { value } = seen.json;
  if (typeof value !== 'object' || value === null) return 0;
  if (seen.status === 200) return fits(value) ? 3 : 'account_id' in value || 'capabilities' in value ? 2 : 0;
  return isDenied(seen) && 'code' in value && 'message' in value ? 1 : 0;
}

function shownBase(base: URL): string {
  return quote(endpoint(base, '').href, 200);
}
