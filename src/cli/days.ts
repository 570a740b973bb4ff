import { UsageError } from '../settings.ts';

const MOST_DAYS = 36_500;

/** The number of days given to an option; `undefined` if the option is not given. */
export function daysOf(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const days = Number(text);
  if (!/^\d+$/.test(text) || days < 1 || days > MOST_DAYS)
    throw new UsageError(`${option} is ${JSON.stringify(text)}. Give a whole number of days from 1.`);
  return days;
}
