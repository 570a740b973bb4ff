import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPublisher } from '../../fixtures/publisher/index.ts';
import type { Report } from '../../src/report/model.ts';
import { startFront, type Hostility } from './front.ts';

/** Every format that is written to a file. */
export const FORMATS = [
  'terminal',
  'json',
  'html',
  'junit',
  'tap',
  'markdown',
  'github',
  'har',
  'certificate',
  'badge',
  'drafts',
] as const;

export interface Ended {
  readonly code: number | null;
  /** Peak memory of the whole process. */
  readonly memoryMB: number;
  readonly seconds: number;
  /** The last line on standard error. */
  readonly said: string;
  /** `null` if none was written. */
  readonly report: Report | null;
}

/** Certifies a hostile service with the built command, writing all formats, and measures the whole process. */
export async function certifyInProcess(
  hostility: Hostility,
  command: string,
  peak: string,
  longest = 330,
): Promise<Ended> {
  const publisher = await startPublisher({ throttleWindowSeconds: 1 });
  const front = await startFront(Number(new URL(publisher.baseUrl).port), hostility);
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  const address = new URL(publisher.baseUrl);
  address.port = String(front.port);
  const { keys, listing } = publisher;
  try {
    const outputs = FORMATS.flatMap((format) => ['--output', `${format}=${join(folder, format)}`]);
    const began = performance.now();
    const child = spawn(
      process.execPath,
      [
        ...(process.env['NODE_FLAGS'] ?? '').split(' ').filter(Boolean),
        '--import',
        peak,
        command,
        'certify',
        '--local',
        '--quiet',
        ...outputs,
      ],
      {
        stdio: ['ignore', process.env['NODE_FLAGS'] ? 'inherit' : 'ignore', 'pipe'],
        env: {
          PATH: process.env['PATH'],
          BENCH_PEAK: join(folder, 'peak'),
          ADSERVER_BASE_URL: address.href,
          ADSERVER_API_KEY: keys.full,
          ADSERVER_KEY_WITHOUT_READ: keys.withoutRead,
          ADSERVER_KEY_WITHOUT_DRAFT: keys.withoutDraft,
          ADSERVER_KEY_WITHOUT_REPORT: keys.withoutReport,
          ADSERVER_EXPIRED_KEY: keys.expired,
          LISTING_URL: address.href,
          LISTING_KEY: listing.key,
          LISTING_SECRET: listing.secret,
          LISTING_TOKEN: listing.staticToken,
          LISTING_LIMITED_KEY: listing.limitedKey,
          LISTING_LIMITED_SECRET: listing.limitedSecret,
          LISTING_LIMITED_TOKEN: listing.limitedToken,
          LISTING_TEMPLATE_ID: String(listing.templateId),
          LISTING_THROTTLE_WINDOW: '1',
        },
      },
    );
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (said = (said + part).slice(-2000)));
    // Measured while it runs, so that the peak is known even if the process does not end by itself.
    let seen = 0;
    const looking = setInterval(() => {
      void readFile(`/proc/${child.pid}/status`, 'utf8').then(
        (status) => (seen = Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? seen)),
        () => undefined,
      );
    }, 500);
    const tooLong = setTimeout(() => child.kill('SIGKILL'), longest * 1000);
    const [code] = (await once(child, 'close')) as [number | null];
    clearInterval(looking);
    clearTimeout(tooLong);
    const seconds = (performance.now() - began) / 1000;
    const memoryMB = Number(await readFile(join(folder, 'peak'), 'utf8').catch(() => seen)) / 1024;
    const json = await readFile(join(folder, 'json'), 'utf8').catch(() => null);
    // The JSON output of the command is a report.
    return { code, memoryMB, seconds, said, report: json === null ? null : (JSON.parse(json) as Report) };
  } finally {
    await front.stop();
    await publisher.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
