import { expect } from '../../../src/engine/expect.ts';
import type { Note } from '../../../src/engine/node.ts';
import {
  isAccepted,
  isRefusedForValues,
  refusedInWords,
  SUCCESSES,
  type Sent,
  type Tried,
} from '../readers/booking.ts';

/** Expects an order to be taken, or refused with 422, of which a note is made. */
export function expectTakenOrRefused({ reply }: Sent, note: Note): void {
  if (isRefusedForValues({ reply })) note('Refused with 422, as a business rule may.');
  else if (!isAccepted({ reply })) expect(reply).status(...SUCCESSES, 422);
}

/** Notes which forms of an order were refused before it was taken. */
export function noteRefused(sent: Tried, note: Note): void {
  const refused = refusedInWords(sent);
  if (isAccepted(sent) && refused !== null) note(refused);
}
