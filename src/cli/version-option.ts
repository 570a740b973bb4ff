import { UsageError } from '../settings.ts';

/** The version given to an option; `undefined` if the option is not given. */
export function versionOf(text: string | undefined, option: string): string | undefined {
  if (text === undefined || /^\d+(?:\.\d+){0,2}$/.test(text)) return text;
  throw new UsageError(`${option} is ${JSON.stringify(text)}. Give a version such as 1.1.0.`);
}
