import type { Client, Trouble } from '../http/client.ts';
import type { ExchangeLedger } from '../http/exchange-ledger.ts';
import type { Reply } from '../http/reply.ts';
import type { Secret } from '../secrets/secret.ts';
import type { Transcript } from '../http/transcript.ts';
import { CreatedOrders, type Payload } from './created.ts';
import type { ContractId } from './rule.ts';
import { Sightings } from './sightings.ts';
import { blockedBy, Violation } from './signal.ts';
import type { Watching } from './watch.ts';

export interface SessionOptions {
  readonly clients: Readonly<Partial<Record<ContractId, Client>>>;
  /** The API key of the run, for the ad server. */
  readonly credential: Secret | null;
  readonly transcript: Transcript;
  readonly ledger: ExchangeLedger;
  readonly watches: readonly Watching[];
  readonly readOnly: boolean;
}

/** The state of one run. All of it ends with the run, so two runs in one process cannot affect each other. */
export class Session {
  readonly transcript: Transcript;
  readonly created = new CreatedOrders();
  readonly credential: Secret | null;
  readonly sightings = new Map<string, Sightings>();
  /** The node that sent a call, by the ids of both. */
  readonly senders = new Map<string, string>();
  /**
   * How often the ad server was sent an invalid credential. A service may lock out a client that does this too often.
   */
  guesses = 0;
  readonly #options: SessionOptions;
  #stoppedBy: { readonly id: string } | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.transcript = options.transcript;
    this.credential = options.credential;
    for (const watch of options.watches) this.sightings.set(watch.id, new Sightings());
  }

  get hasGuessed(): boolean {
    return this.guesses > 0;
  }

  client(contract: ContractId): Client {
    const client = this.#options.clients[contract];
    if (client === undefined) throw new Error(`no client for the ${contract} contract`);
    return client;
  }

  /** The temporary failures in the requests of each contract. */
  trouble(contract: ContractId): Trouble {
    return this.client(contract).trouble;
  }

  /** The check that found a created order not to be a draft. Nothing is created after that. */
  get stoppedBy(): { readonly id: string } | null {
    return this.#stoppedBy;
  }

  /** Stops creating orders for the rest of the run, because one that was created is not a draft. */
  stopBooking(check: { readonly id: string }): void {
    this.#stoppedBy ??= check;
  }

  /** Sends an order, unless orders are stopped, and records what it created. */
  async booking(node: { readonly id: string }, payload: Payload, send: () => Promise<Reply>): Promise<Reply> {
    if (this.#options.readOnly) throw new Error(`${node.id} would create orders in a read-only run`);
    if (this.#stoppedBy !== null) blockedBy(this.#stoppedBy);
    const reply = await send();
    this.created.record(payload, reply);
    return reply;
  }

  /** The record of all token exchanges. */
  get ledger(): ExchangeLedger {
    return this.#options.ledger;
  }

  /** Shows an answer to every rule about all answers. */
  observe(reply: Reply, own: boolean): void {
    for (const check of this.#options.watches) {
      const { watch } = check;
      const sightings = this.sightings.get(check.id);
      if (watch === undefined || sightings === undefined || !watch.concerns(reply, own)) continue;
      sightings.add(reply);
      if (watch.together !== undefined) sightings.kept.push(reply);
      try {
        watch.judge?.(reply);
      } catch (thrown) {
        if (!(thrown instanceof Violation)) throw thrown;
        if (sightings.first === null) this.transcript.cite(reply.callIds);
        sightings.blame(reply, thrown.finding);
        if (watch.stopsBooking?.(reply)) this.stopBooking(check);
        if (watch.leavesUnreadable?.(reply)) reply.unreadable ??= check.id;
      }
    }
  }
}
