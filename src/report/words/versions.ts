import { isOlder } from '../requirements.ts';
import { printable } from '../text.ts';

const NEWEST = 'For the newest: npx adserver-conformance@latest';

/** How the version that made a report differs from the one that reads it; empty if it does not. */
export function versionsInWords(made: string, own: string): string {
  const beginning = `was made by version ${printable(made, { max: 40 })}, which is`;
  if (isOlder(own, made))
    return `${beginning} newer than this one (${own}): what only that version knows is not shown. ${NEWEST}`;
  if (isOlder(made, own))
    return `${beginning} older than this one (${own}). npx goes on using a version that it fetched once. ${NEWEST}`;
  return '';
}
