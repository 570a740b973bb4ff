import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contract as contractOf, type Module, type Given } from '../../src/engine/node.ts';
import type { ContractId, Relaxation } from '../../src/engine/rule.ts';
import type { LeftOut } from '../../src/engine/selection.ts';
import type { GivenValue } from '../../src/engine/node-run.ts';
import { run } from '../../src/engine/schedule.ts';
import type { Settled } from '../../src/engine/state.ts';
import { Session } from '../../src/engine/session.ts';
import { suite as define, nodesOf } from '../../src/engine/suite.ts';
import type { Yields } from '../../src/engine/yields.ts';
import { Client } from '../../src/http/client.ts';
import type { Clock } from '../../src/http/clock.ts';
import { ExchangeLedger } from '../../src/http/exchange-ledger.ts';
import { Limiter } from '../../src/http/limiter.ts';
import { Transcript } from '../../src/http/transcript.ts';
import { createTransport } from '../../src/http/network-transport.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { Secret } from '../../src/secrets/secret.ts';
import { JumpingClock } from '../jumping-clock.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** A service with one handler on a free port, and everything needed to call it. `await using` closes it. */
export async function tinyService(
  handler: Handler,
  options: { path?: string; concurrency?: number; key?: string; allowPlain?: boolean; clock?: Clock } = {},
) {
  let count = 0;
  const requests: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    handler(request, response, ++count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const redactor = new Redactor();
  const transcript = new Transcript(redactor);
  const clock = options.clock ?? new JumpingClock();
  const limiter = new Limiter(options.concurrency ?? 4, clock);
  const transport = createTransport({
    allowNonPublic: true,
    connectTimeoutMs: 2000,
    totalTimeoutMs: 2000,
    maxBodyBytes: 1 << 20,
    environment: {},
  });
  const client = new Client({
    base: new URL(options.path ?? '/api/v1', `http://127.0.0.1:${port}`),
    allowPlain: options.allowPlain ?? true,
    transport,
    transcript,
    redactor,
    limiter,
    userAgent: 'test',
    clock,
  });
  const secret = new Secret('ADSERVER_API_KEY', options.key ?? 'a-secret-of-the-test');
  redactor.protect(secret);
  return {
    client,
    clock,
    redactor,
    transcript,
    limiter,
    requests,
    secret,
    async [Symbol.asyncDispose]() {
      await transport.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type TinyService = Awaited<ReturnType<typeof tinyService>>;

export interface RunOptions {
  readonly service?: TinyService;
  readonly givens?: ReadonlyMap<Given<unknown>, GivenValue>;
  readonly leftOut?: LeftOut;
  readonly relaxed?: readonly Relaxation[];
  readonly readOnly?: boolean;
  readonly signal?: AbortSignal;
  readonly yields?: Yields;
  readonly onSettled?: (settled: Settled) => void;
}

/** Runs modules as a suite and returns how each node ended, by id. */
export async function runModules(modules: readonly Module[], options: RunOptions = {}): Promise<Map<string, Settled>> {
  const suite = define({ modules, attested: [], client: [] });
  const nodes = nodesOf(suite);
  const { service } = options;
  const session = new Session({
    clients: service === undefined ? {} : { 'ad-server': service.client },
    credential: service?.secret ?? null,
    transcript: service?.transcript ?? new Transcript(new Redactor()),
    ledger: new ExchangeLedger({ windowMs: 60_000 }),
    watches: nodes
      .filter((node) => node.kind === 'check' && node.watch !== undefined)
      .filter((node) => node.kind === 'check'),
    readOnly: options.readOnly ?? false,
  });
  const settled = await run({
    nodes,
    leftOut: options.leftOut ?? new Map(),
    givens: options.givens ?? new Map(),
    relaxed: new Set(options.relaxed),
    session,
    ...(options.yields === undefined ? {} : { yields: options.yields }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.onSettled === undefined ? {} : { onSettled: options.onSettled }),
  });
  return new Map(settled.map((one) => [one.node.id, one]));
}

/** A module for tests, and the parts of a rule that do not matter to a test. */
export function testModule(id = 'health', contract: ContractId = 'ad-server') {
  return contractOf(contract, { read: 'at once', book: 'at once' }).module(id, 'Test');
}

export function rule(id: string, level: 'must' | 'should' | 'info' = 'must') {
  return { id, level, section: 'ad-server §1', requirement: 'It holds.', fix: 'Make it hold.' } as const;
}
