import { violation } from '../src/engine/expect.ts';

/** Expects a base address to be one of HTTPS. */
export function expectHttps({ protocol }: URL): void {
  if (protocol !== 'https:')
    violation({ expected: 'an address that starts with https://', actual: `${protocol}//`, replies: [] });
}
