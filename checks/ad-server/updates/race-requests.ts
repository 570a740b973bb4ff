import { withOneMoreLine } from '../desk/change-parts.ts';
import { Desk } from '../desk/desk.ts';
import { Updating } from '../desk/updating.ts';
import { asLeft } from '../readers/updates.ts';
import { basic, material } from '../orders/records.ts';
import { means, steps, updates } from './records.ts';

/** Adds a line three times at once, with different keys; the last update is repeated while it is running. */
export const race = updates.traffic(
  {
    id: 'updates.race',
    phase: 'race again',
    uses: { material, means, basic, steps },
    // Requests in a race are sent when no others are.
    sends: { orders: 4, inventory: 0 },
    again: true,
  },
  async ({ http, material, means, basic, steps }) => {
    const desk = new Desk(http, material);
    const before = asLeft(basic, steps.all);
    const forms = withOneMoreLine((ref) => `${ref}-now`);
    // First in the form that was accepted for a single added line, then in the others.
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
