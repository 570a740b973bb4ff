import type { Reply } from '../../../src/http/reply.ts';
import { adServer } from '../phases.ts';
import type { OrderRequest } from '../values/request-bodies.ts';

export const auth = adServer.module('auth', 'Authentication');

export const unauthorised = auth.declares<{
  readonly order: OrderRequest;
  /** Booked before: a repeat creates nothing, but must not be answered to everyone. */
  readonly repeat: OrderRequest;
  readonly update: OrderRequest;
}>('auth.unauthorised-order');

export const draftAttempts =
  auth.declares<Readonly<Record<'created' | 'repeated' | 'updated', Reply>>>('auth.draft-scope-attempt');
