import { expect, otherAnswer, violation } from '../../../src/engine/expect.ts';
import { isAccepted, type Sent } from '../readers/booking.ts';

export function expectConflict(
  { first, ...second }: Sent & { readonly first: Pick<Sent, 'reply'> },
  circumstance = '',
): void {
  const { reply } = second;
  if (isAccepted(second)) violation(otherAnswer(reply, [409], { circumstance, beside: [first.reply] }));
  expect(reply, circumstance).status(409);
}
