import { numberIn } from './setting-table.ts';

/** The number of days given to an option; `undefined` if the option is not given. */
export const daysOf = (text: string | undefined, option: string): number | undefined =>
  text === undefined ? undefined : numberIn(text, option, { least: 1, most: 36_500, whole: true });
