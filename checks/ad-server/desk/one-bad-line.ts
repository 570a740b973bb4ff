import type { Sent } from '../readers/booking.ts';
import type { LineItem } from '../values/request-bodies.ts';
import type { Desk } from './desk.ts';

export type Wrong = Partial<LineItem>;

/** An order with one wrong line; `where` tells it from the others in a message. */
export interface SentWrong extends Sent {
  readonly where: string;
}

/**
 * Sends orders that are valid but for one change in one line. One bad line, wherever it stands, must make a service
 * refuse the whole order, so the change is in the only line and in the second line by turns.
 */
export function sendWithOneBadLine(
  desk: Desk,
  good: LineItem,
  label: string,
  wrongs: readonly Wrong[],
): Promise<readonly SentWrong[]> {
  const { campaigns } = desk;
  const sending = wrongs.map(async (wrong, index) => {
    const name = `${label}-${index + 1}`;
    const isOnly = index % 2 === 0;
    // No longer than accepted references: there may be a limit.
    const bad = { ...good, ...wrong, external_ref: campaigns.ref('Line-bad') };
    const own = { ...good, external_ref: campaigns.ref('Line-good') };
    const sent = await desk.send(isOnly ? campaigns.order(name, bad) : campaigns.order(name, own, bad));
    return { ...sent, where: `for the ${isOnly ? 'only' : 'second'} line, with ${changeInWords(wrong)}` };
  });
  return Promise.all(sending);
}

function changeInWords(wrong: Wrong): string {
  const [name, value] = Object.entries(wrong)[0] ?? [];
  return `${name ?? 'nothing'} ${JSON.stringify(value)}`;
}
