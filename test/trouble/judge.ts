import { startProxy, type Proxy, type Trouble } from '../../fixtures/trouble/proxy.ts';
import { startPublisher, type BehaviourChange, type Publisher } from '../../fixtures/publisher/index.ts';
import { certify } from '../../src/certify.ts';
import type { Report } from '../../src/report/model.ts';
import type { CertifyOptions } from '../../src/settings.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { allCredentials } from '../listing/judge.ts';

/** A clock that jumps over waits, and lets a service that is down come back. */
class TroubledClock extends JumpingClock {
  proxy: Proxy | null = null;

  override async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    await super.sleep(milliseconds, signal);
    await this.proxy?.timePassed();
  }
}

export interface Judged {
  readonly report: Report;
  /** The number of requests that met the trouble. */
  readonly met: number;
  /** The duration of the run by its own clock, in seconds. */
  readonly seconds: number;
}

/** The service to judge; by default the reference publisher's ad server. */
export interface Subject {
  readonly contract?: 'ad-server' | 'listing';
  readonly behaviour?: BehaviourChange | readonly BehaviourChange[];
  readonly certify?: Partial<CertifyOptions>;
}

/** Certifies a publisher behind a proxy that causes trouble. All of them share one clock. */
export async function judgeIn(
  trouble: Trouble,
  { contract = 'ad-server', behaviour = [], certify: options = {} }: Subject = {},
): Promise<Judged> {
  const clock = new TroubledClock();
  const publisher = await startPublisher({ now: () => clock.date(), behaviour });
  const address = new URL(publisher.baseUrl);
  const proxy = await startProxy(Number(address.port), trouble, () => clock.now());
  clock.proxy = proxy;
  address.port = String(proxy.port);
  try {
    const service: CertifyOptions =
      contract === 'listing'
        ? { ...allCredentials(publisher), listingUrl: address.href }
        : { baseUrl: address.href, ...keysOf(publisher) };
    const report = await certify({ ...service, local: true, environment: {}, clock, ...options });
    return { report, met: proxy.met(), seconds: clock.now() / 1000 };
  } finally {
    await proxy.stop();
    await publisher.stop();
  }
}

function keysOf({ keys }: Publisher): CertifyOptions {
  return {
    apiKey: keys.full,
    keyWithoutRead: keys.withoutRead,
    keyWithoutDraft: keys.withoutDraft,
    keyWithoutReport: keys.withoutReport,
    expiredKey: keys.expired,
  };
}
