import type { ContractId } from './engine/rule.ts';
import {
  givenHeaders,
  HEADER_OPTIONS,
  NO_HEADERS,
  whyUnfitHeaders,
  type GivenHeaders,
} from './secrets/given-headers.ts';
import { UsageError, type CertifyOptions } from './settings.ts';

export type RequestHeaders = Readonly<Record<ContractId, GivenHeaders>>;

/**
 * Reads the headers that are added to the requests of each contract.
 * @throws UsageError for a header that cannot be added.
 */
export function readHeaders(options: Pick<CertifyOptions, 'header' | 'listingHeader'>): RequestHeaders {
  const read = (name: keyof typeof HEADER_OPTIONS) => {
    const lines = options[name];
    if (lines === undefined) return NO_HEADERS;
    const unfit = whyUnfitHeaders(lines);
    if (unfit !== null) throw new UsageError(`${HEADER_OPTIONS[name].option} ${unfit.why}. ${unfit.remedy}`);
    return givenHeaders(name, lines);
  };
  return { 'ad-server': read('header'), listing: read('listingHeader') };
}
