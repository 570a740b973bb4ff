import { violation } from '../../../src/engine/expect.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { amount } from '../../../src/text/in-words.ts';
import { lateAnswers } from '../health/requests.ts';
import { forecast, forecasts } from '../records.ts';

const SLOW_MS = 1000;
/** Below this multiple of `GET /health`, the service as a whole is slow under this load, not the forecast. */
const TIMES_AS_LONG = 2;

forecast.rule({
  id: 'forecast.answers-fast',
  level: 'should',
  section: 'ad-server §8',
  requirement: 'A forecast is answered well under one second.',
  problem: 'Forecasts take longer than a second',
  fix: 'Forecast from precomputed numbers; results may be a few minutes old, and rounded.',
  of: { forecasts },
  ifThere: { health: lateAnswers },
  lasting: true,
  judge: ({ forecasts, health = [] }, note) => {
    // A wrong Content-Length makes the client wait for more.
    const slow = forecasts.filter(({ reply }) => reply.durationMs >= SLOW_MS && reply.violation === undefined);
    const median = medianMs(forecasts.map(({ reply }) => reply));
    const plain = medianMs(health);
    const told = `Median of ${amount(forecasts.length, 'answer')}: ${median} ms`;
    // One slow answer may be chance.
    const areSlow = slow.length * 4 >= forecasts.length;
    const isAsUsual = medianMs(slow.map(({ reply }) => reply)) < plain * TIMES_AS_LONG;
    if (areSlow && !isAsUsual)
      violation({
        expected: 'well under 1,000 ms',
        actual: `1,000 ms or more in ${slow.length} of ${amount(forecasts.length, 'answer')}`,
        replies: slow.slice(0, 1).map(({ reply }) => reply),
      });
    note(areSlow ? `${told}; of \`GET /health\`, with others in flight: ${plain} ms.` : `${told}.`);
  },
});

/** In whole milliseconds; 0 of none. */
function medianMs(replies: readonly Reply[]): number {
  const times = replies.map(({ durationMs }) => durationMs).sort((one, other) => one - other);
  return Math.round(times[Math.floor(times.length / 2)] ?? 0);
}
