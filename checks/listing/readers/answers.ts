import { isMarkup } from '../../../src/text/markup.ts';
import { isSuccess, type Reply } from '../../../src/http/reply.ts';

export const isGranted: (reply: Reply) => boolean = isSuccess;

export function isLetIn({ status }: Reply): boolean {
  return status !== null && status !== 401 && status !== 403;
}

/** A service that names the missing scope knows the token: an address that is shut out is not answered like this. */
export function lacksScope(reply: Reply): boolean {
  return reply.status === 403 && namesCode(reply, 'insufficient_scope');
}

export function isRecognised(reply: Reply): boolean {
  return isGranted(reply) || lacksScope(reply);
}

export function isOffAllowlist(reply: Reply): boolean {
  return reply.status === 403 && namesCode(reply, 'ip_not_allowed');
}

/** Web sites answer any address with their start page or a login form, and call it 200. */
export function isPage({ body }: Reply): boolean {
  return isMarkup(Buffer.from(body).toString());
}

/**
 * Whether an answer carries a code that the contract names, wherever it does so: error bodies have no other set form, and
 * OAuth has a header for it. After a prefix and a full stop it is another code.
 */
export function namesCode({ body, headers }: Reply, code: string): boolean {
  const named = new RegExp(`(?<![\\w-]|\\w\\.)${code}(?![\\w-])`);
  return named.test(headers['www-authenticate'] ?? '') || named.test(Buffer.from(body).toString());
}
