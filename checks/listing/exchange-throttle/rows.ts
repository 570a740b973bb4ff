import type { Payload } from '../../../src/engine/created.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { EXCHANGE_LIMIT, type Tally } from '../../../src/http/exchange-ledger.ts';
import { hasFailed, type Reply } from '../../../src/http/reply.ts';
import { isGranted } from '../readers/answers.ts';

/** More than any limit of ten serves in less than a window. */
const MOST = 2 * EXCHANGE_LIMIT + 1;

/** Exchanges in a row, each over a connection of its own: several processes may answer. */
export interface Row extends Tally {
  /** `null` if so many were served, or so slowly, that no limit of ten shows. */
  readonly refused: Reply | null;
  readonly last: Reply;
  readonly endedAt: number;
}

/** Exchanges as fast as answers come, until one is refused. `begun` is when one was served that belongs to the row. */
export async function exchangeUntilRefused(http: Wire, payload: Payload, begun: number | null = null): Promise<Row> {
  const { ledger } = http;
  const begin = begun ?? ledger.now();
  let served = begun === null ? 0 : 1;
  let healed = 0;
  for (;;) {
    const { reply: last, isHealed } = await exchangeOnce(http, payload);
    const endedAt = ledger.now();
    if (isGranted(last)) served++;
    if (isHealed) healed++;
    const isEnough = Math.max(served, ledger.tally().served) >= MOST || endedAt > begin + ledger.windowMs;
    if (!isGranted(last) || isEnough)
      return {
        served,
        admitted: served + healed,
        spanMs: endedAt - begin,
        refused: isGranted(last) ? null : last,
        last,
        endedAt,
      };
  }
}

/** One exchange. A 5xx or a lost answer may be trouble that passes: it is the limit's refusal if it comes again. */
export async function exchangeOnce(http: Wire, payload: Payload): Promise<{ reply: Reply; isHealed: boolean }> {
  const first = await http.exchange(payload, 'throttled');
  if (!hasFailed(first)) return { reply: first, isHealed: false };
  const reply = await http.exchange(payload, 'throttled');
  const isHealed = isGranted(reply);
  if (isHealed) http.ledger.healed([first]);
  return { reply, isHealed };
}
