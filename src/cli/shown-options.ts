import { headerNames } from '../secrets/given-headers.ts';
import type { CertifyOptions } from '../settings.ts';
import { optionOf } from './setting.ts';

/** Options that change how requests are sent, without secrets. */
export interface ShownOptions {
  readonly rate?: string;
  readonly resolve?: readonly string[];
  readonly header?: readonly string[];
  readonly listingHeader?: readonly string[];
}

export function shownOptions({ rate, resolve, header, listingHeader }: CertifyOptions): ShownOptions {
  return {
    ...(rate !== undefined && { rate }),
    ...(Array.isArray(resolve) && { resolve: resolve.map(String) }),
    ...(header && { header: headerNames(header) }),
    ...(listingHeader && { listingHeader: headerNames(listingHeader) }),
  };
}

/** `--header: cf-access-client-id (value not shown)`, a line each. */
export function optionLines({ rate, resolve = [], header = [], listingHeader = [] }: ShownOptions): string[] {
  const secret = (option: string, names: readonly string[]) =>
    names.map((name) => `${optionOf(option)}: ${name} (value not shown). No certificate with this option.`);
  return [
    ...(rate === undefined ? [] : [`--rate: ${rate}`]),
    ...resolve.map((given) => `--resolve: ${given}. No certificate with this option.`),
    ...secret('header', header),
    ...secret('listingHeader', listingHeader),
  ];
}
