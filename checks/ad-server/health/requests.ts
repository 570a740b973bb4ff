import { inconclusive } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { faultsOf } from '../../../src/schema/faults.ts';
import { accountContext } from '../../../src/schema/generated/validators.js';
import { bookingTerms, run } from '../../givens.ts';
import { isObject, member, valueAt } from '../../json.ts';
import { countriesFor, flightsOf } from '../values/flights-and-countries.ts';
import { healthAnswers, health, forecastFlag, flights, countries } from '../records.ts';

/** The first answers of `GET /health`, if each is an object with whatever members. */
export const readings = health.record({ id: 'health.readings', of: { replies: healthAnswers } }, ({ replies }) => {
  const other = replies.find(({ json }) => !json.ok || !isObject(json.value));
  if (other !== undefined) inconclusive('The body of GET /health is not a JSON object.', other);
  return replies;
});

/** With the first answers, enough to meet one machine of five twice. */
const LATE_ANSWERS = 7;

export const lateAnswers = health.traffic(
  { id: 'health.late-answers', phase: 'read again', uses: { replies: healthAnswers }, sends: { health: LATE_ANSWERS } },
  ({ http }) => Promise.all(Array.from({ length: LATE_ANSWERS }, () => http.health())),
);

health.record({ makes: forecastFlag, of: { readings } }, ({ readings }): boolean => {
  const given = readings.map((reply) => member(valueAt(reply, 'capabilities'), 'forecast'));
  const flag = given.find((value) => typeof value === 'boolean');
  return flag ?? inconclusive('`capabilities.forecast` is not a boolean.', ...readings);
});

health.record({ makes: flights, of: { run, stated: bookingTerms }, maybe: { readings } }, (records) =>
  flightsOf(records.run, rightIn(records.readings ?? [], 'timezone'), records.stated.flight),
);

health.record({ makes: countries, of: { stated: bookingTerms }, maybe: { readings } }, ({ stated, readings = [] }) =>
  countriesFor(rightIn(readings, 'timezone'), rightIn(readings, 'currency'), stated.geo),
);

function rightIn(readings: readonly Reply[], name: 'timezone' | 'currency'): string | undefined {
  const isWrong = ({ json }: Reply) =>
    !json.ok || faultsOf(accountContext, json.value).some(({ pointer }) => pointer === `/${name}`);
  const [first] = readings;
  return first === undefined || readings.some(isWrong) ? undefined : String(valueAt(first, name));
}
