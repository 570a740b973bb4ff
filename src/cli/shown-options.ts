import { printable } from '../report/text.ts';
import { headerNames } from '../secrets/given-headers.ts';
import type { CertifyOptions } from '../settings.ts';
import { optionOf } from './setting.ts';

/** Options that change how requests are sent, without secrets. */
export interface ShownOptions {
  readonly rate?: string;
  readonly resolve?: readonly string[];
  readonly insecure?: true;
  readonly header?: readonly string[];
  readonly listingHeader?: readonly string[];
}

export function shownOptions({ rate, resolve, insecure, header, listingHeader }: CertifyOptions): ShownOptions {
  return {
    ...(rate !== undefined && { rate }),
    ...(insecure && { insecure }),
    ...(Array.isArray(resolve) && { resolve: resolve.map(String) }),
    ...(header && { header: headerNames(header) }),
    ...(listingHeader && { listingHeader: headerNames(listingHeader) }),
  };
}

/** `--header: cf-access-client-id (value not shown)`, a line each. */
export function optionLines({ rate, resolve = [], insecure, header = [], listingHeader = [] }: ShownOptions): string[] {
  const secret = (option: string, names: readonly string[]) =>
    names.map((name) => `${optionOf(option)}: ${name} (value not shown; passed at most)`);
  return [
    ...(rate === undefined ? [] : [`--rate: ${rate}`]),
    ...(insecure ? ['--insecure (passed at most)'] : []),
    ...resolve.map((given) => `--resolve: ${printable(given)} (passed at most)`),
    ...secret('header', header),
    ...secret('listingHeader', listingHeader),
  ];
}
