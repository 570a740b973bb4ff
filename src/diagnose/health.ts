import { labelOfStatus } from '../contract/connection-label.ts';
import type { Failure } from '../http/transport.ts';
import { isDenied } from '../http/reply.ts';
import { retryAfter } from '../http/retry.ts';
import { member } from '../text/json.ts';
import type { StepContext } from './step-context.ts';
import type { Layer } from './model.ts';
import type { Answered, Observation, Probe } from './probe.ts';
import { endpoint } from './probe.ts';
import type { Found } from './walk.ts';

/** Calls `GET /health` as the client does when a publisher connects (ad-server §3, §4.1). */
export async function takeHealthStep(context: StepContext, base: URL, key: string | null): Promise<Observation> {
  return context.walk.take('health', async () => {
    const seen = await context.probe.get(endpoint(base, '/health'), key);
    return 'failure' in seen ? unanswered(context, seen) : answered(context, base, key, seen);
  });
}

function unanswered({ walk }: StepContext, seen: { failure: Failure; exchange: string }): Found<Observation> {
  const { reason, message } = seen.failure;
  const inconclusive = reason === 'aborted' || reason === 'proxy';
  walk.breaks({ layer: layers[reason], label: 'unreachable', lastError: message, inconclusive });
  const advice = adviceOnSilence[reason];
  if (advice) walk.advise('publisher', advice);
  return { outcome: 'fail', message, details: { exchange: seen.exchange, reason }, value: seen };
}

function answered(context: StepContext, base: URL, key: string | null, seen: Answered): Found<Observation> {
  const { walk, probe } = context;
  const { status, headers, firstByteMs } = seen;
  const location = headers['location'];
  const details = {
    exchange: seen.exchange,
    status,
    ...(headers['content-type'] === undefined ? {} : { contentType: probe.text(headers['content-type'], 100) }),
    ...(location === undefined ? {} : { location: probe.text(location) }),
    ...(firstByteMs === undefined ? {} : { firstByteMs }),
    bytes: seen.size,
  };
  const time = firstByteMs === undefined ? '' : ` after ${firstByteMs} ms`;
  if (status === 200) {
    const type = headers['content-type'] ?? '';
    if (isJsonType(type) || !seen.json.ok)
      return { outcome: 'pass', message: `It answers 200${time}.`, details, value: seen };
    walk.advise('publisher', 'Send JSON as Content-Type: application/json.');
    const said = type === '' ? 'no Content-Type' : `Content-Type: ${probe.text(type, 100)}`;
    return { outcome: 'warn', message: `It answers 200${time}, with JSON and ${said}.`, details, value: seen };
  }
  const label = labelOfStatus(status);
  const own = errorMessage(probe, seen);
  const unanswerable = key === null && isDenied(seen);
  walk.breaks({
    layer: isDenied(seen) ? 'credential' : 'http',
    label,
    lastError: own ?? `GET /health answered ${status}.`,
    // A call without a key is always refused, so this says nothing about the client's key.
    inconclusive: unanswerable,
  });
  adviseOnStatus(context, base, key, seen);
  const said = own === null ? '' : ` and says “${own}”`;
  const to = location === undefined ? '' : ` and points to ${probe.text(location)}, where the client does not follow`;
  return {
    outcome: 'fail',
    message: `It answers ${status}${time}${said}${to}.${foreignErrorText(seen)}${unanswerable ? ' The call carried no key, so this was to be expected.' : ''}`,
    details,
    value: seen,
  };
}

const layers: Readonly<Record<Failure['reason'], Layer>> = {
  'plain-http': 'address',
  dns: 'dns',
  'non-public-address': 'dns',
  refused: 'tcp',
  gone: 'http',
  down: 'http',
  'rate-limited': 'http',
  unreachable: 'tcp',
  'connect-timeout': 'tcp',
  tls: 'tls',
  proxy: 'proxy',
  timeout: 'http',
  reset: 'http',
  'cut-off': 'http',
  malformed: 'http',
  'too-large': 'http',
  aborted: 'http',
};

const adviceOnSilence: Partial<Record<Failure['reason'], string>> = {
  timeout:
    'Make GET /health answer at once: it should read the account from memory or a small table, and wait for nothing else.',
  reset: 'Look into the log of the server or load balancer: it closes the connection without answering.',
  'cut-off':
    'Look into the log of the server or load balancer: it breaks off the answer in the middle. A wrong Content-Length does this too.',
  malformed:
    'Make the port answer in HTTP/1.1, with a body that fits its Content-Encoding; without that header where the body is not compressed.',
  'too-large': 'Answer GET /health with the account context alone and with few headers: both take a few hundred bytes.',
  tls: 'Look into the TLS configuration: the connection breaks after the handshake. A server that asks for a client certificate does this.',
};

export const WIDEN =
  'Widen the scope of the key: it is known, but lacks a permission. It needs to read, to create drafts and to report.';

function adviseOnStatus({ walk }: StepContext, base: URL, key: string | null, seen: Answered): void {
  const { status, headers } = seen;
  if (isForeignError(seen) && [401, 403, 406, 429, 503].includes(status)) {
    walk.advise(
      'publisher',
      'Let the platform pass whatever protects the service (firewall, bot protection, login page): the answer does not come from the API itself, whose errors are JSON with code and message.',
    );
  }
  if (status === 401 && key === null) {
    walk.advise('platform', 'Run the diagnosis with the publisher’s key to see whether it is accepted.');
  } else if (status === 401) {
    walk.advise(
      'publisher',
      'Compare the key with the one in your console; if it was revoked or has expired, issue a new one and give that to the platform.',
    );
    walk.advise('platform', 'Enter the key again, without anything around it, and press Re-verify.');
  } else if (status === 403) {
    if (key === null) walk.advise('publisher', WIDEN);
  } else if (status >= 300 && status < 400) {
    const target = redirectedBase(base, headers['location']);
    walk.advise(
      'publisher',
      target
        ? `Serve /health at the base address itself, or give ${target} as the base address: the client follows no redirect.`
        : 'Serve /health at the base address itself: the client follows no redirect.',
    );
  } else if (status === 429) {
    const seconds = retryAfter(headers);
    walk.advise(
      'platform',
      `Wait ${seconds === null ? 'a little' : `${seconds} s`}, then press Re-verify: the service says that it is asked too often.`,
    );
    walk.advise(
      'publisher',
      'Do not count GET /health against a tight rate limit: the client calls it once per connection attempt.',
    );
  } else if (status >= 500) {
    walk.advise(
      'publisher',
      status === 502 || status === 503 || status === 504
        ? `Look into the gateway and the service behind it: ${status} says that the one cannot reach the other.`
        : `Look into the log of the service: GET /health fails inside it with ${status}.`,
    );
  } else if (status >= 400) {
    walk.advise(
      'publisher',
      `Check the base address: ${endpoint(base, '/health').pathname} is not served at ${base.host} (${status}).`,
    );
  } else {
    walk.advise('publisher', `Answer GET /health with status 200: the client takes no other (${status}).`);
  }
}

/** The base address that a redirect of `/health` suggests. */
function redirectedBase(base: URL, location: string | undefined): string | null {
  if (location === undefined || !URL.canParse(location, endpoint(base, '/health'))) return null;
  const target = new URL(location, endpoint(base, '/health'));
  if (target.protocol !== 'https:' || !/\/health\/?$/.test(target.pathname)) return null;
  target.pathname = target.pathname.replace(/\/health\/?$/, '');
  target.username = target.password = target.hash = '';
  const own = endpoint(base, '').href;
  return target.href === own || target.href.length > 200 ? null : target.href;
}

/** The `message` of an error body (ad-server §2.9), which the client keeps as its last error. */
export function errorMessage(probe: Probe, { json }: Answered): string | null {
  const message = json.ok ? member(json.value, 'message') : undefined;
  return typeof message === 'string' && message.trim() !== '' ? probe.text(message) : null;
}

/** Whether an error does not have the form of the API's errors: something in front of the API may have answered. */
function isForeignError({ json }: Answered): boolean {
  return !json.ok || ['code', 'message'].every((name) => member(json.value, name) === undefined);
}

function foreignErrorText(seen: Answered): string {
  if (!isForeignError(seen)) return '';
  const front = frontOf(seen.headers);
  const body = seen.json.ok ? 'JSON without code and message' : seen.json.problem;
  return ` The body is ${body}${front ? `, and the headers name ${front}` : ''}.`;
}

/** The firewall, bot protection or cache in front of the service, if the headers name it. */
function frontOf(headers: Readonly<Record<string, string>>): string | null {
  const server = headers['server']?.toLowerCase() ?? '';
  if ('cf-ray' in headers || server.includes('cloudflare')) return 'Cloudflare';
  if (server.includes('akamai')) return 'Akamai';
  if ('x-amz-cf-id' in headers) return 'Amazon CloudFront';
  if ('x-amzn-waf-action' in headers) return 'AWS WAF';
  if ('x-iinfo' in headers || 'x-cdn' in headers) return 'Imperva';
  if (server.includes('sucuri') || 'x-sucuri-id' in headers) return 'Sucuri';
  if ('x-azure-ref' in headers) return 'Azure Front Door';
  return null;
}

function isJsonType(type: string): boolean {
  return /^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type);
}
