import { waits } from '../../../src/engine/yields.ts';
import { forecastModel } from '../errors/requests.ts';

export const errors = [...waits(forecastModel).on({ id: 'forecast.answers-200' })];
