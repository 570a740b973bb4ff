import type { Pattern, Reason } from '../causes/reason.ts';
import type { RecordedCall } from '../http/recorded-call.ts';
import { isJson } from '../text/json.ts';
import { isMarkup } from '../text/markup.ts';
import { breakdown, isByRight } from './breakdown.ts';
import type { ContractResult } from './model.ts';
import { sentTo } from './sent-to.ts';

/** This many answers, and this share of them, are not a coincidence. */
const FEWEST = 3;
const SHARE = 0.8;

export interface Judgement {
  readonly contracts: readonly Pick<ContractResult, 'id' | 'target'>[];
  readonly exchanges: readonly RecordedCall[];
  /** This machine is not on the listing API's allowlist, so 401 is the right answer. */
  readonly blocked: boolean;
}

/**
 * Patterns across the answers of a service that no single check reports: a wrong address, a wrong key, a wrong length.
 */
export function patternsIn({ contracts, exchanges: calls, blocked }: Judgement): Reason[] {
  return contracts.flatMap(({ id, target }) => {
    const answered = sentTo({ id, target }, calls).filter(({ response }) => response !== null);
    const isBlocked = id === 'listing' && blocked;
    const found = (isBlocked ? undefined : breakdown(answered)) ?? patternIn(answered, isBlocked);
    if (found === undefined) return [];
    const credential = id === 'ad-server' ? 'key' : 'pair';
    return [{ kind: 'pattern', pattern: found, credential, ...(contracts.length > 1 && { contract: id }) }];
  });
}

function patternIn(answered: readonly RecordedCall[], blocked: boolean): Pattern | undefined {
  const most = (kind: 'refused' | 'pages' | 'not-found', is: (call: RecordedCall) => boolean): Pattern | undefined => {
    const requests = answered.filter(is).length;
    return requests < FEWEST || requests < answered.length * SHARE
      ? undefined
      : { kind, requests, of: answered.length };
  };
  const unauthorised = blocked ? undefined : most('refused', ({ response }) => response?.status === 401);
  if (unauthorised !== undefined && isRefused(answered)) return unauthorised;
  const common = most('pages', isPage) ?? most('not-found', ({ response }) => response?.status === 404);
  if (common !== undefined) return common;
  const bodies = answered.flatMap(({ response }) => response ?? []);
  // Checks the letters first, because few texts have such letters, and checking for an incomplete text is slower.
  const short = bodies.filter((response) => hasOtherLetters(response) && isShort(response));
  return short.length > 0 && !bodies.some((response) => !hasOtherLetters(response) && isShort(response))
    ? { kind: 'cut-short', requests: short.length, of: answered.length }
    : undefined;
}

/** Whether requests with the correct credentials are refused too, not only the deliberately wrong ones. */
function isRefused(answered: readonly RecordedCall[]): boolean {
  const right = answered.filter(isByRight);
  // It is right if the service accepts it in another way.
  if (answered.some(({ request, response }) => response?.status === 200 && OTHER_WAY.test(credentialIn(request))))
    return false;
  return right.length > 0 && right.filter(({ response }) => response?.status === 401).length >= right.length * SHARE;
}

const credentialIn = ({ headers }: RecordedCall['request']) => headers['authorization'] ?? headers['x-api-key'] ?? '';

const OTHER_WAY = /^(?!Bearer ).*\[ADSERVER_API_KEY\]$/;

function hasOtherLetters({ body = '' }: NonNullable<RecordedCall['response']>): boolean {
  return /[^\x20-\x7e\s]/.test(body);
}

/** Whether a body has its stated length, but its JSON is incomplete. */
function isShort({ headers, body = '', bodyTruncated }: NonNullable<RecordedCall['response']>): boolean {
  return headers['content-length'] !== undefined && bodyTruncated === undefined && breaksOff(body);
}

/** Whether a text is an incomplete JSON object or array. */
function breaksOff(text: string): boolean {
  if (!/^\s*[{[]/.test(text) || isJson(text)) return false;
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const letter = text.charAt(index);
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) index += letter === '\\' ? 1 : 0;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') depth -= 1;
  }
  return isQuoted || depth > 0;
}

/** A page, unless it is a gateway's page for a service that is down, which says nothing about the address. */
function isPage({ response }: RecordedCall): boolean {
  if (response === null || response.status >= 500 || Math.floor(response.status / 100) === 3) return false;
  return isMarkup(response.body ?? '');
}
