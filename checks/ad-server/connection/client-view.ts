import { labelOfStatus } from '../../../src/contract/connection-label.ts';
import { describe } from '../../../src/engine/expect.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { accountContext } from '../../../src/schema/generated/validators.js';
import { notAPage } from '../readers/inventory-walk.ts';

/** The label that the client shows for an answer to its probe; `null` if it shows `connected` (ad-server §3). */
export function clientLabel(health: Reply): string | null {
  if (health.status !== 200) return labelOfStatus(health.status);
  const { json } = health;
  const isAccepted =
    json.ok && accountContext(json.value) && json.value.capabilities.reporting && json.value.capabilities.draft_booking;
  return isAccepted ? null : 'invalid_response';
}

/** Why the client would not confirm `inventory_read`; `null` if it would (ad-server §3). */
export function unconfirmed(inventory: Reply): string | null {
  if (inventory.status !== 200) return describe(inventory);
  const finding = notAPage(inventory);
  return finding && `status 200, but expected ${finding.expected}, got ${finding.actual}`;
}
