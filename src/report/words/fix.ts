import { isSuccessDue, type Found, type ShapeFault } from '../../causes/found.ts';
import { pointerTokens } from '../../text/pointer.ts';
import { valueDue, valueMissing, wrappersOf } from './found.ts';
import { switchOf } from './frameworks.ts';
import { fixOfSlip } from './slips.ts';
import { fixOnTheWay } from './on-the-way.ts';

type OfStatus = Found & { readonly kind: 'status' | 'no-answer' };

/**
 * What to change: the fix of the rule, or another one if what was found points to another cause, such as a login page.
 */
export function fixFor(ofRule: string, found: Found): string {
  if (found.fix !== undefined) return found.fix;
  const onTheWay = fixOnTheWay(found.way);
  if (onTheWay !== undefined) return onTheWay;
  const ofSlip = fixOfSlip(found.slip);
  if (ofSlip !== undefined) return ofSlip;
  switch (found.kind) {
    case 'not-json':
      return fixOfBody(found) ?? withSwitch(ofRule, found);
    case 'error-code':
      return found.isAltered ? `Send the code as exactly \`${found.code}\`, without a prefix or blanks.` : ofRule;
    case 'status':
    case 'no-answer':
      return fixOfStatus(ofRule, found);
    case 'shape':
      return fixOfShape(found.faults[0]) ?? withSwitch(ofRule, found);
    case 'value':
      return isNumbered(found) ? FIX_OF_NUMBERED : ofRule;
  }
}

const withSwitch = (fix: string, { framework }: Found): string => `${fix} ${switchOf(framework)}`.trimEnd();

function fixOfStatus(ofRule: string, found: OfStatus): string {
  const { expected, brings, leadsTo, endpoint } = found;
  const { status } = found.answer;
  if (status === null) return `Check your log for what became of this request. ${ofRule}`;
  if (brings === 'data' && status >= 400)
    return `Send the error alone with a ${status}: the request is refused, and the data is sent all the same. Make sure that nothing runs on after a refusal.`;
  if (brings === 'token' && status >= 400) return 'Send the error alone with the refusal: no token.';
  if (status === 304) return `${ofRule} 304 is only for a GET with \`If-None-Match\` or \`If-Modified-Since\`.`;
  if (status >= 300 && status < 400) return leadsTo === undefined ? ofRule : REDIRECTS[leadsTo];
  if (status >= 500 && status !== 501)
    return / log\b/.test(ofRule) ? ofRule : `Check your log for the error behind this ${status}. ${ofRule}`;
  const allowed = typeof expected === 'string' ? [] : expected;
  if (status === 202 && isSuccessDue(expected))
    return 'Answer 201 for a new order, and 200 for everything else: 202 says that the request is still to be carried out.';
  if (status === 201 && allowed.includes(200) && CREATING_NOTHING.includes(endpoint))
    return `Answer 200. 201 is often a framework's default for POST: NestJS, for example, needs \`@HttpCode(200)\` at the handler.`;
  if (isRefusal(status) && allowed.length > 0 && allowed.every((one) => isRefusal(one)))
    return [
      `Answer ${allowed.join(' or ')} instead of ${status}: the request is refused as it should be; only the status is wrong.`,
      ...(allowed.some(isOfCredential) ? [] : [ofValidation('', found).trim()]),
    ]
      .join(' ')
      .trimEnd();
  if (status === 403 && allowed.includes(200) && endpoint === 'GET /health')
    return 'Widen the scope of the key (§3), or ask for none at `GET /health`, which needs only a valid key. At a 403 the client shows `forbidden`.';
  if (status === 403 && allowed.some((one) => one < 300) && DATA.includes(endpoint))
    return `${endpoint === 'POST /orders' ? `${ofRule} ` : ''}Give the key the scopes read, create-draft and report, or look how \`${endpoint}\` compares them: 403 says that a scope is missing (§5 rule 7).`;
  if (status === 409 && allowed.some((one) => one < 300) && /\bkeys?\b/.test(ofRule))
    return ofRule.includes('409') ? ofRule : `${ofRule} 409 is only for a key that was used for another body.`;
  if (status === 409 && allowed.some((one) => one < 300))
    return `409 is only for a key that was used for another body${ofRule.includes('422') ? '' : ': refuse with 422 what a business rule forbids'}. ${ofRule}`;
  if (isCalledUnreadable(found))
    return 'Look at the body as it arrives in the service: it was sent as valid JSON. What is in front may encode it (Base64 on AWS: `isBase64Encoded`) or read it first, and a parser may be set to another `Content-Type`.';
  if (status === 415)
    return `Accept \`Content-Type: application/json\` from the client, whatever follows it: 415 says that the type of the body was refused before anything in it was read. Check what is in front of the ${endpoint} endpoint, too.`;
  return ofRule;
}

/** Whether a valid request is refused because its body is not JSON, as the service says. */
export function isCalledUnreadable({ expected, answer: { status, said = '' } }: OfStatus): boolean {
  return status === 400 && isSuccessDue(expected) && UNREADABLE.test(said);
}

/** What parsers say; words about members are those of a validator. */
const UNREADABLE =
  /^(?!.*\b(?:required|must|schema|validat\w*|missing|field|member)\b).*(?:\bnot valid JSON\b|\b(?:invalid|malformed) JSON(?: body)?\W*$|\bunexpected (?:token|end)\b|\b(?:parse|read|decode) (?:the )?(?:request )?(?:body|JSON)\b|\bbody is empty\b)/i;

const DATA = ['GET /inventory', 'POST /forecast', 'POST /orders', 'POST /reports'];

/** Endpoints that never answer 201. */
const CREATING_NOTHING = ['POST /forecast', 'POST /reports', 'POST /auth/token'];

/** A framework refuses everything that it cannot read with one status. */
const ofValidation = (fix: string, found: OfStatus): string =>
  found.answer.status === 400 || found.answer.status === 422 ? withSwitch(fix, found) : fix;

/** Whether the status refuses the request for good. A 429 only asks to send it later. */
const isRefusal = (status: number) => [400, 401, 403, 404, 409, 410, 415, 422].includes(status);

const isOfCredential = (status: number) => status === 401 || status === 403;

/** How to correct a member that is there, but under another name, in a wrapper or as a string. */
function fixOfShape(fault: ShapeFault | undefined): string | undefined {
  if (fault === undefined) return undefined;
  const name = pointerTokens(fault.pointer)?.findLast((step) => !/^\d+$/.test(step)) ?? '';
  if (fault.meant !== undefined) {
    const last = pointerTokens(fault.meant)?.at(-1) ?? '';
    const wrapper = wrappersOf(fault).at(-1);
    return wrapper !== undefined
      ? `Send what is inside \`${wrapper}\` ${fault.place === '' ? 'at the top level of the body' : 'beside it'}${last === name ? '' : `, and call \`${last}\` \`${name}\``}.`
      : `Call it \`${name}\`, exactly so.`;
  }
  const missing = valueMissing(fault);
  if (missing !== undefined)
    return `Send \`"${missing.name}": "${missing.value}"\` ${fault.place.startsWith('/line_items') ? 'in every line of ' : 'in '}every answer${missing.value === 'DRAFT' ? ', also to retries and updates' : ''}.${missing.is === 'null' ? UNREAD_DEFAULT : ''}`;
  const exact = valueDue(fault);
  if (exact !== undefined && fault.actual.toLowerCase() === `"${exact.toLowerCase()}"`)
    return `Send \`${exact}\` exactly so, in ${exact === exact.toUpperCase() ? 'upper' : 'lower'} case.`;
  if (exact !== undefined && new RegExp(`\\b${exact}\\b`).test(fault.actual))
    return `Send \`${exact}\` exactly so: a serializer may have written the name of an enumeration with it.`;
  const [, quoted] = /^"(-?\d+(?:\.\d+)?)"$/.exec(fault.actual) ?? [];
  if (quoted !== undefined && /\binteger\b/.test(fault.expected))
    return `Send \`${name}\` as a JSON number, without quotes${Number.isInteger(Number(quoted)) ? '' : ', and round it to an integer'}.`;
  return isNumbered(fault) ? FIX_OF_NUMBERED : undefined;
}

const UNREAD_DEFAULT =
  ' A default of the database is not in what was just saved until that is read again, as with `refresh()` in Eloquent and SQLAlchemy.';

const isNumbered = ({ expected, actual }: { readonly expected: string; readonly actual: string }) =>
  /\barray\b/.test(expected) && /^\{"\d+":/.test(actual);

const FIX_OF_NUMBERED =
  'Send a JSON array: this is an object whose members are numbered. PHP writes an array with gaps so, as `array_filter` leaves it: call `array_values` before `json_encode`.';

/** How to correct a body that is not JSON, if its bytes show why. */
function fixOfBody(found: Found & { readonly kind: 'not-json' }): string | undefined {
  const { problem, isUnescaped, isPreceded, status = 0, type = '', begins } = found;
  if (isPreceded)
    return 'Send the JSON alone. If a warning stands before it, correct what it warns of, and write warnings to the log instead (`display_errors` in PHP).';
  switch (problem) {
    case 'not-utf-8':
      return 'Encode the body as UTF-8.';
    case 'utf-16':
      return 'Encode the body as UTF-8, not as UTF-16.';
    case 'packed':
      return 'Send `Content-Encoding: gzip` with a body that is compressed, or do not compress it.';
    case 'page':
      if (status >= 300) return undefined;
      if (/^(?:application|text)\/xml$/.test(type))
        return 'Answer JSON, whatever your framework could write besides: this is XML.';
      return LOGIN.test(begins)
        ? 'Exempt the API from the login that people use: this is a login page. Check the API key instead, and answer 401 with a JSON error if it is not valid.'
        : 'See that this request reaches the service, and not a web site or a page of what is in front of it.';
    case 'empty':
      return status === 200
        ? 'Send the JSON: this 200 has no body. Perhaps a stored result was not ready yet, or a serializer failed, such as `json_encode` in PHP; your log may say more.'
        : undefined;
    case 'too-much':
    case 'unreadable':
    case 'text':
      return isUnescaped
        ? 'Build the body with a JSON serializer: a quote or backslash in a value that it repeats is not escaped.'
        : undefined;
  }
}

const LOGIN = /\b(?:sign|log)[ -]?(?:in|on)\b|\bpassword\b/i;

const REDIRECTS = {
  login:
    'Exempt the API from the login that people use: the redirect leads to a login page. Check the API key instead, and answer 401 with a JSON error if it is not valid.',
  slash:
    'Answer at the address itself: the redirect only adds a slash at its end. Switch that off in the router or the web server; handing out another base URL does not help.',
};
