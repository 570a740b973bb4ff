import { PLACEHOLDERS } from '../../checks/ad-server/desk/reports.ts';
import * as givens from '../../checks/givens.ts';
import type { Because } from '../causes/because.ts';
import type { Given } from '../engine/node.ts';
import type { RunIdentity } from '../engine/run-identity.ts';
import type { GivenValue } from '../engine/node-run.ts';
import { describeRoute } from '../http/route.ts';
import type { Transport } from '../http/transport.ts';
import { CREDENTIALS } from '../secrets/credentials.ts';
import type { Secret } from '../secrets/secret.ts';
import { DEFAULT_MAX_PAGES, DEFAULT_THROTTLE_WINDOW, type CertifyOptions } from '../settings.ts';
import { termsOf } from './booking-terms.ts';
import type { Secrets } from './secrets.ts';
import type { Targets } from './targets.ts';

interface Read {
  readonly options: CertifyOptions;
  readonly targets: Targets;
  readonly secrets: Secrets;
  readonly identity: RunIdentity;
  readonly network: Parameters<typeof describeRoute>[1];
}

/**
 * The values that checks get from the options. If a value is missing, the reason is given instead, and the checks that
 * need it are skipped.
 */
export function giveValues(
  { options, targets, secrets, identity, network }: Read,
  inspect?: Transport['inspect'],
): Map<Given<unknown>, GivenValue> {
  const values = new Map<Given<unknown>, GivenValue>();
  const give = <T>(given: Given<T>, value: T | undefined, missing: Because): unknown =>
    values.set(given, value === undefined ? { missing } : { value });
  const credential = (given: Given<Secret>, name: string) => give(given, secrets[name], notSupplied(given.id, name));
  const pair = (given: Given<givens.KeyAndSecret>, keyName: string, secretName: string) => {
    const [key, secret] = [secrets[keyName], secrets[secretName]];
    const value = key === undefined || secret === undefined ? undefined : { key, secret };
    give(given, value, notSupplied(given.id, `${keyName}, ${secretName}`));
  };
  const base = targets['ad-server'];
  values.set(givens.run, { value: identity });
  give(givens.baseAddress, base, notSupplied('base URL'));
  give(givens.route, base && (() => describeRoute(base, network)), notSupplied('base URL'));
  const look =
    ({ protocol, origin }: URL): givens.LookAtCertificate =>
    async () =>
      protocol === 'https:' ? ((await inspect?.(new URL(origin))) ?? null) : null;
  give(givens.certificate, base && look(base), notSupplied('base URL'));
  give(givens.apiKey, secrets[CREDENTIALS.apiKey], notSupplied('API key'));
  for (const name of SINGLE) credential(givens[name], CREDENTIALS[name]);
  const former = [CREDENTIALS.expiredKey, CREDENTIALS.revokedKey];
  give(
    givens.anyFormerKey,
    former.some((name) => name in secrets) || undefined,
    notSupplied(givens.anyFormerKey.id, former.join(', ')),
  );
  values.set(givens.reportTemplate, { value: options.reportRequest ?? PLACEHOLDERS });
  values.set(givens.bookingTerms, { value: termsOf(options) });
  values.set(givens.maxPages, { value: options.maxPages ?? DEFAULT_MAX_PAGES });
  values.set(givens.readOnly, { value: options.readOnly ?? false });
  give(givens.listingAddress, targets.listing, notSupplied('listing URL'));
  give(givens.listingCertificate, targets.listing && look(targets.listing), notSupplied('listing URL'));
  pair(givens.listingCredentials, CREDENTIALS.listingKey, CREDENTIALS.listingSecret);
  pair(givens.limitedCredentials, CREDENTIALS.listingLimitedKey, CREDENTIALS.listingLimitedSecret);
  credential(givens.limitedToken, CREDENTIALS.listingLimitedToken);
  const limited = [CREDENTIALS.listingLimitedToken, CREDENTIALS.listingLimitedKey].some((name) => name in secrets);
  give(
    givens.anyLimited,
    limited || undefined,
    notSupplied(givens.anyLimited.id, `${CREDENTIALS.listingLimitedToken}, or ${CREDENTIALS.listingLimitedKey}, …`),
  );
  values.set(givens.templateId, {
    value: { id: options.listingTemplateId ?? 1, guessed: options.listingTemplateId === undefined },
  });
  values.set(givens.throttleWindow, { value: options.throttleWindow ?? DEFAULT_THROTTLE_WINDOW });
  const allowlist = (isListed: boolean): GivenValue =>
    (options.listingBlocked ?? false) !== isListed ? { missing: { kind: 'allowlist', isListed } } : { value: true };
  values.set(givens.blocked, allowlist(true));
  values.set(givens.notBlocked, allowlist(false));
  return values;
}

/** The values that are one credential, of the same name. */
const SINGLE = [
  'keyWithoutRead',
  'keyWithoutDraft',
  'keyWithoutReport',
  'expiredKey',
  'revokedKey',
  'listingToken',
] as const;

const notSupplied = (option: string, variable?: string): Because => ({
  kind: 'not-supplied',
  what: variable === undefined ? option : `${option} (${variable})`,
});
