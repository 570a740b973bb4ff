import type { Reply } from '../../../src/http/reply.ts';
import { adServer } from '../phases.ts';
import type { OrderRequest } from '../values/request-bodies.ts';

export const auth = adServer.module('auth', 'Authentication');

/** Orders to send with credentials that do not allow them. */
export const unauthorised = auth.declares<{
  readonly order: OrderRequest;
  /** Booked long ago: to answer it again creates nothing, and is not for everyone either. */
  readonly repeat: OrderRequest;
  readonly update: OrderRequest;
}>('auth.unauthorised-order');

/** A new order, and a repeat and an update of an existing one, with a key that may not create drafts. */
export const draftAttempts = auth.declares<{
  readonly created: Reply;
  readonly repeated: Reply;
  readonly updated: Reply;
}>('auth.draft-scope-attempt');
