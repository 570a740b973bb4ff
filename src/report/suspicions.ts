import type { Exchange } from '../http/exchange.ts';
import type { ContractId } from '../engine/rule.ts';
import { isJson } from '../text/json.ts';
import { breakdown, isByRight } from './breakdown.ts';
import { CONTRACT_NAMES } from './contract-names.ts';
import type { ContractResult } from './model.ts';
import { sentTo } from './sent-to.ts';
import { counted } from './text.ts';

/** This many answers, and this share of them, are not a coincidence. */
const FEWEST = 3;
const SHARE = 0.8;

const CREDENTIALS: Readonly<Record<ContractId, string>> = {
  'ad-server': 'API key looks',
  listing: 'credentials look',
};

export interface Judgement {
  readonly contracts: readonly Pick<ContractResult, 'id' | 'target'>[];
  readonly exchanges: readonly Exchange[];
  /** This machine is not on the listing API's allowlist, so 401 is the right answer. */
  readonly blocked: boolean;
  /** If so, this suite may have given up the last requests itself. */
  readonly interrupted?: boolean;
}

/**
 * Patterns across the answers of a service that no single check reports: a wrong address, a wrong key, a wrong length.
 */
export function suspicions({ contracts, exchanges, blocked, interrupted = false }: Judgement): string[] {
  return contracts.flatMap(({ id, target }) => {
    const sent = sentTo({ id, target }, exchanges);
    const answered = sent.filter(({ response }) => response !== null);
    const isBlocked = id === 'listing' && blocked;
    const found =
      (isBlocked ? undefined : breakdown(id, interrupted ? answered : sent)) ?? suspicion(id, answered, isBlocked);
    if (found === undefined) return [];
    return contracts.length === 1 ? [found] : [`${CONTRACT_NAMES[id]}: ${found}`];
  });
}

function suspicion(id: ContractId, answered: readonly Exchange[], blocked: boolean): string | undefined {
  const most = (is: (exchange: Exchange) => boolean): string | undefined => {
    const number = answered.filter(is).length;
    if (number < FEWEST || number < answered.length * SHARE) return undefined;
    return number === answered.length ? `All ${number} requests got` : `${number} of ${answered.length} requests got`;
  };
  const unauthorised = blocked ? undefined : most(({ response }) => response?.status === 401);
  if (unauthorised !== undefined && isRefused(answered)) return `${unauthorised} 401. The ${CREDENTIALS[id]} wrong.`;
  const pages = most(isPage);
  if (pages !== undefined)
    return `${pages} HTML instead of JSON. This address serves a web page, not the API. Check the path of the address.`;
  const missing = most(({ response }) => response?.status === 404);
  if (missing !== undefined) return `${missing} 404. The API is not at this address. Check its path.`;
  const bodies = answered.flatMap(({ response }) => response ?? []);
  // Checks the letters first, because few texts have such letters, and checking for an incomplete text is slower.
  const short = bodies.filter((response) => hasOtherLetters(response) && isShort(response));
  return short.length > 0 && !bodies.some((response) => !hasOtherLetters(response) && isShort(response))
    ? `${short.length} of ${counted(answered.length, 'answer')} ${short.length === 1 ? 'ends in the middle of its JSON, and only that one has' : 'end in the middle of their JSON, and only those have'} letters beyond ASCII. Content-Length seems to count characters instead of bytes.`
    : undefined;
}

/** Whether requests with the correct credentials are refused too, not only the deliberately wrong ones. */
function isRefused(answered: readonly Exchange[]): boolean {
  const right = answered.filter(isByRight);
  return right.length > 0 && right.filter(({ response }) => response?.status === 401).length >= right.length * SHARE;
}

function hasOtherLetters({ body = '' }: NonNullable<Exchange['response']>): boolean {
  return /[^\x20-\x7e\s]/.test(body);
}

/** Whether a body has its stated length, but its JSON is incomplete. */
function isShort({ headers, body = '', bodyTruncated }: NonNullable<Exchange['response']>): boolean {
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

/** An HTML page, unless it is a gateway's page for a service that is down, which says nothing about the address. */
function isPage({ response }: Exchange): boolean {
  if (response === null || response.status >= 500) return false;
  const type = response.headers['content-type'] ?? '';
  return (
    /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type) ||
    /^\s*<(?:!doctype html|html)\b/i.test(response.body ?? '')
  );
}
