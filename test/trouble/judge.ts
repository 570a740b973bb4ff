import { startProxy, type Proxy, type Trouble } from '../../fixtures/trouble/proxy.ts';
import { startPublisher, type BehaviourChange } from '../../fixtures/publisher/index.ts';
import { certify } from '../../src/certify.ts';
import type { Report } from '../../src/report/model.ts';
import type { CertifyOptions } from '../../src/settings.ts';
import { JumpingClock } from '../jumping-clock.ts';

/** Time that jumps, and lets a service that is away come back. */
class TroubledClock extends JumpingClock {
  proxy: Proxy | null = null;

  override async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    await super.sleep(milliseconds, signal);
    await this.proxy?.timePassed();
  }
}

export interface Judged {
  readonly report: Report;
  /** How many requests met the trouble. */
  readonly met: number;
  /** How long the run took by its own clock, in seconds. */
  readonly seconds: number;
}

/** Certifies the ad server of a publisher behind a proxy that plays trouble. All of them share one time. */
export async function judgeIn(
  trouble: Trouble,
  behaviour: BehaviourChange | readonly BehaviourChange[] = [],
  options: Partial<CertifyOptions> = {},
): Promise<Judged> {
  const clock = new TroubledClock();
  const publisher = await startPublisher({ now: () => clock.date(), behaviour });
  const address = new URL(publisher.baseUrl);
  const proxy = await startProxy(Number(address.port), trouble, () => clock.now());
  clock.proxy = proxy;
  address.port = String(proxy.port);
  try {
    const report = await certify({
      baseUrl: address.href,
      apiKey: publisher.keys.full,
      keyWithoutRead: publisher.keys.withoutRead,
      keyWithoutDraft: publisher.keys.withoutDraft,
      keyWithoutReport: publisher.keys.withoutReport,
      expiredKey: publisher.keys.expired,
      local: true,
      environment: {},
      clock,
      ...options,
    });
    return { report, met: proxy.met(), seconds: clock.now() / 1000 };
  } finally {
    await proxy.stop();
    await publisher.stop();
  }
}
