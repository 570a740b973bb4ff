export { countries, flights, forecastFlag } from './requests.ts';
