import { withOneMoreLine } from '../desk/change-parts.ts';
import { Desk } from '../desk/desk.ts';
import { Updating } from '../desk/updating.ts';
import { asLeft } from '../readers/updates.ts';
import { basic, material } from '../orders/records.ts';
import { means, steps, updates } from './records.ts';

/** A line is added three times at once, under different keys; the last update is repeated while it is under way. */
export const race = updates.traffic(
  {
    id: 'updates.race',
    phase: 'race again',
    uses: { material, means, basic, steps },
    // Requests that are to meet are sent when no others are.
    sends: { orders: 4, inventory: 0 },
    again: true,
  },
  async ({ http, material, means, basic, steps }) => {
    const desk = new Desk(http, material);
    const before = asLeft(basic, steps.all);
    const forms = withOneMoreLine((ref) => `${ref}-now`);
    // In the form in which a line was added alone, then in the others.
    const taken = (steps.taken('added-line')[0]?.form ?? 0) % forms.length;
    const changes = [...forms.slice(taken), ...forms.slice(0, taken)].flatMap(([, ask]) =>
      ask(before.request, means, before.request),
    );
    const rounds = changes.map((change) => {
      const updates = [1, 2, 3].map(() => desk.campaigns.update(before.request, change));
      return [...updates, ...updates.slice(-1)];
    });
    return { before, sent: await new Updating(desk, means).atOnce(rounds) };
  },
);
