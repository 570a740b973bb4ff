import { adServer } from '../phases.ts';
import type { Countries } from '../values/countries.ts';
import type { Flights } from '../values/flights.ts';

export const health = adServer.module('health', 'Account context');

export const forecastFlag = health.declares<boolean>('health.forecast-flag');
export const flights = health.declares<Flights>('health.flights');

/** The countries to try requests with: those of the account's zone and currency first. */
export const countries = health.declares<Countries>('health.countries');
