import { retryAfter } from '../http/results.ts';
import type { WhoAnswered } from '../http/who-answered.ts';
import { urlOf } from '../text/url.ts';
import { type Answered, endpoint } from './probe.ts';
import { quote } from '../text/printable.ts';
import type { Conclusion } from './walk.ts';

export const GIVE_PLATFORM_ADDRESSES = 'Give the publisher the addresses from which the platform calls.';

/** The facts about an answer to `GET /health` other than 200. */
export interface Refused {
  readonly base: URL;
  readonly seen: Answered;
  readonly source: WhoAnswered;
  readonly withKey: boolean;
}

/** Explains an answer that is not what the client needs, by who gave it or otherwise by its status. */
export function conclusionOf(refused: Refused): Conclusion {
  switch (refused.source.kind) {
    case 'firewall':
      return firewall(refused);
    case 'login':
      return login(refused);
    case 'website':
      return website(refused);
    case 'gateway':
      return gateway(refused);
    case 'local-proxy':
      return localProxy(refused);
    case 'client-certificate':
      return clientCertificate(refused.base.host);
    case 'captive-portal':
      return captivePortal();
    case 'parked':
      return parked(refused.base.host);
    case 'http2-only':
      return HTTP2_ONLY;
    case 'service':
      return byStatus(refused);
  }
}

function firewall({ base, seen, source }: Refused): Conclusion {
  const who = source.product ?? 'A firewall or bot filter';
  const find = source.reference === undefined ? '' : ` Its log has the call under ${quote(source.reference, 100)}.`;
  return {
    cause: `${who} blocks the call with ${seen.status} before it reaches the API.`,
    whose: 'publisher',
    publisher: [
      `Let calls to ${endpoint(base, '').pathname}/* pass ${source.product ?? 'the firewall'} without a browser check, from the platform's addresses. The key and its scopes have nothing to do with it.${find}`,
    ],
    platform: [GIVE_PLATFORM_ADDRESSES],
  };
}

function login({ base, seen: { status, headers }, source }: Refused): Conclusion {
  const location = headers['location'];
  const cause =
    status >= 300 && status < 400
      ? `GET /health redirects to a login page${location === undefined ? '' : `, ${quote(withoutQuery(location), 120)}`}.`
      : status === 401
        ? 'A password prompt for people stands in front of the API (401).'
        : `GET /health answers ${status} with a login page${titled(source)}.`;
  return {
    cause,
    whose: 'publisher',
    publisher: [
      `Let calls with an API key reach ${endpoint(base, '/health').pathname} without signing in: the client cannot log in and follows no redirect.`,
    ],
  };
}

function website({ base, seen: { status }, source }: Refused): Conclusion {
  return {
    cause: `An ordinary website${titled(source)} answers at this address (${status}), not the API.`,
    whose: 'both',
    publisher: [`Give us the base address of the API, or route ${endpoint(base, '/health').pathname} to it.`],
    platform: ['Compare the base address with the one that the publisher gave.'],
  };
}

function gateway({ seen: { status }, source }: Refused): Conclusion {
  const who = source.product === undefined ? 'A gateway' : `The gateway (${source.product})`;
  if (status < 500)
    return {
      cause: `${who} in front of the API answers ${status} itself and does not hand the call on.`,
      whose: 'publisher',
      publisher: [
        'Check the routes, stages and plans of the gateway: it must hand calls with an API key on to the service.',
      ],
    };
  return {
    cause: `${who} in front of the API answers ${status}: it cannot reach the API behind it.`,
    whose: 'publisher',
    publisher: ['Check that the service behind the gateway is running and that the gateway points to it.'],
  };
}

function localProxy({ seen: { status }, source }: Refused): Conclusion {
  const who = source.product === undefined ? 'A proxy' : `A proxy (${source.product})`;
  return {
    cause: `${who} between this machine and the service answers ${status} with a page of its own; the service was not reached.`,
    whose: 'platform',
    platform: ['Allow the address in the proxy, or run the diagnosis from the network of the platform.'],
  };
}

export function clientCertificate(host: string): Conclusion {
  return {
    cause: `${host} requires a TLS client certificate, which the client does not have.`,
    whose: 'publisher',
    publisher: [`Stop requiring a client certificate on ${host}: the client authenticates only by its API key.`],
  };
}

function captivePortal(): Conclusion {
  return {
    cause: 'A captive portal of this network answers with a page of its own; the service was not reached.',
    whose: 'platform',
    platform: ['Sign in to the network, or run the diagnosis from the network of the platform.'],
  };
}

function parked(host: string): Conclusion {
  return {
    cause: `The domain of ${host} is parked: a page with advertisements or an offer to sell it answers, not the API.`,
    whose: 'both',
    publisher: ['Give us the base address of the API, and check that the domain is still yours.'],
    platform: ['Compare the base address with the one that the publisher gave.'],
  };
}

const HTTP2_ONLY: Conclusion = {
  cause: 'The server speaks HTTP/2 only: it refuses every call in HTTP/1.1 with 403, whatever the key.',
  whose: 'publisher',
  publisher: ['Let the server speak HTTP/1.1 too (in Node, `allowHTTP1: true`): the client does not speak HTTP/2.'],
};

function byStatus(refused: Refused): Conclusion {
  const { base, seen, withKey } = refused;
  const { status, headers } = seen;
  if (status === 401 || status === 403) return denied(status, withKey);
  if (status >= 300 && status < 400) return redirect(base, status, headers['location']);
  if (status === 429) return tooMany(retryAfter(headers));
  if (status >= 500)
    return {
      cause: `The service itself fails: GET /health answers ${status}.`,
      whose: 'publisher',
      publisher: ['Look up the error in the log of the service.'],
    };
  if (status >= 400)
    return {
      cause: `The API is not at this address: ${endpoint(base, '/health').pathname} answers ${status}.`,
      whose: 'both',
      publisher: [`Confirm the base address, or serve /health below ${endpoint(base, '').pathname}.`],
      platform: ['Compare the base address with the one that the publisher gave.'],
    };
  return {
    cause: `GET /health answers ${status} instead of 200.`,
    whose: 'publisher',
    publisher: ['Answer GET /health with status 200 and the account context.'],
  };
}

function denied(status: 401 | 403, withKey: boolean): Conclusion {
  if (!withKey)
    return {
      cause: `No API key was given: the service answers ${status} to a call without one, as it should.`,
      whose: 'platform',
      platform: ['Run the diagnosis with the key of the publisher: ADSERVER_API_KEY, --api-key-file or --api-key.'],
    };
  return status === 403 ? LACKS_SCOPE : REFUSES_KEY;
}

const REFUSES_KEY: Conclusion = {
  cause: 'The service refuses the API key (401).',
  whose: 'both',
  publisher: [
    'Compare the key with the one in your console. If it has expired or was revoked, issue a new one and give it to the platform.',
  ],
  platform: ['Enter the key again, with nothing around it, and press Re-verify.'],
};

const LACKS_SCOPE: Conclusion = {
  cause: 'The service knows the API key, but the key lacks a scope (403).',
  whose: 'publisher',
  publisher: ['Give the key the scopes to read, to create drafts and to report.'],
};

function redirect(base: URL, status: number, location: string | undefined): Conclusion {
  const target = redirectedBase(base, location);
  if (target === null)
    return {
      cause: `GET /health answers with a redirect (${status})${location === undefined ? '' : ` to ${quote(location, 120)}`}, which the client does not follow.`,
      whose: 'publisher',
      publisher: [`Serve /health at ${endpoint(base, '').href} itself, without a redirect.`],
    };
  return {
    cause: `The service has another base address: GET /health redirects (${status}) to ${target}, and the client does not follow.`,
    whose: 'both',
    publisher: [`Confirm that the base address is ${target}, or answer at the old address without a redirect.`],
    platform: [`Change the base address to ${target}.`],
  };
}

function tooMany(seconds: number | null): Conclusion {
  return {
    cause: 'The service says that it is called too often (429).',
    whose: 'both',
    publisher: ['Exempt GET /health from tight rate limits: the client calls it once per connection attempt.'],
    platform: [`Wait ${seconds === null ? 'a little' : `${seconds} s`}, then press Re-verify.`],
  };
}

/** The base address that a redirect of `/health` points to. */
function redirectedBase(base: URL, location: string | undefined): string | null {
  const target = location === undefined ? null : urlOf(location, endpoint(base, '/health'));
  if (target === null || target.protocol !== 'https:' || !/\/health\/?$/.test(target.pathname)) return null;
  target.pathname = target.pathname.replace(/\/health\/?$/, '');
  target.username = target.password = target.hash = '';
  const own = endpoint(base, '').href;
  return target.href === own || target.href.length > 200 ? null : target.href;
}

const titled = ({ title }: WhoAnswered): string => (title === undefined ? '' : ` (“${quote(title, 80)}”)`);
const withoutQuery = (location: string): string => location.split(/[?#]/)[0] ?? '';
