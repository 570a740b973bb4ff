import { LOGIN_ADDRESS } from '../http/login-address.ts';
import { lacksEscape } from '../text/json-fault.ts';
import { NOT_UTF_8, PACKED, UTF_16 } from '../text/parsed-json.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import type { Reply } from '../http/reply.ts';
import type { Rule } from './rule.ts';
import type { Finding } from './signal.ts';

/**
 * What to change. If the answer points to another cause than the rule, such as a login page, the advice is about that
 * cause.
 */
export function fixFor({ fix }: Pick<Rule, 'fix'>, { expected, actual, replies }: Finding): string {
  const reply = replies.at(-1);
  if (reply !== undefined && !reply.json.ok && actual === reply.json.problem) return bodyFix(reply, actual) ?? fix;
  if (reply?.status == null || !isAboutStatus(actual, reply.status)) return fix;
  const { status, headers } = reply;
  if (/^status 4\d\d with data\b/.test(actual))
    return `Send the error alone with a ${status}: the request is refused, and the data is sent all the same. Make sure that nothing runs on after a refusal.`;
  if (/^status [45]\d\d with a token\b/.test(actual)) return 'Send the error alone with the refusal: no token.';
  const [, code] = /^the code (\w+) in the body$/.exec(expected) ?? [];
  if (code !== undefined && Buffer.from(reply.body).toString().includes(code))
    return `Send the code as exactly \`${code}\`, without a prefix or blanks.`;
  if (status >= 300 && status < 400) return redirectFix(headers['location']) ?? fix;
  if (status >= 500 && status !== 501) return `Check your log for the error behind this ${status}. ${fix}`;
  const allowed = statusesIn(expected);
  if (isRefusal(status) && allowed.length > 0 && allowed.every((one) => isRefusal(one)))
    return [
      `Answer ${allowed.join(' or ')} instead of ${status}: the request is refused, but with another status.`,
      // The credential is refused, so its check works.
      ...(allowed.some(isOfCredential) ? [] : [fix]),
    ].join(' ');
  if (status === 415) return mediaTypeFix(reply);
  return fix;
}

const isAboutStatus = (actual: string, status: number) =>
  actual.startsWith(`status ${status}`) || actual.startsWith(`a redirect (status ${status})`);

/** Whether the status refuses the request for good. A 429 only asks to send it later. */
const isRefusal = (status: number) => [400, 401, 403, 404, 409, 410, 415, 422].includes(status);

const isOfCredential = (status: number) => status === 401 || status === 403;

/** The statuses in `status 404`; empty if something else is expected, or a success is acceptable. */
function statusesIn(expected: string): number[] {
  const [, list] = /^status (\d{3}(?:(?:, | or )\d{3})*)$/.exec(expected) ?? [];
  return list === undefined ? [] : list.split(/, | or /).map(Number);
}

/** How to correct a body that is not JSON, if its bytes show why. */
function bodyFix({ body }: Reply, problem: string): string | undefined {
  if (problem === NOT_UTF_8) return 'Encode the body as UTF-8.';
  if (problem === UTF_16) return 'Encode the body as UTF-8, not as UTF-16.';
  if (problem === PACKED) return 'Send `Content-Encoding: gzip` with a body that is compressed, or do not compress it.';
  return lacksEscape(decodeUtf8(body) ?? '')
    ? 'Build the body with a JSON serializer: a quote or backslash in a value that it repeats is not escaped.'
    : undefined;
}

function mediaTypeFix({ endpoint }: Reply): string {
  return `Accept \`Content-Type: application/json\` from the client, whatever follows it: 415 says that the type of the body was refused before anything in it was read. Check what is in front of the ${endpoint} endpoint, too.`;
}

function redirectFix(location = ''): string | undefined {
  if (LOGIN_ADDRESS.test(location))
    return 'Exempt the API from the login that people use: the redirect leads to a login page. Check the API key instead, and answer 401 with a JSON error if it is not valid.';
  if (/^[^?#]*\/(?:[?#]|$)/.test(location))
    return 'Answer at the address itself: the redirect only adds a slash at its end. Switch that off in the router or the web server; handing out another base URL does not help.';
  return undefined;
}
