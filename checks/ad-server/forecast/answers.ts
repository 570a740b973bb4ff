import { describe, expect, violation } from '../../../src/engine/expect.ts';
import { blockedBy, inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { forecastResult } from '../../../src/schema/generated/validators.js';
import { inWords } from '../../../src/text/in-words.ts';
import { maxPages } from '../../givens.ts';
import { answered, forecasts } from './taken.ts';
import { asked, forecast, neverForecast, type Asked } from './asked.ts';
import { moreThanForecast, otherCode, otherSlot, saysUnsupported } from '../readers/forecast-faults.ts';
import { goneSlots, isUnknown } from '../desk/still-listed.ts';

/** Milliseconds that are no longer well under one second. */
const SLOW_MS = 1000;

const ROWS = [
  [
    'inventory_id',
    'has-inventory-id',
    '`inventory_id` is there: a string.',
    'Repeat the id of the slot that was asked for in `inventory_id`.',
  ],
  [
    'available_impressions',
    'available-is-integer',
    '`available_impressions` is there: an integer.',
    'Send the impressions that can still be reserved as a JSON integer, without quotes and without decimals.',
  ],
  [
    'forecasted_impressions',
    'forecasted-is-integer',
    '`forecasted_impressions` is there: an integer that is not below zero.',
    'Send the predicted impressions as a JSON integer, without quotes and without decimals; answer 501 with the code `forecast_unsupported` where there is no prediction, rather than a number that stands for none.',
  ],
  [
    'unit_type',
    'unit-type',
    '`unit_type`, where it is there, is `IMPRESSIONS`.',
    'Send `IMPRESSIONS`, or leave `unit_type` out; forecasts in other units are not used.',
  ],
] as const;

for (const [name, rule, requirement, fix] of ROWS)
  forecast.check(
    { id: `forecast.${rule}`, level: 'must', section: 'ad-server §2.4', requirement, fix, needs: { forecasts } },
    ({ forecasts }) => {
      for (const { reply } of forecasts) expect(reply).fits(forecastResult, `/${name}`);
    },
  );

forecast.check(
  {
    id: 'forecast.echoes-slot',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: '`inventory_id` is the slot that was asked for.',
    fix: 'Repeat the requested `inventory_id` exactly; check what a cache uses as its key.',
    needs: { forecasts },
  },
  ({ forecasts }) => {
    for (const one of forecasts) {
      const finding = otherSlot(one);
      if (finding !== null) violation(finding);
    }
  },
);

forecast.check(
  {
    id: 'forecast.available-within-forecasted',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: '`forecasted_impressions` is never below `available_impressions`.',
    fix: 'Available is what is left of the forecast after commitments: compute both for the same flight, geo and sizes, and cap the one by the other, after rounding too.',
    needs: { forecasts },
  },
  ({ forecasts }) => {
    for (const { kind, reply } of forecasts) {
      const finding = moreThanForecast(reply, `(${kind} request)`);
      if (finding !== null) violation(finding);
    }
  },
);

forecast.check(
  {
    id: 'forecast.unsupported-is-501-with-code',
    level: 'must',
    section: 'ad-server §4.3',
    requirement: 'A slot that cannot be forecast is answered 501 with the code `forecast_unsupported`.',
    fix: 'Send `{ "code": "forecast_unsupported", "message": … }` with status 501. Use 501 for nothing else.',
    needs: { asked },
  },
  ({ asked }) => {
    const unsupported = asked.filter(({ reply }) => reply.status === 501);
    // With any other code, 422 may be a rule of business.
    for (const { reply } of asked) if (reply.status === 422 && saysUnsupported(reply)) expect(reply).status(501);
    if (unsupported.length === 0) notApplicable('No slot that was tried answers 501.');
    for (const { reply } of unsupported) {
      const finding = otherCode(reply);
      if (finding !== null) violation(finding);
    }
  },
);

forecast.check(
  {
    id: 'forecast.archived-slot-is-not-404',
    level: 'must',
    section: 'ad-server §7',
    requirement:
      'A slot that is listed is not unknown: its forecast is not answered 404, where it is archived neither.',
    fix: 'Keep 404 for slots that do not exist. Answer 501 with the code `forecast_unsupported`, or 422, where an archived slot has no forecast.',
    needs: { asked, maxPages },
    sends: { inventory: 0 },
  },
  async ({ http, asked, maxPages, note }) => {
    const archived = asked.filter(({ kind }) => kind === 'archived');
    if (archived.length === 0) notApplicable('The inventory lists no archived slot.');
    if (asked.some((one) => one.kind !== 'archived' && isUnknown(one))) blockedBy(answered);
    const ofSlots = archived.map(({ slot, reply }) => ({ slots: [slot.inventory_id], reply }));
    const gone = await goneSlots({ http, maxPages }, ofSlots, 200, 422, 501);
    if (gone.length === archived.length) inconclusive('The archived slots are not listed any more.', ...gone);
    note(`Answered ${inWords([...new Set(archived.map(({ reply }) => describe(reply)))], 'and')}.`);
  },
);

forecast.check(
  {
    id: 'forecast.flag-tells-ability',
    level: 'should',
    section: 'ad-server §4.3',
    requirement: 'A service that can forecast no slot at all says `forecast: false` in `GET /health`.',
    fix: 'Set `capabilities.forecast` to `false` as long as no slot can be forecast.',
    needs: { asked },
  },
  ({ asked }) => {
    const replies = neverForecast(asked);
    if (replies !== null)
      violation({
        expected: 'a forecast for some slot, or `forecast: false`',
        actual: `501 for all ${replies.length} slots that were tried`,
        replies: replies.slice(0, 1),
      });
  },
);

forecast.check(
  {
    id: 'forecast.answers-fast',
    level: 'should',
    section: 'ad-server §8',
    requirement: 'A forecast is answered well under one second.',
    fix: 'Forecast from precomputed numbers; results may be some minutes old, and rounded.',
    needs: { forecasts },
  },
  ({ forecasts, note }) => {
    const isSlow = ({ reply }: Asked) => reply.durationMs >= SLOW_MS;
    const slow = forecasts.filter(isSlow);
    const slowKind = slow.find(({ kind }) => {
      const ofKind = forecasts.filter((one) => one.kind === kind);
      return ofKind.length > 1 && ofKind.every(isSlow);
    });
    // One slow answer may be chance.
    const telling = slowKind ?? (slow.length * 4 >= forecasts.length ? slow[0] : undefined);
    if (telling !== undefined)
      violation({
        expected: 'well under 1,000 ms',
        actual: `1,000 ms or more in ${slow.length} of ${forecasts.length} answers${telling === slowKind ? ', and for every request like this one' : ''}`,
        replies: [telling.reply],
      });
    const times = forecasts.map(({ reply }) => reply.durationMs).sort((one, other) => one - other);
    note(`Median of ${times.length} answers: ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms.`);
  },
);
