import type { Reply } from '../../../src/http/reply.ts';

const AD_SERVER = ['health', 'inventory', 'forecast', 'orders', 'reports'];

/** Whether an answer is the ad server's, not the listing API's. */
export function isAdServer({ endpoint }: Reply): boolean {
  return AD_SERVER.includes(endpoint);
}
