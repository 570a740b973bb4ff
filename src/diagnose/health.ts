import { labelOfStatus } from '../contract/connection-label.ts';
import { isDenied } from '../http/reply.ts';
import { isForeignError } from '../http/who-answered.ts';
import { DEFAULT_TIMEOUT } from '../settings.ts';
import { member } from '../text/json.ts';
import { nearPatience, paceOf, tooSlow } from './pace.ts';
import { type Answered, endpoint, type Observation, type Probe, whoGave } from './probe.ts';
import { needsTls, speaksTls, unanswered } from './silence.ts';
import { conclusionOf } from './status-conclusion.ts';
import { isThroughProxy, type StepContext } from './step-context.ts';
import type { Found } from './walk.ts';

/** Calls `GET /health` as the client does when a publisher connects (ad-server §3, §4.1). */
export async function takeHealthStep(context: StepContext, base: URL, key: string | null): Promise<Observation> {
  return context.walk.take('health', async () => {
    const seen = await context.probe.get(endpoint(base, '/health'), key);
    if ('failure' in seen) return unanswered(context, base, seen);
    if (seen.status === 200) return accepted(context, seen);
    const found = refused(context, base, key, seen);
    // Some servers say so themselves, with 400.
    if (seen.status === 400 && (await speaksTls(context, base))) context.walk.concludes(needsTls(base));
    return found;
  });
}

function accepted(context: StepContext, seen: Answered): Found<Observation> {
  const { walk, probe } = context;
  const type = seen.headers['content-type'] ?? '';
  const details = detailsOf(probe, seen);
  const time = inSeconds(seen.durationMs);
  const pace = paceOf(seen.durationMs);
  if (pace === 'too-slow') {
    const late = `Got 200 after ${time}; the client gives up after ${DEFAULT_TIMEOUT} s.`;
    walk.breaks({ layer: 'http', label: 'unreachable', lastError: late }, tooSlow('GET /health', time));
    return { outcome: 'fail', message: late, details, value: seen };
  }
  const odd = seen.json.ok && !isJsonType(type);
  if (odd) walk.advise('publisher', 'Send JSON with Content-Type: application/json.');
  if (pace === 'near') walk.advise('publisher', nearPatience('GET /health', time));
  const said = type === '' ? 'no Content-Type' : `Content-Type: ${probe.text(type, 100)}`;
  const slow = pace === 'near' ? ` after ${time}, near the ${DEFAULT_TIMEOUT} s that the client waits` : '';
  const message = `Got 200${slow}${odd ? `: JSON with ${said}` : ''}.`;
  return { outcome: odd || pace === 'near' ? 'warn' : 'pass', message, details, value: seen };
}

function refused(context: StepContext, base: URL, key: string | null, seen: Answered): Found<Observation> {
  const { walk, probe } = context;
  const { status, headers } = seen;
  const own = errorMessage(probe, seen);
  const source = whoGave(seen, isThroughProxy(context, base));
  const keyless = key === null && isDenied(seen) && source.kind === 'service';
  const local = source.kind === 'local-proxy' || source.kind === 'captive-portal';
  // Without the key, a refusal says nothing about what broke before.
  if (!keyless || walk.broken === null)
    walk.breaks(
      {
        layer: local ? 'proxy' : isDenied(seen) && source.kind === 'service' ? 'credential' : 'http',
        label: labelOfStatus(status),
        lastError: own ?? `GET /health answered ${status}.`,
        // A request without a key is always refused, and a local proxy says nothing about the service.
        inconclusive: keyless || local,
      },
      conclusionOf({ base, seen, source, withKey: key !== null }),
    );
  const location = headers['location'];
  const said = own === null ? '' : `, “${own}”`;
  const to = location === undefined ? '' : `, a redirect to ${probe.text(location)}`;
  return {
    outcome: 'fail',
    message: `Got ${status}${said}${to}.${foreignErrorText(seen, source.product)}`,
    details: detailsOf(probe, seen),
    value: seen,
  };
}

function detailsOf(probe: Probe, { callId, status, headers, firstByteMs, size }: Answered) {
  const location = headers['location'];
  return {
    exchange: callId,
    status,
    ...(headers['content-type'] === undefined ? {} : { contentType: probe.text(headers['content-type'], 100) }),
    ...(location === undefined ? {} : { location: probe.text(location) }),
    ...(firstByteMs === undefined ? {} : { firstByteMs }),
    bytes: size,
  };
}

/** The `message` of an error body (ad-server §2.9), which the client stores as its last error. */
export function errorMessage(probe: Probe, { json }: Answered): string | null {
  const message = json.ok ? member(json.value, 'message') : undefined;
  return typeof message === 'string' && message.trim() !== '' ? probe.text(message) : null;
}

function foreignErrorText(seen: Answered, product: string | undefined): string {
  if (seen.json.ok && !isForeignError(seen.json.value)) return '';
  const body = seen.json.ok ? 'JSON without code and message' : seen.size === 0 ? 'empty' : seen.json.problem;
  return ` The body is ${body}${product ? `; the answer names ${product}` : ''}.`;
}

export function inSeconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

function isJsonType(type: string): boolean {
  return /^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type);
}
