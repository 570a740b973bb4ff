import { Transcript } from '../http/transcript.ts';
import { createTransport } from '../http/undici-transport.ts';
import { listed } from '../report/text.ts';
import { ADDRESS_SECRET, withoutCredentials } from '../secrets/address-secrets.ts';
import { Redactor } from '../secrets/redaction.ts';
import { Secret } from '../secrets/secret.ts';
import { version } from '../version.ts';
import { takeAccountStep } from './account.ts';
import { readAddress, type AddressReading } from './address.ts';
import { takeOtherAddressesStep } from './other-addresses.ts';
import { takeHealthStep } from './health.ts';
import { takeInventoryStep } from './inventory.ts';
import { networkOf, type StepContext } from './step-context.ts';
import { protectKey, takeKeyCheckStep, takeKeyStep, takeUnprotectedStep } from './key-steps.ts';
import { DIAGNOSIS_FORMAT, type Connection, type Diagnosis } from './model.ts';
import type { DiagnoseOptions } from './options.ts';
import { Probe } from './probe.ts';
import { quote } from './quote.ts';
import { takeDnsStep, takeProxyStep } from './route-steps.ts';
import { takeTcpStep } from './tcp-step.ts';
import { takeTlsStep } from './tls-step.ts';
import { Walk } from './walk.ts';

/** Far more than the answers of the two calls need. */
const LARGEST_BODY = 4_000_000;
/** The timeout of additional calls, in milliseconds: shorter than that of the client's own. */
const ASIDE_MS = 8_000;

/** Walks a connection as the client does when a publisher connects, and says what the client would show, and why. */
export async function diagnose(options: DiagnoseOptions): Promise<Diagnosis> {
  const network = networkOf(options);
  const redactor = new Redactor();
  const walk = new Walk(redactor, options.onStep);
  const transcript = new Transcript(redactor);
  const hasty = {
    ...network,
    totalTimeoutMs: Math.min(ASIDE_MS, network.totalTimeoutMs),
    connectTimeoutMs: Math.min(ASIDE_MS, network.connectTimeoutMs),
  };
  const transports = [network, hasty].map((each) => createTransport({ ...each, maxBodyBytes: LARGEST_BODY }));
  const [probe, quickProbe] = transports.map(
    (transport) =>
      new Probe(transport, transcript, redactor, {
        userAgent: options.userAgent ?? `adserver-conformance/${version} (diagnose)`,
        signal: network.signal,
      }),
  );
  if (!probe || !quickProbe) throw new Error('two transports make two probes');
  try {
    await walkConnection({ walk, probe, quickProbe, redactor, network }, options);
  } finally {
    await Promise.all(transports.map((transport) => transport.close()));
  }
  return {
    format: DIAGNOSIS_FORMAT,
    connection: connectionOf(walk),
    layer: walk.broken?.layer ?? null,
    advice: walk.advice,
    steps: walk.steps,
    exchanges: transcript.exchanges,
  };
}

async function walkConnection(context: StepContext, options: DiagnoseOptions): Promise<void> {
  protectKey(context, options.apiKey);
  const address = await takeAddressStep(context, options);
  const key = await takeKeyStep(context, options.apiKey);
  const base = address.url;
  if (!base) return;
  const sent = address.named ? (key?.sent ?? null) : null;
  if (!(await reaches(context, address, base))) return;

  const health = await takeHealthStep(context, base, sent);
  if ('failure' in health) return;
  if (key !== null && key.unsendable !== null) {
    context.walk.breaks({ layer: 'credential', label: 'auth_error', lastError: key.unsendable });
  }
  const accepted = health.status === 200 && (await takeAccountStep(context, health));
  if (sent === null && health.status === 200) await takeUnprotectedStep(context);
  if (key && sent !== null && [200, 401, 403].includes(health.status)) {
    await takeKeyCheckStep(context, base, key, health);
  }
  if (health.status === 200 && health.json.ok) await takeInventoryStep(context, base, sent);
  const misplaced =
    health.status === 200 ? !health.json.ok : ![401, 403, 429].includes(health.status) && health.status < 500;
  if (misplaced) await takeOtherAddressesStep(context, address, base, sent, 'paths');
  if (accepted) await takeCapabilitiesStep(context);
}

/** Takes the steps that come before the first call; whether the service can be called. */
async function reaches(context: StepContext, address: AddressReading, base: URL): Promise<boolean> {
  const proxy = await takeProxyStep(context, base);
  if (proxy === null) return false;
  const addresses = await takeDnsStep(context, base, proxy);
  if (addresses === null) return false;
  const tls = (await takeTcpStep(context, base, addresses, proxy)) ? await takeTlsStep(context, base) : 'none';
  // Without TLS here, another port or scheme may be right; a bad certificate has to be replaced.
  if (tls === 'none' && !proxy) await takeOtherAddressesStep(context, address, base, null, 'schemes');
  return tls === 'trusted';
}

async function takeAddressStep(
  { walk, redactor, network }: StepContext,
  options: DiagnoseOptions,
): Promise<AddressReading> {
  return walk.take('address', () => {
    const address = readAddress(options.baseUrl, network.allowNonPublic);
    for (const secret of address.secrets) redactor.protect(new Secret(ADDRESS_SECRET, secret));
    const shown = (url: URL) => quote(redactor.redact(withoutCredentials(url.href)), 200);
    const details = { ...(address.url ? { url: shown(address.url) } : {}) };
    if (address.refusal === null) {
      const message = address.remarks.join(' ') || 'Its form is as the contract has it.';
      if (address.url && address.remarks.length > 0 && address.meant)
        walk.advise('platform', `Check the base address; perhaps ${shown(address.meant)} is meant.`);
      return { outcome: address.remarks.length > 0 ? 'warn' : 'pass', message, details, value: address };
    }
    const refusal = redactor.redact(address.refusal);
    walk.breaks({ layer: 'address', label: 'unreachable', lastError: refusal });
    walk.advise(
      'platform',
      address.url
        ? `Enter the base address as ${shown(address.url)}, with nothing around it, if that is where the service is.`
        : 'Ask the publisher for the base address, of the form https://{host}/api/v1.',
    );
    const keyless = address.named ? '' : ', without the key, which goes to no other origin than the one given';
    const goesOn = address.url ? ` The walk goes on with ${shown(address.url)}, to see the rest${keyless}.` : '';
    return { outcome: 'fail', message: [refusal + goesOn, ...address.remarks].join(' '), details, value: address };
  });
}

async function takeCapabilitiesStep({ walk }: StepContext): Promise<void> {
  await walk.take('capabilities', () => {
    const { capabilities } = connectionOf(walk);
    const states = Object.entries(capabilities).map(([name, state]) => `${name} ${state}`);
    const message = `${listed(states)}. Reports, forecasts and drafts are confirmed by their first real call, not by this probe.`;
    return { outcome: 'info', message, details: capabilities, value: undefined };
  });
}

/** The connection record as the client would keep it (ad-server §2.1, §3). */
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
