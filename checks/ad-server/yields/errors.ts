import { waits } from '../../../src/engine/yields.ts';
import { forecastModel } from '../errors/requests.ts';
import { answered } from '../forecast/rules.ts';

export const errors = [...waits(forecastModel).on(answered)];
