import type { Call } from './call.ts';
import type { Attempt } from './tries.ts';
import { isServed, statusOf } from './results.ts';
import type { WireResult } from './transport.ts';

/** What services answer to a request while another one holds a lock: Conflict, Locked, Too Early. */
const BUSY: readonly (number | null)[] = [409, 423, 425];

/** After this many refusals in a row that came again when sent alone, a lock is not the cause. */
const MOST_IN_VAIN = 5;

/**
 * Tells which orders may have been refused only because another one was in flight, such as one that holds a lock on the
 * account. They are sent again when nothing else is under way, and only that answer is judged.
 */
export class Locks {
  readonly #bodies = new Map<string, string | undefined>();
  /** Keys that were used with several bodies: 409 is the right answer to them (ad-server §4.4 rule 3). */
  readonly #reused = new Set<string>();
  /** The codes of 409s to keys that were used once. */
  readonly #codes = new Set<string | undefined>();
  readonly #served = new Set<string>();
  #inVain = 0;

  begin({ headers, body }: Call): void {
    const key = headers?.['idempotency-key'];
    if (key === undefined) return;
    if (this.#bodies.has(key) && this.#bodies.get(key) !== body) this.#reused.add(key);
    else this.#bodies.set(key, body);
  }

  heard({ headers }: Call, result: WireResult): void {
    if (isServed(result)) this.#served.add(headers?.['idempotency-key'] ?? '');
  }

  /** Whether the key of an order was never served, nor used for another order. */
  isNew({ headers }: Call): boolean {
    const key = headers?.['idempotency-key'] ?? '';
    return key !== '' && !this.#served.has(key) && !this.#reused.has(key);
  }

  mayBe({ endpoint, headers, body }: Call, { result, beside }: Attempt): boolean {
    if (endpoint !== 'orders') return false;
    const key = headers?.['idempotency-key'] ?? '';
    const status = statusOf(result);
    if (status === 409 && this.#reused.has(key)) {
      // Right for another body than the first; the first may be refused by a lock, as orders under new keys are.
      if (this.#bodies.get(key) !== body || !this.#codes.has(codeOf(result))) return false;
    } else if (status === 409) this.#codes.add(codeOf(result));
    return beside !== undefined && this.#inVain < MOST_IN_VAIN && BUSY.includes(status);
  }

  /** Whether a key is refused as if it had been used with another body, which it was not. */
  isRefusedKey({ endpoint, headers, body = '' }: Call, result: WireResult): boolean {
    const key = headers?.['idempotency-key'];
    if (endpoint !== 'orders' || key === undefined || statusOf(result) !== 409) return false;
    return !this.#reused.has(key) && body.includes(JSON.stringify(key));
  }

  learn(isOther: boolean): void {
    this.#inVain = isOther ? 0 : this.#inVain + 1;
  }
}

function codeOf(result: WireResult): string | undefined {
  const text = result.kind === 'answer' ? new TextDecoder().decode(result.body) : '';
  return /"code"\s*:\s*"([^"]*)"/.exec(text)?.[1];
}
