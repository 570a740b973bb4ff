import type { Endpoint } from './reply.ts';
import type { Failure, WireResult } from './transport.ts';

/** After this many timeouts without any answer, an endpoint is no longer called. */
const MOST_TIMEOUTS = 2;

interface History {
  readonly timeouts: number;
  readonly hasAnswered: boolean;
  readonly exchange: string;
}

/** Endpoints that never answer. Waiting for them again and again would take up the whole run. */
export class SilentEndpoints {
  readonly #histories = new Map<Endpoint, History>();

  learn(endpoint: Endpoint, result: WireResult, exchange: string): void {
    const before = this.#histories.get(endpoint) ?? { timeouts: 0, hasAnswered: false };
    const timedOut = result.kind === 'no-answer' && result.failure.reason.endsWith('timeout');
    this.#histories.set(endpoint, {
      timeouts: before.timeouts + Number(timedOut),
      hasAnswered: before.hasAnswered || result.kind === 'answer',
      exchange,
    });
  }

  /** Why an endpoint is no longer called, and the exchange that shows it; `null` if it still is. */
  whyNotCalled(endpoint: Endpoint): { readonly exchange: string; readonly failure: Failure } | null {
    const history = this.#histories.get(endpoint);
    if (history === undefined || history.hasAnswered || history.timeouts < MOST_TIMEOUTS) return null;
    const message = `not asked again: this endpoint let ${history.timeouts} calls time out and answered none`;
    return { exchange: history.exchange, failure: { reason: 'timeout', message } };
  }
}
