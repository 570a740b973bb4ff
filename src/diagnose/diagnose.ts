import { Transcript } from '../http/transcript.ts';
import { createTransport } from '../http/network-transport.ts';
import { CallFailure } from '../http/failure.ts';
import { Pace } from '../http/pace.ts';
import { givenAddresses } from '../addresses.ts';
import { headerNames } from '../secrets/given-headers.ts';
import { inWords } from '../text/in-words.ts';
import { listed } from '../report/text.ts';
import { Redactor } from '../secrets/redaction.ts';
import { readHeaders } from '../request-headers.ts';
import { urlOf } from '../text/url.ts';
import { intervalFor, NoAddress } from '../settings.ts';
import { version } from '../version.ts';
import { takeAccountStep } from './account.ts';
import type { AddressReading } from './address.ts';
import { takeAddressStep } from './address-step.ts';
import { takeOtherAddressesStep } from './other-addresses.ts';
import { takeHealthStep } from './health.ts';
import { takeInventoryStep } from './inventory.ts';
import { networkOf, type StepContext } from './step-context.ts';
import { tellPublisher } from './tell-publisher.ts';
import type { KeyReading } from './key.ts';
import { breakOverKey, protectKey, takeKeyCheckStep, takeKeyStep, takeUnprotectedStep } from './key-steps.ts';
import { DIAGNOSIS_FORMAT, type Connection, type Diagnosis } from './model.ts';
import type { DiagnoseOptions } from './options.ts';
import { Probe, whoGave } from './probe.ts';
import { takeDnsStep, takeProxyStep } from './route-steps.ts';
import { takeTcpStep } from './tcp-step.ts';
import { takeTlsStep } from './tls-step.ts';
import { Walk } from './walk.ts';

/** In bytes: far more than the answers to the two requests need. */
const LARGEST_BODY = 4_000_000;
/** Timeout of additional requests in milliseconds, shorter than the client's. */
const ASIDE_MS = 8_000;

/**
 * Goes through a connection step by step as the client does when a publisher connects, and says what the client would
 * show, and why.
 */
export async function diagnose({ timeLimit, signal, ...options }: DiagnoseOptions): Promise<Diagnosis> {
  // A program without types may leave it out.
  if (typeof options.baseUrl !== 'string') throw new NoAddress('No address was given: the option baseUrl is missing.');
  const end = new AbortController();
  const endWith = (message: string, advice?: string) => {
    end.abort(new CallFailure('aborted', message, advice === undefined ? {} : { advice }));
  };
  const interrupted = () => {
    endWith('The diagnosis was interrupted before its end.');
  };
  const limit = () => {
    endWith(
      `The diagnosis reached its time limit of ${timeLimit} s before its end.`,
      'Give it more time with --time-limit, or leave that out: the usual timeouts name what does not answer.',
    );
  };
  const timer = timeLimit === undefined ? undefined : setTimeout(limit, timeLimit * 1000);
  signal?.addEventListener('abort', interrupted);
  if (signal?.aborted === true) interrupted();
  try {
    return await diagnosisOf({ ...options, signal: end.signal });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', interrupted);
  }
}

async function diagnosisOf(options: DiagnoseOptions): Promise<Diagnosis> {
  const network = networkOf(options);
  const startedAt = new Date(network.now()).toISOString();
  const redactor = new Redactor();
  const given = readHeaders(options)['ad-server'];
  for (const secret of given.secrets) redactor.protect(secret);
  const walk = new Walk(redactor, options.onStep, options.signal);
  const transcript = new Transcript(redactor);
  const hasty = {
    ...network,
    totalTimeoutMs: Math.min(ASIDE_MS, network.totalTimeoutMs),
    connectTimeoutMs: Math.min(ASIDE_MS, network.connectTimeoutMs),
  };
  const interval = intervalFor(options);
  const pace = interval === undefined ? null : new Pace(interval);
  const transports = [network, hasty].map((each) => createTransport({ ...each, maxBodyBytes: LARGEST_BODY }));
  const [probe, quickProbe] = transports.map(
    (transport) =>
      new Probe(transport, transcript, redactor, {
        userAgent: options.userAgent ?? `adserver-conformance/${version} (diagnose)`,
        signal: network.signal,
        given,
        pace,
        typedOrigin: urlOf(options.baseUrl.trim())?.origin ?? null,
      }),
  );
  if (!probe || !quickProbe) throw new Error('two transports make two probes');
  let target: string;
  try {
    target = await walkConnection({ walk, probe, quickProbe, redactor, network }, options);
  } finally {
    await Promise.all(transports.map((transport) => transport.close()));
  }
  adviseOnRelaxations(walk, options);
  const { conclusion, further, advice, steps } = walk;
  const connection = connectionOf(walk);
  const layer = conclusion?.whose === undefined ? null : (walk.broken?.layer ?? null);
  // If the address was refused, the target is another than the one that was entered.
  const told = layer === 'address' ? '' : target;
  const tell = tellPublisher({ target: told, startedAt, connection, conclusion, further, advice });
  return {
    format: DIAGNOSIS_FORMAT,
    ...(target === '' ? {} : { target }),
    startedAt,
    connection,
    layer,
    ...(conclusion && { cause: conclusion.cause, ...(conclusion.whose && { whose: conclusion.whose }) }),
    ...(tell === null ? {} : { tellPublisher: tell }),
    advice,
    steps,
    exchanges: transcript.calls,
  };
}

/** Takes the steps, and returns the address that was diagnosed, without credentials. */
async function walkConnection(context: StepContext, options: DiagnoseOptions): Promise<string> {
  protectKey(context, options.apiKey);
  const { address, shown } = await takeAddressStep(context, options);
  const key = await takeKeyStep(context, options.apiKey);
  if (address.url) await walkTo(address.url, context, address, key);
  return shown;
}

async function walkTo(base: URL, context: StepContext, address: AddressReading, key: KeyReading | null): Promise<void> {
  const sent = address.named ? (key?.sent ?? null) : null;
  if (!(await reaches(context, address, base))) return;

  if (key !== null && key.unsendable !== null) breakOverKey(context, key.unsendable);
  const health = await takeHealthStep(context, base, sent);
  if ('failure' in health) return;
  const accepted = health.status === 200 && (await takeAccountStep(context, base, health));
  if (sent === null && health.status === 200) await takeUnprotectedStep(context);
  if (key && sent !== null && [200, 401, 403].includes(health.status)) {
    await takeKeyCheckStep(context, base, key, health);
  }
  if (health.status === 200 && health.json.ok) await takeInventoryStep(context, base, sent);
  const misplaced =
    ['service', 'website', 'parked'].includes(whoGave(health).kind) &&
    (health.status === 200 ? !health.json.ok : ![401, 403, 429].includes(health.status) && health.status < 500);
  if (misplaced) await takeOtherAddressesStep(context, address, base, sent, 'paths');
  if (accepted) await takeCapabilitiesStep(context);
}

/** Takes the steps before the first request. True if the service can be called. */
async function reaches(context: StepContext, address: AddressReading, base: URL): Promise<boolean> {
  const proxy = await takeProxyStep(context, base);
  const addresses = proxy === null ? null : await takeDnsStep(context, base, proxy);
  const isOpen = proxy !== null && addresses !== null && (await takeTcpStep(context, base, addresses, proxy));
  if (base.protocol === 'http:') {
    context.walk.skip('tls', 'The address starts with http://: nothing is encrypted.');
    return isOpen;
  }
  if (addresses === null) return false;
  const tls = isOpen ? await takeTlsStep(context, base) : 'none';
  // Without TLS, another port or scheme may be right. An invalid certificate has to be replaced.
  if (tls === 'none' && !proxy) await takeOtherAddressesStep(context, address, base, null, 'schemes');
  return tls === 'trusted';
}

async function takeCapabilitiesStep({ walk }: StepContext): Promise<void> {
  await walk.look('capabilities', () => {
    const { capabilities } = connectionOf(walk);
    const states = Object.entries(capabilities).map(([name, state]) => `${name} ${state}`);
    const message = `${listed(states)}. Forecasts, reports and drafts are confirmed by their first real call.`;
    return { outcome: 'info', message, details: capabilities };
  });
}

/** The connection record as the client would store it (ad-server §2.1, §3). */
function connectionOf(walk: Walk): Connection {
  const { broken, account, inventoryRead } = walk;
  return {
    status: broken ? 'error' : 'connected',
    ...(broken ? { label: broken.label, lastError: broken.lastError } : {}),
    ...account,
    capabilities: {
      inventory_read: inventoryRead ? 'confirmed' : 'not_verified',
      forecast: 'not_verified',
      reporting: 'not_verified',
      draft_booking: 'not_verified',
    },
  };
}

/** Says what the diagnosis did that the client does not do, so that its result may be another. */
function adviseOnRelaxations(walk: Walk, { header = [], resolve, insecure }: DiagnoseOptions): void {
  if (header.length > 0)
    walk.advise(
      'publisher',
      `Let the client in without ${inWords(headerNames(header), 'and')}: this diagnosis sent that (--header), and the client does not.`,
    );
  if (insecure)
    walk.advise(
      'publisher',
      'Serve a certificate that is valid: this diagnosis verified none (--insecure), and the client does.',
    );
  for (const { host, address } of givenAddresses({ resolve }))
    walk.advise(
      'publisher',
      `Point DNS for ${host} to ${address}: this diagnosis connected there (--resolve), and the client asks DNS.`,
    );
}
