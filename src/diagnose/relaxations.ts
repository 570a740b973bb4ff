import { givenAddresses } from '../addresses.ts';
import { headerNames } from '../secrets/given-headers.ts';
import { inWords } from '../text/in-words.ts';
import type { DiagnoseOptions } from './options.ts';
import type { Walk } from './walk.ts';

/** Says what the diagnosis did that the client does not do, so that its result may be another. */
export function adviseOnRelaxations(walk: Walk, { header = [], resolve, insecure }: DiagnoseOptions): void {
  if (header.length > 0)
    walk.advise(
      'publisher',
      `Let the client in without ${inWords(headerNames(header), 'and')}: this diagnosis sent that (--header), and the client does not.`,
    );
  if (insecure)
    walk.advise(
      'publisher',
      'Serve a certificate that is valid: this diagnosis verified none (--insecure), and the client does.',
    );
  for (const { host, address } of givenAddresses({ resolve }))
    walk.advise(
      'publisher',
      `Point DNS for ${host} to ${address}: this diagnosis connected there (--resolve), and the client asks DNS.`,
    );
}
