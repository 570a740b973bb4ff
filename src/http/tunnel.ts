import type { Socket } from 'node:net';
import { CallFailure, codeOf, reasonOf } from './failure.ts';
import type { Proxy } from './proxy.ts';
import { Client } from './undici.ts';

/** Asks a proxy, over an open connection to it, for a tunnel to `host:port`. */
export async function openTunnel(socket: Socket, proxy: Proxy, target: string, signal: AbortSignal): Promise<Socket> {
  const client = new Client(proxy.url.origin, {
    connect: (_options, callback) => {
      // Called at once, undici would not notice.
      queueMicrotask(() => {
        callback(null, socket);
      });
    },
    headersTimeout: 0,
  });
  const authorization = proxy.authorization ? { 'proxy-authorization': proxy.authorization } : {};
  try {
    const { statusCode, headers } = await client.connect({
      path: target,
      headers: { host: target, ...authorization },
      signal,
    });
    // In a tunnel the client speaks first, so what is there already is a page.
    const isPage = /^text\/html/i.test(String(headers['content-type'])) || socket.readableLength > 0;
    if (statusCode < 200 || statusCode > 299 || isPage)
      throw proxyRefusal(proxy, target, statusCode, [headers['proxy-authenticate'] ?? []].flat().join(', '));
    return socket;
  } catch (error) {
    socket.destroy();
    if (signal.aborted) throw reasonOf(signal);
    if (error instanceof CallFailure) throw error;
    const code = codeOf(error);
    const shown = code === '' || code.startsWith('UND_') ? '' : ` (${code})`;
    throw new CallFailure('proxy', `The proxy ${proxy.shown} gave no tunnel to ${target}${shown}.`, { code });
  }
}

/** Why a proxy lets nothing through, and what to do about it on this machine. */
export function proxyRefusal(proxy: Proxy, target: string, status: number, schemes: string): CallFailure {
  const { shown, variable, authorization } = proxy;
  const refusal = (message: string, advice: string) =>
    new CallFailure('proxy', message, { advice, code: String(status) });
  if (status < 400 || status === 511)
    return refusal(
      `Something on this network answers with a page instead of a connection to ${target} (${status} from ${shown}): a captive portal or a login.`,
      'Sign in to this network in a browser, or use another one.',
    );
  const others = new Set(schemes.match(/\b(?:NTLM|Negotiate|Kerberos|Digest|Bearer)\b/gi));
  if (status === 407 && others.size > 0 && !/\bbasic\b/i.test(schemes))
    return refusal(
      `The proxy ${shown} takes only ${[...others].join(' and ')} for a login (407), and this program speaks Basic.`,
      `Name a proxy in ${variable} that takes Basic or no login, such as one on this machine that logs in to ${shown} (Px, Cntlm); or exempt the host with NO_PROXY.`,
    );
  if (status === 407 && authorization)
    return refusal(
      `The proxy ${shown} refuses the credentials that ${variable} carries (407).`,
      `Correct the user name and password in ${variable}; special characters are percent-encoded there.`,
    );
  if (status === 407)
    return refusal(
      `The proxy ${shown} asks for credentials (407); ${variable} must carry them.`,
      `Set ${variable} to ${proxy.url.protocol}//user:password@${proxy.url.host}.`,
    );
  const advice = 'Allow the address in the proxy, or run this from the network of the platform.';
  if (status >= 500) return refusal(`The proxy ${shown} could not reach ${target} (${status}).`, advice);
  return refusal(`The proxy ${shown} refuses a connection to ${target} (${status}).`, advice);
}
