/** Replaces a credential in the query of a base address. */
export const ADDRESS_SECRET = 'SECRET_IN_BASE_ADDRESS';

const NAME = /key|token|secret|auth|passw|pwd|credential|signature|^sig$/i;

export function credentialNames(url: URL): string[] {
  return [...new Set(url.searchParams.keys())].filter((name) => NAME.test(name));
}

/** The values of those parameters, both decoded and as written. */
export function credentialsInQuery(url: URL): string[] {
  const meant = credentialNames(url).flatMap((name) => url.searchParams.getAll(name));
  const written = [...url.search.matchAll(PAIR)].flatMap(([, name = '', value = '']) =>
    isCredential(name) ? [value] : [],
  );
  return [...new Set([...meant, ...written])].filter((value) => value !== '');
}

/** Replaces those values in an address, however short they are. */
export function withoutCredentials(address: string): string {
  return address.replace(PAIR, (pair, name: string) =>
    isCredential(name) ? `${pair.slice(0, 1)}${name}=[${ADDRESS_SECRET}]` : pair,
  );
}

const PAIR = /[?&]([^=&#]+)=([^&#]+)/g;

/**
 * Judges a parameter by its name as written, without decoding it: this runs for every recorded address, so it must be
 * fast.
 */
function isCredential(written: string): boolean {
  const names = written.includes('%') ? [...new URLSearchParams(written).keys()] : [written];
  return names.some((name) => NAME.test(name));
}
