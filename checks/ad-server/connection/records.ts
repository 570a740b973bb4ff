import type { Reply } from '../../../src/http/reply.ts';
import { adServer } from '../phases.ts';

export const connection = adServer.module('connection', 'Connection');

/** Missing if the service does not answer or refuses the key: then nothing more is sent. */
export const access = connection.declares<unknown>('connection.access');

/** The first answers to `GET /health`, if each is 200. */
export const healthAnswers = connection.declares<readonly Reply[]>('connection.health-answers');

/** What `GET /inventory?limit=1` answers once transient trouble is over. */
export const inventoryReply = connection.declares<Reply>('connection.inventory-reply');
