import type { Reply } from '../../../src/http/reply.ts';

const AD_SERVER = ['health', 'inventory', 'forecast', 'orders', 'reports'];

/** Whether an answer is the ad server's, not the listing API's. */
export const isAdServer = ({ endpoint }: Reply): boolean => AD_SERVER.includes(endpoint);
