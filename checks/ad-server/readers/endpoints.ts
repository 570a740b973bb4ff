import type { Reply } from '../../../src/http/reply.ts';

const AD_SERVER = ['health', 'inventory', 'forecast', 'orders', 'reports'];

export const isAdServer = ({ endpoint }: Reply): boolean => AD_SERVER.includes(endpoint);
