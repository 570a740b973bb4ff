import type { ShapeFault } from '../causes/found.ts';
import { faultsOf, shown } from '../schema/faults.ts';
import { accountContext } from '../schema/generated/validators.js';
import { member } from '../text/json.ts';
import { given } from '../text/given.ts';
import { pointerTokens } from '../text/pointer.ts';
import { conclusionOf } from './status-conclusion.ts';
import type { StepContext } from './step-context.ts';
import { type Answered, type Probe, whoGave } from './probe.ts';
import type { Conclusion, Found } from './walk.ts';

/** One broken rule of ad-server §2.2 about the account context. */
interface Violation {
  /** `off`: a flag that must be on. */
  readonly kind: ShapeFault['kind'] | 'off';
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

/** Judges the account context (ad-server §2.2); `true` if the client would accept it. */
export async function takeAccountStep(context: StepContext, base: URL, seen: Answered): Promise<boolean> {
  return context.walk.take('account', () => judge(context, base, seen));
}

function judge({ walk, probe }: StepContext, base: URL, seen: Answered): Found<boolean> {
  const { json, callId } = seen;
  if (!json.ok) {
    const message = `The body of GET /health is not the account context: ${json.problem}.`;
    walk.breaks({ layer: 'body', label: 'invalid_response', lastError: message }, notJson(base, seen, message));
    return { outcome: 'fail', message, details: { exchange: callId }, value: false };
  }
  const violations = violationsOf(probe, json.value);
  if (violations.length > 0) {
    const sentences = violations.map(
      ({ pointer, expected, actual }) => `${fieldOf(pointer)}: expected ${expected}, got ${actual}`,
    );
    const message = `${told(sentences, 20)}.`;
    walk.breaks(
      { layer: 'body', label: 'invalid_response', lastError: `GET /health: ${told(sentences, 3)}.` },
      {
        cause: `The account context breaks the contract: ${told(sentences, 3)}.`,
        whose: 'publisher',
        publisher: violations.map(adviceOn),
      },
    );
    return { outcome: 'fail', message, details: { exchange: callId, violations }, value: false };
  }
  walk.account = accountOf(probe, json.value);
  const { accountName, timezone, currency } = walk.account;
  const named = [accountName, timezone, currency].filter((part) => part !== undefined);
  return {
    outcome: 'pass',
    message: `Valid: ${named.join(', ')}.`,
    details: { exchange: callId, ...walk.account },
    value: true,
  };
}

function notJson(base: URL, seen: Answered, message: string): Conclusion {
  const source = whoGave(seen);
  if (source.kind !== 'service') return conclusionOf({ base, seen, source, withKey: true });
  return {
    cause: message,
    whose: 'publisher',
    publisher: ['Answer GET /health with a JSON object: account_id, timezone, currency and capabilities.'],
  };
}

/** Every broken rule; empty if the client accepts the body. */
export function violationsOf(probe: Probe, value: unknown): Violation[] {
  const shape = faultsOf(accountContext, value).map(({ kind, pointer, expected, actual }) => ({
    kind,
    pointer: probe.text(pointer, 100),
    expected,
    actual: probe.text(actual, 150),
  }));
  return [...shape, ...flagsSwitchedOff(value)];
}

/** The client refuses a service without reporting or drafts (ad-server §2.2). */
function flagsSwitchedOff(value: unknown): Violation[] {
  const capabilities = member(value, 'capabilities');
  return ['reporting', 'draft_booking']
    .filter((flag) => member(capabilities, flag) === false)
    .map((flag) => ({ kind: 'off', pointer: `/capabilities/${flag}`, expected: 'true', actual: shown(false) }));
}

function adviceOn({ kind, pointer, expected }: Violation): string {
  const field = fieldOf(pointer);
  if (pointer === '/timezone') return `Send timezone as ${expected}, not as an offset or abbreviation.`;
  if (kind === 'off') return `Send ${field}: true as soon as the service supports it. The client needs it.`;
  if (kind === 'missing') return `Add ${field} to the answer of GET /health: ${expected}.`;
  if (kind === 'not-allowed') return `Remove ${field} from the answer of GET /health.`;
  return `Correct ${field} in the answer of GET /health: it must be ${expected}.`;
}

function told(sentences: readonly string[], most: number): string {
  const more = sentences.length - most;
  return [...sentences.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** `capabilities.forecast` for `/capabilities/forecast`; the body itself for an empty pointer. */
function fieldOf(pointer: string): string {
  return pointer === '' ? 'The body' : (pointerTokens(pointer) ?? [pointer]).join('.');
}

function accountOf(probe: Probe, value: unknown) {
  const text = (name: string) => {
    const found = member(value, name);
    return typeof found === 'string' && found !== '' ? probe.text(found, 200) : undefined;
  };
  return given({ accountName: text('account_name'), timezone: text('timezone'), currency: text('currency') });
}
