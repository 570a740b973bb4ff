import * as givens from '../../checks/givens.ts';
import type { Given } from '../engine/node.ts';
import type { RunIdentity } from '../engine/run-identity.ts';
import type { GivenValue } from '../engine/schedule.ts';
import { describeRoute } from '../http/route.ts';
import type { Secret } from '../http/secret.ts';
import { DEFAULT_MAX_PAGES, DEFAULT_THROTTLE_WINDOW, type CertifyOptions } from '../settings.ts';
import { SECRETS, type Secrets } from './secrets.ts';
import type { Targets } from './targets.ts';

const DEFAULT_REPORT = { line_item_ids: '{{line_item_ids}}', start_date: '{{start_date}}', end_date: '{{end_date}}' };

/** What the checks may ask the run for; where it has none, why, and so what is skipped. */
export function giveValues(
  options: CertifyOptions,
  targets: Targets,
  secrets: Secrets,
  identity: RunIdentity,
  network: Parameters<typeof describeRoute>[1],
): Map<Given<unknown>, GivenValue> {
  const values = new Map<Given<unknown>, GivenValue>();
  const give = <T>(given: Given<T>, value: T | undefined, missing: string): unknown =>
    values.set(given, value === undefined ? { missing } : { value });
  const secret = (name: string) => secrets[name];
  const pair = (key: Secret | undefined, other: Secret | undefined) =>
    key === undefined || other === undefined ? undefined : { key, secret: other };
  const base = targets['ad-server'];
  give(givens.run, identity, '');
  give(givens.baseAddress, base, 'No base URL was given.');
  give(givens.route, base && (() => describeRoute(base, network)), 'No base URL was given.');
  give(givens.apiKey, secret(SECRETS.apiKey), 'No API key was given.');
  give(
    givens.keyWithoutRead,
    secret(SECRETS.keyWithoutRead),
    notSupplied('--key-without-read', SECRETS.keyWithoutRead),
  );
  give(
    givens.keyWithoutDraft,
    secret(SECRETS.keyWithoutDraft),
    notSupplied('--key-without-draft', SECRETS.keyWithoutDraft),
  );
  give(
    givens.keyWithoutReport,
    secret(SECRETS.keyWithoutReport),
    notSupplied('--key-without-report', SECRETS.keyWithoutReport),
  );
  give(givens.expiredKey, secret(SECRETS.expiredKey), notSupplied('--expired-key', SECRETS.expiredKey));
  give(givens.reportTemplate, options.reportRequest ?? DEFAULT_REPORT, '');
  give(givens.maxPages, options.maxPages ?? DEFAULT_MAX_PAGES, '');
  give(givens.readOnly, options.readOnly ?? false, '');
  give(givens.listingAddress, targets.listing, 'No listing URL was given.');
  give(
    givens.listingCredentials,
    pair(secret(SECRETS.listingKey), secret(SECRETS.listingSecret)),
    notSupplied('--listing-key and --listing-secret', 'LISTING_KEY, LISTING_SECRET'),
  );
  give(givens.listingToken, secret(SECRETS.listingToken), notSupplied('--listing-token', SECRETS.listingToken));
  give(
    givens.limitedCredentials,
    pair(secret(SECRETS.listingLimitedKey), secret(SECRETS.listingLimitedSecret)),
    notSupplied('--listing-limited-key and --listing-limited-secret', 'LISTING_LIMITED_KEY, LISTING_LIMITED_SECRET'),
  );
  give(
    givens.limitedToken,
    secret(SECRETS.listingLimitedToken),
    notSupplied('--listing-limited-token', SECRETS.listingLimitedToken),
  );
  give(givens.templateId, { id: options.listingTemplateId ?? 1, guessed: options.listingTemplateId === undefined }, '');
  give(givens.throttleWindow, options.throttleWindow ?? DEFAULT_THROTTLE_WINDOW, '');
  const onList = 'Only where this machine is not on the allowlist (--listing-blocked).';
  const offList = 'This machine is said not to be on the allowlist (--listing-blocked).';
  values.set(givens.blocked, options.listingBlocked ? { value: true } : { missing: onList, conditional: true });
  values.set(givens.notBlocked, options.listingBlocked ? { missing: offList, conditional: true } : { value: true });
  return values;
}

const notSupplied = (option: string, variable: string) => `Not supplied: ${option} (${variable}).`;
