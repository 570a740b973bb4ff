import { describe, expect, violation } from '../../../src/engine/expect.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { isServed } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { maxPages } from '../../givens.ts';
import { isObject } from '../../json.ts';
import {
  asked,
  forecast,
  isForecastBroken,
  isForecastRefused,
  takenWithMore,
  type Asked,
  type ForecastKind,
} from './asked.ts';
import { goneSlots } from '../desk/still-listed.ts';

/** Kinds that a business rule may refuse with 422. */
const BUSINESS: readonly ForecastKind[] = ['usual', 'again', 'month'];
/** Kinds that add an optional member to a request that was taken: no business rule is left. */
const OPTIONAL: readonly ForecastKind[] = ['sizes', 'empty-targeting'];
/** Kinds of which the contract does not say whether they are valid: any refusal is right. */
const OPEN: readonly ForecastKind[] = ['empty-sizes'];
/** Kinds of slots that need not have a forecast: only an error of the server is none of their answers. */
const WITHOUT: readonly ForecastKind[] = ['archived', 'unsupported'];

export const answered = forecast.check(
  {
    id: 'forecast.answers-200',
    level: 'must',
    section: 'ad-server §4.3',
    requirement:
      'A valid forecast request for a listed slot is answered 200, or 501 where that slot cannot be forecast.',
    fix: 'Answer 200 with the forecast, or 501 with the code `forecast_unsupported` for a slot that cannot be forecast. Do not refuse optional members, nor slots that `GET /inventory` lists.',
    needs: { asked, takenWithMore, maxPages },
    sends: { inventory: 0 },
  },
  async ({ http, asked, takenWithMore, maxPages, note }) => {
    // Where countries alone break it, that is the one fault.
    const isForCountries = asked.some(({ kind, reply }) => kind === 'geo' && isForecastBroken(reply));
    const without = WITHOUT.filter((kind) => kind !== 'unsupported' || !isForCountries);
    const all = asked.filter(
      ({ kind, reply }) =>
        [...BUSINESS, ...OPTIONAL].includes(kind) ||
        (OPEN.includes(kind) && reply.status !== 400 && reply.status !== 422) ||
        (without.includes(kind) && isForecastBroken(reply)),
    );
    const askedOf = all.map(({ slot, reply }) => ({ slots: [slot.inventory_id], reply }));
    const gone = await goneSlots({ http, maxPages }, askedOf, 200, 501);
    const own = all.filter(({ reply }) => !gone.includes(reply));
    for (const { kind, reply } of own)
      if (reply.status !== 422 || OPTIONAL.includes(kind)) expect(reply, `to the ${kind} request`).status(200, 501);
    const refused = own.filter(isForecastRefused);
    if (refused.length === own.length) expectTakenWithoutMore(refused, takenWithMore);
    if (refused.length > 0)
      note(`${refused.length} of ${own.length} requests were refused with 422, as a business rule may.`);
    if (gone.length > 0) note(`Slots that were answered 404 are not listed any more: ${gone.length}.`);
    return asked;
  },
);

/** So many refusals are told one by one. */
const TOLD = 20;

/** Leaves what a business rule refuses unjudged, unless it is taken with members that are optional. */
function expectTakenWithoutMore(refused: readonly Asked[], more: Asked | null): never {
  const [first] = refused;
  if (first !== undefined && more !== null)
    violation({
      expected: `a forecast without ${Object.keys(more.request).slice(2).join(' and ')}, since there is one with`,
      actual: describe(first.reply),
      replies: [more.reply, first.reply],
    });
  const told = refused.slice(0, TOLD);
  const answers = told.map(({ slot, reply }) => `${JSON.stringify(slot.inventory_id)}: ${describe(reply)}`);
  const others = refused.length > TOLD ? `; and ${refused.length - TOLD} others` : '';
  return inconclusive(`Every forecast was refused: ${answers.join('; ')}${others}.`, ...told.map(({ reply }) => reply));
}

/** The answers that hold a forecast: there may be none where no slot can be forecast. */
export const forecasts = forecast.check(
  {
    id: 'forecast.body-is-object',
    level: 'must',
    section: 'ad-server §4.3',
    requirement: 'The body of a forecast is a JSON object.',
    fix: 'Answer with one JSON object whose members are inventory_id, available_impressions and forecasted_impressions.',
    needs: { asked },
  },
  ({ asked }) => {
    const given = asked.filter(({ reply }) => isServed(reply));
    if (given.length === 0) notApplicable('No slot that was tried can be forecast.');
    for (const { reply } of given) {
      const value = expect(reply).json();
      if (!isObject(value))
        violation({ expected: 'a JSON object', actual: shown(value), pointer: '', replies: [reply] });
    }
    return given;
  },
);
