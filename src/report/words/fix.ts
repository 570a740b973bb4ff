import type { Found, JsonProblem } from '../../causes/found.ts';
import { switchOf } from './frameworks.ts';
import { fixOnTheWay } from './on-the-way.ts';

type OfStatus = Found & { readonly kind: 'status' | 'no-answer' };

/**
 * What to change: the fix of the rule, or another one if what was found points to another cause, such as a login page.
 */
export function fixFor(ofRule: string, found: Found): string {
  if (found.fix !== undefined) return found.fix;
  const onTheWay = fixOnTheWay(found.way);
  if (onTheWay !== undefined) return onTheWay;
  switch (found.kind) {
    case 'not-json':
      return fixOfBody(found.problem, found.isUnescaped) ?? withSwitch(ofRule, found);
    case 'error-code':
      return found.isAltered ? `Send the code as exactly \`${found.code}\`, without a prefix or blanks.` : ofRule;
    case 'status':
    case 'no-answer':
      return fixOfStatus(ofRule, found);
    case 'shape':
      return withSwitch(ofRule, found);
    case 'value':
      return ofRule;
  }
}

const withSwitch = (fix: string, { framework }: Found): string => `${fix} ${switchOf(framework)}`.trimEnd();

function fixOfStatus(ofRule: string, found: OfStatus): string {
  const { expected, brings, leadsTo, endpoint } = found;
  const { status } = found.answer;
  if (status === null) return ofRule;
  if (brings === 'data' && status >= 400)
    return `Send the error alone with a ${status}: the request is refused, and the data is sent all the same. Make sure that nothing runs on after a refusal.`;
  if (brings === 'token' && status >= 400) return 'Send the error alone with the refusal: no token.';
  if (status >= 300 && status < 400) return leadsTo === undefined ? ofRule : REDIRECTS[leadsTo];
  if (status >= 500 && status !== 501) return `Check your log for the error behind this ${status}. ${ofRule}`;
  const allowed = typeof expected === 'string' ? [] : expected;
  if (status === 201 && allowed.includes(200) && CREATING_NOTHING.includes(endpoint))
    return `${ofRule} 201 is for orders that were created: NestJS, for example, answers every POST with it unless the handler has \`@HttpCode(200)\`.`;
  if (isRefusal(status) && allowed.length > 0 && allowed.every((one) => isRefusal(one)))
    return [
      `Answer ${allowed.join(' or ')} instead of ${status}: the request is refused, but with another status.`,
      // The credential is refused, so its check works.
      ...(allowed.some(isOfCredential) ? [] : [ofValidation(ofRule, found)]),
    ].join(' ');
  if (status === 415)
    return `Accept \`Content-Type: application/json\` from the client, whatever follows it: 415 says that the type of the body was refused before anything in it was read. Check what is in front of the ${endpoint} endpoint, too.`;
  return typeof expected === 'string' && /^status 4\d\d/.test(expected) ? ofValidation(ofRule, found) : ofRule;
}

/** Endpoints that never answer 201. */
const CREATING_NOTHING = ['POST /forecast', 'POST /reports', 'POST /auth/token'];

/** A framework refuses all that it cannot read with one status. */
const ofValidation = (fix: string, found: OfStatus): string =>
  found.answer.status === 400 || found.answer.status === 422 ? withSwitch(fix, found) : fix;

/** Whether the status refuses the request for good. A 429 only asks to send it later. */
const isRefusal = (status: number) => [400, 401, 403, 404, 409, 410, 415, 422].includes(status);

const isOfCredential = (status: number) => status === 401 || status === 403;

/** How to correct a body that is not JSON, if its bytes show why. */
function fixOfBody(problem: JsonProblem, isUnescaped = false): string | undefined {
  switch (problem) {
    case 'not-utf-8':
      return 'Encode the body as UTF-8.';
    case 'utf-16':
      return 'Encode the body as UTF-8, not as UTF-16.';
    case 'packed':
      return 'Send `Content-Encoding: gzip` with a body that is compressed, or do not compress it.';
    case 'empty':
    case 'page':
    case 'too-much':
    case 'unreadable':
    case 'text':
      return isUnescaped
        ? 'Build the body with a JSON serializer: a quote or backslash in a value that it repeats is not escaped.'
        : undefined;
  }
}

const REDIRECTS = {
  login:
    'Exempt the API from the login that people use: the redirect leads to a login page. Check the API key instead, and answer 401 with a JSON error if it is not valid.',
  slash:
    'Answer at the address itself: the redirect only adds a slash at its end. Switch that off in the router or the web server; handing out another base URL does not help.',
};
