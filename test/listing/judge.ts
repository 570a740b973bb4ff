import { startPublisher, type BehaviourChange, type Publisher } from '../../fixtures/publisher/index.ts';
import { certify } from '../../src/certify.ts';
import type { Report } from '../../src/report/model.ts';
import type { CertifyOptions } from '../../src/settings.ts';
import { judgeDirectly } from '../direct-transport.ts';
import { JumpingClock } from '../jumping-clock.ts';

/** A running publisher, and how to run the suite against it. */
export interface Stand {
  readonly publisher: Publisher;
  /** Certifies its listing API, by default with all credentials and the real window. */
  readonly run: (options?: Partial<CertifyOptions>, without?: readonly OptionName[]) => Promise<Report>;
}

export type OptionName = keyof CertifyOptions;

/**
 * Starts a publisher with this behaviour, runs a test with it, and stops it. The publisher and the runs share one
 * clock.
 */
export async function onStand<T>(
  behaviour: BehaviourChange | readonly BehaviourChange[],
  use: (stand: Stand) => Promise<T>,
  clock = new JumpingClock(),
  pause?: () => Promise<void>,
): Promise<T> {
  const publisher = await startPublisher({ behaviour, now: () => clock.date(), ...(pause && { pause }) });
  try {
    return await use({
      publisher,
      run: (options, without = []) => certify({ ...omit(allCredentials(publisher), without), clock, ...options }),
    });
  } finally {
    await publisher.stop();
  }
}

/** Options for a run against a publisher's listing API, with all credentials. */
export function allCredentials({ listingUrl, listing }: Pick<Publisher, 'listingUrl' | 'listing'>): CertifyOptions {
  return {
    listingUrl,
    listingKey: listing.key,
    listingSecret: listing.secret,
    listingToken: listing.staticToken,
    listingLimitedKey: listing.limitedKey,
    listingLimitedSecret: listing.limitedSecret,
    listingLimitedToken: listing.limitedToken,
    listingTemplateId: listing.templateId,
    local: true,
    environment: {},
  };
}

function omit(options: CertifyOptions, names: readonly OptionName[]): CertifyOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !names.some((each) => each === name)));
}

/** The report of one run against a publisher with this behaviour, which may pause around each answer. */
export function judge(
  behaviour: BehaviourChange | readonly BehaviourChange[] = [],
  options: Partial<CertifyOptions> = {},
  pause?: () => Promise<void>,
): Promise<Report> {
  return judgeDirectly((transport) =>
    onStand(behaviour, ({ publisher, run }) => run({ ...options, ...transport?.to(publisher) }), undefined, pause),
  );
}

/** Additional options that a fault needs. Faults of the allowlist only show from an address that is not on it. */
export function optionsFor(fault: string): Partial<CertifyOptions> {
  return fault.startsWith('listing-access-blocked-') ? { listingBlocked: true } : {};
}
