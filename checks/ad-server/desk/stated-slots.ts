import { inconclusive } from '../../../src/engine/signal.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import type { BookingTerms } from '../../../src/contract/booking-terms.ts';
import type { Walk } from '../readers/inventory-summary.ts';

/** The slots that the publisher states; `null` if it states none. Nothing is booked if one of them cannot be. */
export function statedSlots({ inventoryIds }: BookingTerms, all: Walk): readonly InventorySlot[] | null {
  if (inventoryIds === undefined) return null;
  const wrong = inventoryIds.flatMap((id) => {
    const why = whyNotBookable(id, all);
    return why === null ? [] : [`${JSON.stringify(id)} ${why}`];
  });
  if (wrong.length > 0)
    inconclusive(
      `Nothing was booked. Of the slots that booking.inventoryIds (or --slot) names, ${wrong.join('; ')}. Name active slots as GET /inventory lists them, or leave the term out.`,
      all.first,
    );
  return inventoryIds.flatMap((id) => all.wanted.get(id) ?? []);
}

function whyNotBookable(id: string, { wanted, ids, end }: Walk): string | null {
  const slot = wanted.get(id);
  if (slot?.status === 'archived') return 'is archived';
  if (slot !== undefined && slot.sizes.length > 0) return null;
  if (ids.has(id)) return 'has no size that could be booked';
  return end.kind === 'last-page' ? 'is not listed' : 'is not listed, as far as the inventory could be read';
}
