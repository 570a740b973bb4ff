import { LOGIN_ADDRESS } from '../http/login-address.ts';
import { member } from '../text/json.ts';
import type { Answered } from './probe.ts';
import { quote } from '../text/printable.ts';

/** Who probably gave an answer. */
export interface AnswerSource {
  readonly kind: 'service' | 'firewall' | 'login' | 'website' | 'gateway' | 'local-proxy' | 'client-certificate';
  /** The product, if it can be recognised: `Cloudflare`, `nginx`. */
  readonly product?: string;
  /** The title of a web page. */
  readonly title?: string;
  /** The id under which the product logs this answer. */
  readonly reference?: string;
}

/** Tells the API itself from whatever else may have answered. */
export function sourceOf(seen: Answered, throughProxy: boolean): AnswerSource {
  return { kind: kindOf(seen, throughProxy), ...factsOf(seen) };
}

function kindOf(seen: Answered, throughProxy: boolean): AnswerSource['kind'] {
  const { status, headers, text } = seen;
  if (seen.json.ok && (status === 200 || !isForeignError(seen))) return 'service';
  if (WANTS_CERTIFICATE.test(text) || status === 495 || status === 496) return 'client-certificate';
  if (WEB_FILTER.test(text) || (throughProxy && isOfProxy(seen))) return 'local-proxy';
  if (isLogin(seen)) return 'login';
  if (status >= 300 && status < 400) return 'service';
  if (REFUSALS.has(status) && isBlocked(seen)) return 'firewall';
  if (GATEWAY_STATUSES.has(status) || (status > 520 && status <= 530)) return 'gateway';
  if (/^\s*application\/([\w.+-]+\+)?json/i.test(headers['content-type'] ?? '')) return 'service';
  return isWebsite(seen) ? 'website' : 'service';
}

/**
 * Whether an error does not have the format of the API's errors, so something in front of the API may have answered.
 */
export function isForeignError({ json }: Answered): boolean {
  return !json.ok || ['code', 'message'].every((name) => member(json.value, name) === undefined);
}

const REFUSALS: ReadonlySet<number> = new Set([401, 403, 405, 406, 418, 429, 503]);
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
const WANTS_CERTIFICATE = /No required SSL certificate was sent|client certificate (?:is )?required|403\.7/i;
const WEB_FILTER = /zscaler|fortiguard|blue ?coat|forcepoint|mcafee web gateway|web page blocked|netskope/i;
const CHALLENGE =
  /just a moment|attention required|access denied|request blocked|requested url was rejected|incapsula|captcha|are you (?:a )?human|verify you are|bot detection|mod_security|wordfence|sucuri website firewall|the request is blocked/i;

function isOfProxy({ headers, text }: Answered): boolean {
  return (
    'x-squid-error' in headers || 'proxy-authenticate' in headers || /requested url could not be retrieved/i.test(text)
  );
}

/** A 403 that is not in the API's error format, or another refusal that shows the marks of a firewall. */
function isBlocked({ status, headers, text, json }: Answered): boolean {
  const marked =
    'cf-mitigated' in headers || 'x-amzn-waf-action' in headers || 'x-datadome' in headers || CHALLENGE.test(text);
  return marked || (status === 403 && !json.ok && text.trim() !== '');
}

function isLogin({ status, headers, text }: Answered): boolean {
  if (status >= 300 && status < 400) return LOGIN_ADDRESS.test(headers['location'] ?? '');
  if (status === 401 && /^\s*(basic|negotiate|ntlm)\b/i.test(headers['www-authenticate'] ?? '')) return true;
  return /<input[^>]+type\s*=\s*["']?password/i.test(text);
}

/** A page for people. The plain error page of a web server does not count. */
function isWebsite({ status, headers, text }: Answered): boolean {
  const isError = status >= 400 && /^(error )?\d{3}\b|not found|error/i.test(titleOf(text) ?? 'error');
  if (status >= 500 || isError) return false;
  return /^\s*text\/html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype html|html)\b/i.test(text);
}

type Facts = Omit<AnswerSource, 'kind'>;

function factsOf({ headers, text }: Answered): Facts {
  const product = productOf(headers, text);
  const title = titleOf(text);
  const reference = referenceOf(headers, text);
  return {
    ...(product === null ? {} : { product }),
    ...(title === null ? {} : { title }),
    ...(reference === null ? {} : { reference }),
  };
}

/** The firewall, bot filter or gateway named in the headers or the page. */
function productOf(headers: Readonly<Record<string, string>>, text: string): string | null {
  const server = headers['server'] ?? '';
  const known = PRODUCTS.find(
    ([names, pattern]) =>
      names.some((name) => name in headers) || pattern.test(server) || pattern.test(text.slice(0, 4_000)),
  );
  const plain = /^(nginx|openresty|apache|haproxy|envoy|traefik|caddy|varnish|squid|awselb|microsoft-iis)/i.exec(
    server,
  )?.[0];
  return known?.[2] ?? plain ?? null;
}

const PRODUCTS: readonly (readonly [headers: readonly string[], pattern: RegExp, name: string])[] = [
  [['x-amzn-waf-action'], /\bAWS WAF\b/, 'AWS WAF'],
  [['x-datadome', 'x-dd-b'], /datadome/i, 'DataDome'],
  [['x-iinfo'], /incapsula|imperva/i, 'Imperva'],
  [['x-sucuri-id'], /sucuri/i, 'Sucuri'],
  [['cf-ray', 'cf-mitigated'], /cloudflare/i, 'Cloudflare'],
  [['x-amz-cf-id'], /cloudfront/i, 'Amazon CloudFront'],
  [['akamai-grn'], /akamai/i, 'Akamai'],
  [['x-azure-ref'], /Microsoft-Azure-Application-Gateway/i, 'Azure Front Door'],
  [[], /zscaler/i, 'Zscaler'],
  [[], /fortiguard/i, 'FortiGuard'],
  [[], /bigip|support id is/i, 'F5'],
  [[], /wordfence/i, 'Wordfence'],
];

function titleOf(text: string): string | null {
  const title = /<title[^>]*>([^<]{1,400})</i.exec(text)?.[1]?.replace(/\s+/g, ' ').trim();
  if (title === undefined || title === '') return null;
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };
  return quote(
    title.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? ''),
    80,
  );
}

function referenceOf(headers: Readonly<Record<string, string>>, text: string): string | null {
  const name = ['cf-ray', 'x-amz-cf-id', 'x-azure-ref', 'akamai-grn', 'x-request-id'].find((each) => each in headers);
  if (name !== undefined) return `${name}: ${quote(headers[name] ?? '', 100)}`;
  const told = /(?:support id is:?|reference\s*(?:&#32;)?#|incident id:?)\s*([\w.&#;-]{6,80})/i.exec(text)?.[1];
  return told === undefined ? null : `reference ${quote(told, 100)}`;
}
