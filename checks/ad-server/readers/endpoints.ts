import type { Reply } from '../../../src/http/reply.ts';

const AD_SERVER = ['health', 'inventory', 'forecast', 'orders', 'reports'];

export const isAdServer = ({ endpoint }: Reply): boolean => AD_SERVER.includes(endpoint);

/** What a gateway said while the service was restarted is not the service's. */
export const isOwn = (reply: Reply): boolean => isAdServer(reply) && reply.isOfGateway !== true;
