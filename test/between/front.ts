import { createServer, request as forward, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startPublisher } from '../../fixtures/publisher/index.ts';
import { certify } from '../../src/certify.ts';
import type { Report } from '../../src/report/model.ts';
import type { CertifyOptions } from '../../src/settings.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { allCredentials } from '../listing/judge.ts';

export interface Passing {
  /** How many requests came before. */
  readonly before: number;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: IncomingHttpHeaders;
  readonly body: string;
}

/** Somebody in front of a service: answers in its place, or changes what it answers. */
export interface Front {
  readonly answers?: (passing: Passing) => Answer | null;
  readonly changes?: (answer: Answer, passing: Passing) => Answer;
}

export interface Judged {
  readonly report: Report;
  /** How many requests came in all. */
  readonly came: number;
}

/** Certifies the reference publisher with somebody in front of it. */
export async function judgeBehind(front: Front, contract: 'ad-server' | 'listing' = 'ad-server'): Promise<Judged> {
  const clock = new JumpingClock();
  const publisher = await startPublisher({ now: () => clock.date() });
  const { port: target } = new URL(publisher.baseUrl);
  let came = 0;
  const server = createServer((incoming, outgoing) => {
    const before = came++;
    const { method = '', url = '', headers } = incoming;
    const handle = async () => {
      const passing = { before, method, url, headers, body: await text(incoming) };
      const own = front.answers?.(passing) ?? null;
      const answer = own ?? (await served(Number(target), passing));
      send(outgoing, own === null && front.changes ? front.changes(answer, passing) : answer);
    };
    handle().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  try {
    const address = `http://127.0.0.1:${port}/api/v1`;
    const service: CertifyOptions =
      contract === 'listing'
        ? { ...allCredentials(publisher), listingUrl: address }
        : { baseUrl: address, apiKey: publisher.keys.full };
    return { report: await certify({ ...service, local: true, environment: {}, clock }), came };
  } finally {
    server.closeAllConnections();
    server.close();
    await publisher.stop();
  }
}

function served(port: number, { method, url, headers, body }: Passing): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const passed = forward({ port, method, path: url, headers }, (answer) => {
      const { statusCode: status = 502, headers } = answer;
      text(answer).then((body) => {
        resolve({ status, headers, body });
      }, reject);
    });
    passed.on('error', reject);
    passed.end(body);
  });
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
