/** A cookie as HAR 1.2 describes it. */
export interface HarCookie {
  readonly name: string;
  readonly value: string;
  readonly path?: string;
  readonly domain?: string;
  readonly expires?: string;
  readonly httpOnly?: boolean;
  readonly secure?: boolean;
}

/** The cookies of a `cookie` header. */
export function requestCookies(header: string | undefined): HarCookie[] {
  return (header ?? '').split(';').flatMap((pair) => namedValue(pair) ?? []);
}

/** The cookies of a `set-cookie` header, whose fields may have been joined by commas or line ends. */
export function responseCookies(header: string | undefined): HarCookie[] {
  // A comma begins another cookie where a name and `=` follow; the one within a date does not.
  const fields = (header ?? '').split(/\n|,(?=[^;,=]*=)/);
  return fields.flatMap((field) => {
    const [first = '', ...rest] = field.split(';');
    const cookie = namedValue(first);
    return cookie === undefined ? [] : [{ ...cookie, ...attributes(rest) }];
  });
}

function namedValue(pair: string): { name: string; value: string } | undefined {
  const at = pair.indexOf('=');
  return at < 1 ? undefined : { name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() };
}

function attributes(parts: readonly string[]): Omit<HarCookie, 'name' | 'value'> {
  const given = new Map(
    parts.map((part): [string, string] => {
      const [name = '', ...value] = part.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
  const path = given.get('path');
  const domain = given.get('domain');
  const expires = Date.parse(given.get('expires') ?? '');
  return {
    ...(path === undefined ? {} : { path }),
    ...(domain === undefined ? {} : { domain }),
    ...(Number.isNaN(expires) ? {} : { expires: new Date(expires).toISOString() }),
    ...(given.has('httponly') ? { httpOnly: true } : {}),
    ...(given.has('secure') ? { secure: true } : {}),
  };
}
