import type { Cookie } from 'har-format';
import { parseSetCookie } from 'set-cookie-parser';

/** The cookies of a `cookie` header. */
export function requestCookies(header: string | undefined): Cookie[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 1 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }];
  });
}

/** The cookies of a `set-cookie` header, whose values may have been joined with commas or line breaks. */
export function responseCookies(header: string | undefined): Cookie[] {
  const cookies = parseSetCookie((header ?? '').replaceAll('\n', ', '), { decodeValues: false });
  return cookies
    .filter(({ name }) => name !== '')
    .map(({ name, value, path, domain, expires, httpOnly, secure }) => ({
      name,
      value,
      ...(path === undefined ? {} : { path }),
      ...(domain === undefined ? {} : { domain }),
      ...(expires === undefined || Number.isNaN(expires.getTime()) ? {} : { expires: expires.toISOString() }),
      ...(httpOnly ? { httpOnly } : {}),
      ...(secure ? { secure } : {}),
    }));
}
