import type { Wire } from '../../../src/engine/wire.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { isAccepted, isRefusedForValues, send } from '../readers/booking.ts';
import type { Bookable, Campaigns } from '../values/campaign.ts';

/** More updates than any order of a run gets. */
const MANY = 20;

/** Leaves an update unjudged that was refused where a new order is not renamed so often either: there may be a limit. */
export async function expectManyUpdates(http: Wire, campaigns: Campaigns, on: Bookable, refused: Reply): Promise<void> {
  const { request, reply } = await send(http, campaigns.order('many', campaigns.line('many', on)));
  if (!isAccepted({ reply })) return;
  for (let update = 1; update <= MANY; update++) {
    const order = { ...request.order, name: campaigns.name(`many ${update}`) };
    const again = await send(http, campaigns.update(request, { order }));
    if (!isAccepted(again) && update === 1) return;
    if (isRefusedForValues(again))
      inconclusive(`Update ${update} of a new order was refused as well.`, refused, again.reply);
  }
}
